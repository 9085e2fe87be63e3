//! A child process that cannot hurt: its own group, bounded pipes, threads that read and write for it.
//!
//! A process that does not read must not block the referee, so a thread writes; one that prints without end must not fill
//! the memory, so the lines wait in a bounded queue and then in the pipe. Ending it ends the whole group. The group is founded by
//! a sleeping shell that holds one end of a pipe: if the arena itself is killed, the shell notices and ends the group.
//!
//! A child may leave the group and lose its parent; what it inherits all the same is the environment. So each process gets a mark there,
//! and on Linux, where one can look, whatever carries the mark is ended too. A control group would need rights that users lack.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use filetto_search::Clock;

use crate::fault::quote;

/// Lines that wait for the referee; more wait in the pipe.
const QUEUE: usize = 1024;
/// The most bytes of a line that are kept.
const LONGEST: u64 = 4096;
/// How many of the last lines are kept for a report.
const TAIL: usize = 12;

/// The last lines that a process printed, on either stream.
type Tail = Arc<Mutex<VecDeque<String>>>;

pub(crate) struct Process {
    child: Child,
    /// The shell that founded the group and ends it if we cannot; none where there is no shell.
    #[cfg(unix)]
    guard: Option<Child>,
    /// What it and all its children have in their environment.
    mark: String,
    input: Option<Sender<String>>,
    lines: Receiver<String>,
    tail: Tail,
    readers: Vec<JoinHandle<()>>,
}

/// What waiting for a line came to.
pub(crate) enum Heard {
    Line(String),
    /// Nothing yet.
    Silence,
    /// It has closed its output: it is dead or dying.
    Closed,
}

/// What a process may use.
#[derive(Clone, Copy, Default)]
pub(crate) struct Bounds {
    /// Bytes of address space.
    pub(crate) memory: Option<u64>,
    /// The one core it runs on.
    pub(crate) core: Option<usize>,
}

