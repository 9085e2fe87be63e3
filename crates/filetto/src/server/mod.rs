//! The app's server: the page, and a WebSocket on which it asks for moves, analyses, trees and texts.
//!
//! The page holds the game and sends it whole with every request, so the server remembers nothing between two messages: a
//! connection that breaks costs nobody a game. Games between two devices are the exception: they live in `rooms`.

mod connections;
mod events;
mod guard;
mod limits;
mod pages;
mod queue;
mod rooms;
mod session;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::watch;

use queue::Queue;

/// What all sessions share.
struct App {
    queue: Queue,
    events: events::EventSlots,
    rooms: rooms::Rooms,
    /// Where it listens.
    address: SocketAddr,
    sessions: AtomicUsize,
    /// What requests may call it by: the name the server was told to listen on, and those of the machine.
    names: Vec<String>,
    /// Becomes true when the server is to end.
    ending: watch::Receiver<bool>,
}

/// Serves on an address until the flag is set; `ready` hears the address once it listens.
pub(crate) fn run(
    host: &str,
    port: u16,
    stop: Arc<AtomicBool>,
    ready: impl FnOnce(SocketAddr) -> Result<()>,
) -> Result<()> {
    // Requests are small and the thinking is done elsewhere: two threads serve hundreds of sessions.
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let listener =
            TcpListener::bind((host, port)).await.with_context(|| format!("cannot listen on {host} port {port}"))?;
        let address = listener.local_addr()?;
        ready(address)?;
        let (end, ending) = watch::channel(false);
        let app = Arc::new(App {
            queue: Queue::start(),
            events: events::EventSlots::new(),
            rooms: rooms::Rooms::default(),
            address,
            sessions: AtomicUsize::new(0),
            names: [host.to_owned()].into_iter().chain(own_names()).collect(),
            ending,
        });
        let router = router(Arc::clone(&app));
        let asked = async move {
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(Duration::from_millis(50)).await;
                app.rooms.tick();
            }
            // Sessions say goodbye, searches stop; then the connections are idle and close.
            let _ = end.send(true);
            app.queue.close();
        };
        connections::serve(listener, router, asked).await;
        anyhow::Ok(())
    })?;
    // A client that keeps its connection open must not keep us.
    runtime.shutdown_timeout(Duration::from_secs(1));
    Ok(())
}

/// The names that this machine has in its network.
pub(crate) fn own_names() -> Vec<String> {
    let name = gethostname::gethostname().to_string_lossy().into_owned();
    if name.is_empty() { Vec::new() } else { vec![format!("{name}.local"), name] }
}

fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/socket", get(socket))
        .fallback(get(pages::serve))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard::check))
        .with_state(app)
}

/// Turns a request into a session, if there is room for one more.
async fn socket(State(app): State<Arc<App>>, upgrade: WebSocketUpgrade, _: Request) -> Response {
    if app.sessions.fetch_add(1, Ordering::Relaxed) >= limits::SESSIONS {
        app.sessions.fetch_sub(1, Ordering::Relaxed);
        return (StatusCode::SERVICE_UNAVAILABLE, "busy: too many sessions are open\n").into_response();
    }
    let place = Place(Arc::clone(&app));
    upgrade
        .max_message_size(limits::MESSAGE_BYTES)
        .max_frame_size(limits::MESSAGE_BYTES)
        .on_upgrade(move |socket| async move { session::run(socket, &place.0).await })
}

/// A session's place among those allowed; given back however the session ends, even if it never began.
struct Place(Arc<App>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.sessions.fetch_sub(1, Ordering::Relaxed);
    }
}
