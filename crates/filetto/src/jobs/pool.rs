//! Items out, results in, each once: whatever dies, hangs or answers nonsense on the way.
//!
//! A worker that ends, takes much longer than its item allows, or answers what is no result is replaced, and its item is done again
//! elsewhere. An item that has failed so four times is given up with the last reason. An answer that says why nothing came out is a
//! result: trying again would change nothing. On a cluster the front does the same with its own tasks; here is only seen whether what
//! comes back is what was asked for.

use std::collections::{HashMap, VecDeque};
use std::ffi::OsString;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::{Value, json};

use super::channel::{Channel, Heard};
use super::item::{Item, Reply};
use super::on::{On, command};

/// How often an item is tried.
const TRIES: u32 = 4;
/// What a worker may take beyond its item's time before it is said to hang: this and a tenth of the time, at most the other.
const GRACE: Duration = Duration::from_secs(2);
const MOST_GRACE: Duration = Duration::from_secs(20);
/// How long programs may take to end by themselves.
const FAREWELL: Duration = Duration::from_millis(500);
/// Programs that end before they have ever answered: after so many in a row there is no point in starting more.
const STILLBORN: u32 = 3;

/// What the front of many workers says of them, first of all and whenever it changes.
#[derive(Deserialize)]
struct Cluster {
    format: String,
    /// How many items it wants at a time.
    capacity: usize,
    /// The machines: name and processor.
    machines: Vec<(String, String)>,
}

/// What such a line calls itself.
const CLUSTER: &str = "filetto-cluster";

struct Out {
    item: Item,
    tries: u32,
    /// Where it is being done, and since when.
    at: Option<(usize, Instant)>,
}

pub(crate) struct Pool {
    on: On,
    words: Vec<OsString>,
    channels: Vec<Channel>,
    hear: Sender<Heard>,
    heard: Receiver<Heard>,
    machines: Vec<(String, String)>,
    out: HashMap<String, Out>,
    /// Items that wait for a worker.
    queue: VecDeque<String>,
    given_up: VecDeque<(Item, String)>,
    /// How often items were tried whose result is being looked at.
    tried: HashMap<String, u32>,
    stillborn: u32,
}

impl Pool {
    /// Starts what the place needs. A cluster is there when this returns.
    pub(crate) fn open(on: &On) -> Result<Pool> {
        let (number, words) = on.programs()?;
        let (hear, heard) = channel();
        let mut pool = Pool {
            on: on.clone(),
            words,
            channels: Vec::new(),
            hear,
            heard,
            machines: Vec::new(),
            out: HashMap::new(),
            queue: VecDeque::new(),
            given_up: VecDeque::new(),
            tried: HashMap::new(),
            stillborn: 0,
        };
        for place in 0..number {
            let channel = pool.start(place, 0)?;
            pool.channels.push(channel);
        }
        while on.is_cluster() && pool.channels[0].capacity.is_none() {
            pool.listen(Duration::from_millis(100))?;
            if crate::interrupt::asked() {
                return Err(crate::terminal::Interrupted.into());
            }
        }
        Ok(pool)
    }

    fn start(&self, place: usize, start: u64) -> Result<Channel> {
        let name = || self.words[0].to_string_lossy().into_owned();
        Channel::open(command(&self.words), place, start, self.hear.clone())
            .with_context(|| format!("{} cannot be started", name()))
    }

    /// The machines of a cluster: name and processor; none of processes here.
    pub(crate) fn machines(&self) -> &[(String, String)] {
        &self.machines
    }

    /// How many more items it wants now: enough that nobody waits.
    pub(crate) fn wanted(&self) -> usize {
        self.capacity().saturating_sub(self.out.len())
    }

    /// How many items are done at the same time.
    pub(crate) fn capacity(&self) -> usize {
        self.channels.iter().map(|channel| channel.capacity.unwrap_or(1)).sum()
    }

    /// Takes an item.
    pub(crate) fn submit(&mut self, item: Item) {
        self.tried.remove(&item.id);
        self.put(item, 0);
    }

    fn put(&mut self, item: Item, tries: u32) {
        let id = item.id.clone();
        if self.out.insert(id.clone(), Out { item, tries, at: None }).is_none() {
            self.queue.push_back(id);
        }
        self.dispatch();
    }

    /// The result of this item was not what was asked for: it is done again.
    pub(crate) fn refuse(&mut self, item: Item, why: &str) {
        let tries = self.tried.get(&item.id).copied().unwrap_or(0);
        self.again(item, tries, why);
    }

    fn again(&mut self, item: Item, tries: u32, why: &str) {
        if tries + 1 >= TRIES {
            self.given_up.push_back((item, format!("given up after {TRIES} attempts: {why}")));
        } else {
            self.put(item, tries + 1);
        }
    }

    /// Nobody wants this item any more.
    pub(crate) fn cancel(&mut self, id: &str) {
        self.queue.retain(|waiting| waiting != id);
        if let Some(Out { at: Some((place, _)), .. }) = self.out.remove(id) {
            let line = format!("{}\n", json!({"cancel": id}));
            self.channels[place].send(&line);
        }
    }