impl Process {
    pub(crate) fn start(mut command: Command, bounds: Bounds) -> std::io::Result<Process> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mark = mark();
        command.env(MARK, &mark);
        #[cfg(unix)]
        let mut guard = guard(&mark);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(
            &mut command,
            guard.as_ref().map_or(0, |guard| guard.id().cast_signed()),
        );
        let spawned = command.spawn();
        #[cfg(unix)]
        if let (Err(_), Some(guard)) = (&spawned, &mut guard) {
            let _ = guard.kill();
            let _ = guard.wait();
        }
        let mut child = spawned?;
        bind(&child, bounds);
        let tail = Tail::default();
        let (say, lines) = sync_channel(QUEUE);
        let (input, to_write) = channel::<String>();
        if let Some(mut stdin) = child.stdin.take() {
            std::thread::spawn(move || {
                for text in to_write {
                    if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        let mut readers = Vec::new();
        if let Some(stdout) = child.stdout.take() {
            let tail = Arc::clone(&tail);
            readers.push(std::thread::spawn(move || read(stdout, &tail, Some(&say))));
        }
        if let Some(stderr) = child.stderr.take() {
            let tail = Arc::clone(&tail);
            readers.push(std::thread::spawn(move || read(stderr, &tail, None)));
        }
        Ok(Process {
            child,
            #[cfg(unix)]
            guard,
            mark,
            input: Some(input),
            lines,
            tail,
            readers,
        })
    }

    /// Sends lines, each with its line end. Never blocks.
    pub(crate) fn send(&self, text: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(text.to_owned());
        }
    }

    /// Closes its standard input.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line, if one comes within this time.
    pub(crate) fn hear(&self, within: Duration) -> Heard {
        match self.lines.recv_timeout(within) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Silence,
            Err(RecvTimeoutError::Disconnected) => Heard::Closed,
        }
    }

    /// The last lines it printed.
    pub(crate) fn tail(&self) -> Vec<String> {
        self.tail.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// How it ended, if it ends within this time: `exit status: 3`, `signal: 11 (SIGSEGV)`. Its last words have been read
    /// then, unless something it started still holds its pipes.
    pub(crate) fn ended(&mut self, within: Duration) -> Option<String> {
        let clock = Clock::start();
        loop {
            match self.child.try_wait() {
                Ok(Some(_)) if clock.elapsed() < within && !self.readers.iter().all(JoinHandle::is_finished) => {
                    std::thread::sleep(Duration::from_millis(2));
                }
                Ok(Some(status)) => return Some(status.to_string()),
                Err(error) => return Some(error.to_string()),
                Ok(None) if clock.elapsed() >= within => return None,
                Ok(None) => std::thread::sleep(Duration::from_millis(2)),
            }
        }
    }

    /// Ends it and everything it started.
    pub(crate) fn end(&mut self) {
        self.input = None;
        #[cfg(unix)]
        {
            // Also if it has ended itself: what it started may still run. The number of the group is not given to others
            // before its founder has been waited for, here or below.
            let founder = self.guard.as_ref().map_or(self.child.id(), Child::id);
            if let Some(group) = rustix::process::Pid::from_raw(founder.cast_signed()) {
                let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
            }
            if let Some(mut guard) = self.guard.take() {
                let _ = guard.wait();
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        end_marked(&self.mark);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// A shell that founds a process group, waits for the end of its input, which comes when the arena ends in any way, and then
/// ends the group and itself. It is there before the program is, so that there is no moment without it.
#[cfg(unix)]
fn guard(mark: &str) -> Option<Child> {
    let marked = format!("grep -l {MARK}={mark} /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3");
    let mut shell = Command::new("/bin/sh");
    // Who has left the group is ended first: the shell ends itself with the group.
    shell.args(["-c", &format!("read never; for p in $({marked}); do kill -KILL $p; done 2>/dev/null; kill -KILL 0")]);
    std::os::unix::process::CommandExt::process_group(&mut shell, 0);
    shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
}

/// The variable with the mark.
const MARK: &str = "FILETTO_ENGINE";

/// A mark that no other process has.
fn mark() -> String {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("{}-{}-", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Ends every process with this mark, and those that they start meanwhile.
#[cfg(target_os = "linux")]
fn end_marked(mark: &str) {
    use rustix::process::{Pid, Signal, kill_process};
    let wanted = format!("{MARK}={mark}");
    let carries = |folder: &std::path::Path| {
        let environment = std::fs::read(folder.join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable == wanted.as_bytes())
    };
    for _ in 0..ROUNDS {
        let Ok(folders) = std::fs::read_dir("/proc") else { return };
        let number = |name: &std::ffi::OsStr| Pid::from_raw(name.to_str()?.parse().ok()?);
        let folders = folders.flatten().filter_map(|folder| Some((number(&folder.file_name())?, folder.path())));
        let marked: Vec<Pid> = folders.filter(|(_, folder)| carries(folder)).map(|(pid, _)| pid).collect();
        if marked.is_empty() {
            return;
        }
        marked.into_iter().for_each(|pid| _ = kill_process(pid, Signal::KILL));
    }
}

/// How often it is looked for children that were started while others were ended.
#[cfg(target_os = "linux")]
const ROUNDS: usize = 10;

#[cfg(not(target_os = "linux"))]
fn end_marked(_: &str) {}

/// Reads line by line, never keeping more than the beginning of a line and the last lines.
fn read(stream: impl Read, tail: &Tail, say: Option<&SyncSender<String>>) {
    let mut reader = BufReader::new(stream);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match reader.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        // Some engines end lines with CR alone.
        for line in String::from_utf8_lossy(&bytes).split(['\r', '\n']).filter(|line| !line.trim().is_empty()) {
            {
                let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
                if tail.len() == TAIL {
                    tail.pop_front();
                }
                tail.push_back(quote(line));
            }
            if say.is_some_and(|say| say.send(line.to_owned()).is_err()) {
                return;
            }
        }
    }
}

/// Sets the bounds of a process that has just started. Where the system cannot, they are not kept.
#[cfg(target_os = "linux")]
fn bind(child: &Child, bounds: Bounds) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let Some(pid) = Pid::from_raw(child.id().cast_signed()) else { return };
    if let Some(bytes) = bounds.memory {
        let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
        let _ = prlimit(Some(pid), Resource::As, limit);
    }
    pin(Some(pid), bounds.core);
}

#[cfg(not(target_os = "linux"))]
fn bind(_: &Child, _: Bounds) {}

#[cfg(target_os = "linux")]
fn pin(pid: Option<rustix::process::Pid>, core: Option<usize>) {
    if let Some(core) = core {
        let mut set = rustix::thread::CpuSet::new();
        set.set(core);
        let _ = rustix::thread::sched_setaffinity(pid, &set);
    }
}

/// Binds the calling thread, and what it starts, to one core.
pub(crate) fn pin_this_thread(core: Option<usize>) {
    #[cfg(target_os = "linux")]
    pin(None, core);
    #[cfg(not(target_os = "linux"))]
    let _ = core;
}

/// The cores that this process may run on.
pub(crate) fn cores() -> Vec<usize> {
    #[cfg(target_os = "linux")]
    if let Ok(set) = rustix::thread::sched_getaffinity(None) {
        return (0..rustix::thread::CpuSet::MAX_CPU).filter(|core| set.is_set(*core)).collect();
    }
    (0..std::thread::available_parallelism().map_or(1, usize::from)).collect()
}
