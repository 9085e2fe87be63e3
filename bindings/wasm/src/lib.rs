//! Filetto as a WebAssembly module. A text comes in, replies go out while it is answered: the messages of `docs/app.md`, answered
//! by the crate `service` as the server answers them. `js/filetto.js` is the other half.
//!
//! Seven functions with numbers are all that page and module say to each other, so they need no generator of glue: texts and files
//! are laid into a room of bytes, and what the module says is read from where it says. docs/decisions/0012 tells why.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use filetto_search::Clock;
use filetto_service::{Code, Granted, Host, Refusal, Reply, Stop, grant, hello, read, wants};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since some moment; never goes back.
    safe fn now() -> f64;
    /// Whether what is going on shall stop: not 0 if it shall.
    safe fn stopped() -> u32;
    /// A number from 0 to 1 that is another one every time.
    safe fn chance() -> f64;
    /// Hears a text of so many bytes at this place.
    safe fn hear(place: *const u8, length: usize);
}

/// The version of the package; the page's build says which commit it is of.
const HOST: Host = Host {
    version: env!("CARGO_PKG_VERSION"),
    seed: || (chance() * 2f64.powi(53)) as u64,
    has_certificate: |name| CERTIFICATES.lines().any(|known| known == name),
    certificate: |name| FILES.with_borrow(|files| files.get(name).cloned()),
    puzzles: &[
        include_str!("../../../fixtures/puzzles/k4.txt"),
        include_str!("../../../fixtures/puzzles/k5.txt"),
        include_str!("../../../fixtures/puzzles/k6.txt"),
        include_str!("../../../fixtures/puzzles/gravity.txt"),
    ],
    without: &["event", "invite"],
};

/// The names of the certificates that the page brings along, a line each.
const CERTIFICATES: &str = include_str!(concat!(env!("OUT_DIR"), "/certificates.txt"));

thread_local! {
    /// What the page lays down before it calls.
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// Certificates that were fetched.
    static FILES: RefCell<BTreeMap<String, Vec<u8>>> = const { RefCell::new(BTreeMap::new()) };
}

/// The flag of the request at hand. One thread has one at a time.
static STOP: OnceLock<Stop> = OnceLock::new();

fn stop_flag() -> &'static Stop {
    STOP.get_or_init(|| Arc::new(AtomicBool::new(false)))
}

/// The time. Who searches looks at it again and again: that is when a wish to stop is heard, since no message comes in meanwhile.
fn time() -> Duration {
    if stopped() != 0 {
        stop_flag().store(true, Ordering::Relaxed);
    }
    Duration::from_secs_f64(now().max(0.0) / 1000.0)
}

fn say(text: &str) {
    hear(text.as_ptr(), text.len());
}

fn tell(reply: &Reply) {
    say(&serde_json::to_string(reply).unwrap_or_default());
}

/// Makes room for so many bytes and says where.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    ROOM.with_borrow_mut(|room| {
        room.clear();
        room.resize(length, 0);
        room.as_mut_ptr()
    })
}

fn take_room() -> Vec<u8> {
    ROOM.take()
}

/// Begins: what can be asked for is the first reply.
#[unsafe(no_mangle)]
pub extern "C" fn begin() {
    // A second begin finds the clock installed.
    let _ = Clock::install(time);
    tell(&hello(&HOST));
}

/// Says which files the request in the room needs that are not here yet, as a list in JSON.
#[unsafe(no_mangle)]
pub extern "C" fn needs() {
    let text = String::from_utf8_lossy(&take_room()).into_owned();
    let mut files = read(&text).map(|request| wants(&request)).unwrap_or_default();
    files.retain(|name| !FILES.with_borrow(|here| here.keys().any(|key| name.ends_with(key))));
    say(&serde_json::to_string(&files).unwrap_or_default());
}

/// Takes a file from the room: its name is the first `name` bytes. Says whether it is one that can be used.
#[unsafe(no_mangle)]
pub extern "C" fn provide(name: usize) -> u32 {
    let bytes = take_room();
    let Some((name, file)) = bytes.split_at_checked(name) else { return 0 };
    let name = String::from_utf8_lossy(name);
    match name.split_once('/') {
        Some(("books", name)) => filetto_solve::book::provide(name, file).is_ok().into(),
        Some(("networks", _)) => filetto_learn::provide(file).is_ok().into(),
        Some(("certificates", name)) => {
            FILES.with_borrow_mut(|files| files.insert(name.to_owned(), file.to_vec()));
            1
        }
        _ => 0,
    }
}

/// Answers the request in the room. When it returns, the last reply has been told.
#[unsafe(no_mangle)]
pub extern "C" fn ask() {
    let text = String::from_utf8_lossy(&take_room()).into_owned();
    let request = match read(&text) {
        Ok(request) => request,
        Err(reply) => return tell(&reply),
    };
    let id = request.id();
    stop_flag().store(false, Ordering::Relaxed);
    match grant(request, &HOST) {
        Ok(Granted::Reply(reply)) => tell(&reply),
        Ok(Granted::Job(job)) => (job.work)(job.time, stop_flag(), &mut |reply| tell(&reply)),
        Ok(Granted::Host(_)) => refuse(id, Refusal(Code::TooMuch, ELSEWHERE.to_owned())),
        Err(refusal) => refuse(id, refusal),
    }
}

const ELSEWHERE: &str =
    "this needs Filetto on a computer: a page has no referee, no other programs and no line to other devices";

fn refuse(id: u32, Refusal(code, message): Refusal) {
    tell(&Reply::Error { id: Some(id), code, message });
}