    /// Nobody wants anything any more.
    pub(crate) fn cancel_all(&mut self) {
        let ids: Vec<String> = self.out.keys().cloned().collect();
        ids.iter().for_each(|id| self.cancel(id));
    }

    /// Waits at most so long for an item to come back.
    pub(crate) fn wait(&mut self, most: Duration) -> Result<Option<(Item, Result<Value, String>)>> {
        if let Some((item, why)) = self.given_up.pop_front() {
            return Ok(Some((item, Err(why))));
        }
        if let Some((out, outcome)) = self.listen(most)? {
            self.tried.insert(out.item.id.clone(), out.tries);
            return Ok(Some((out.item, outcome)));
        }
        self.replace_hanging()?;
        self.dispatch();
        Ok(None)
    }

    fn dispatch(&mut self) {
        for place in 0..self.channels.len() {
            let busy = self.out.values().filter(|out| out.at.is_some_and(|(at, _)| at == place)).count();
            let most = self.channels[place].capacity.unwrap_or(1);
            for _ in busy..most {
                let Some(out) = self.queue.pop_front().and_then(|id| self.out.get_mut(&id)) else { return };
                out.at = Some((place, Instant::now()));
                self.channels[place].send(&out.item.write_line());
            }
        }
    }

    /// Hears one line, if one comes.
    fn listen(&mut self, most: Duration) -> Result<Option<(Out, Result<Value, String>)>> {
        let Heard { place, start, line } = match self.heard.recv_timeout(most) {
            Ok(heard) => heard,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return Ok(None),
        };
        // What a program says that was replaced since counts for nothing.
        if self.channels.get(place).is_none_or(|channel| channel.start != start) {
            return Ok(None);
        }
        let Some(line) = line else {
            return self.ended(place).map(|()| None);
        };
        if let Ok(cluster) = serde_json::from_str::<Cluster>(&line)
            && cluster.format == CLUSTER
        {
            self.channels[place].capacity = Some(cluster.capacity);
            self.machines = cluster.machines;
            self.dispatch();
            return Ok(None);
        }
        let reply = Reply::read_line(&line);
        let known = |id: &String| self.out.get(id).is_some_and(|out| out.at.is_some_and(|(at, _)| at == place));
        match reply {
            Ok(Reply { id: Some(id), result, error, .. }) if known(&id) => {
                self.stillborn = 0;
                let Some(out) = self.out.remove(&id) else { return Ok(None) };
                self.dispatch();
                return Ok(Some((out, result.ok_or_else(|| error.unwrap_or_default()))));
            }
            // A result that was cancelled, or one that came twice.
            Ok(Reply { id: Some(_), .. }) => {}
            Ok(Reply { error, .. }) => self.replace(place, &error.unwrap_or_default())?,
            // A front looks at results itself.
            Err(_) if self.channels[place].capacity.is_some() => {}
            Err(why) => self.replace(place, &format!("a worker answered what is {why}"))?,
        }
        Ok(None)
    }

    /// A program has closed its output.
    fn ended(&mut self, place: usize) -> Result<()> {
        self.channels[place].has_ended_within(FAREWELL);
        let last = self.channels[place].last_words();
        if self.on.is_cluster() {
            let what = if self.channels[place].capacity.is_some() {
                "the connection to Ray is lost"
            } else {
                "Ray is not reached"
            };
            bail!("{what}: {}", if last.is_empty() { "its front ended without a word" } else { &last });
        }
        self.stillborn += 1;
        if self.stillborn >= STILLBORN * u32::try_from(self.channels.len()).unwrap_or(u32::MAX) {
            bail!("workers end as soon as they are started: {last}");
        }
        let why = if last.is_empty() { "its worker ended".to_owned() } else { format!("its worker ended: {last}") };
        self.replace(place, &why)
    }

    /// Starts a program anew; what it was doing is done again.
    fn replace(&mut self, place: usize, why: &str) -> Result<()> {
        let start = self.channels[place].start + 1;
        self.channels[place] = self.start(place, start)?;
        let here = |out: &Out| out.at.is_some_and(|(at, _)| at == place);
        let ids: Vec<String> = self.out.iter().filter(|(_, out)| here(out)).map(|(id, _)| id.clone()).collect();
        for id in ids {
            if let Some(out) = self.out.remove(&id) {
                self.again(out.item, out.tries, why);
            }
        }
        self.dispatch();
        Ok(())
    }

    fn replace_hanging(&mut self) -> Result<()> {
        let late = |out: &Out| {
            let allowed = Duration::from_secs(out.item.seconds);
            let most = allowed.saturating_add((GRACE + allowed / 10).min(MOST_GRACE));
            out.at.filter(|(_, since)| since.elapsed() > most).map(|(place, _)| place)
        };
        let alone = |place: &usize| self.channels[*place].capacity.is_none();
        let hanging: Vec<usize> = self.out.values().filter_map(late).filter(alone).collect();
        for place in hanging {
            self.replace(place, "its worker hung")?;
        }
        Ok(())
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.channels.iter_mut().for_each(Channel::close);
        // A front takes its tasks back; what does not end by itself is ended.
        self.channels.iter_mut().filter(|channel| channel.capacity.is_some()).for_each(|channel| {
            channel.has_ended_within(Duration::from_secs(5));
        });
    }
}
