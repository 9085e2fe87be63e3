//! Accepts connections until asked to end. The head of a request arrives within a time, or the connection is dropped: without that
//! a client could keep thousands of half requests open for ever. `axum::serve` has no such limit; hyper, which it is made of, has.

use std::future::Future;

use axum::Router;
use axum::serve::Listener;
use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::limits::ARRIVING;

/// Serves until `asked` is done and every request has had its answer.
pub(super) async fn serve(mut listener: TcpListener, router: Router, asked: impl Future<Output = ()>) {
    let (end, ending) = watch::channel(());
    let mut open = JoinSet::new();
    tokio::pin!(asked);
    loop {
        tokio::select! {
            (stream, _) = Listener::accept(&mut listener) => {
                open.spawn(connection(stream, router.clone(), ending.clone()));
            }
            Some(_) = open.join_next() => {}
            () = &mut asked => break,
        }
    }
    drop(end);
    while open.join_next().await.is_some() {}
}

/// Answers the requests of one connection; once it is time to end, only the one at hand.
async fn connection(stream: TcpStream, router: Router, mut ending: watch::Receiver<()>) {
    let mut server = Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(ARRIVING);
    let answering = server.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router)).with_upgrades();
    tokio::pin!(answering);
    // A client that goes away in the middle is no fault of ours, and nobody is left to be told.
    tokio::select! {
        _ = answering.as_mut() => return,
        _ = ending.changed() => answering.as_mut().graceful_shutdown(),
    }
    let _ = answering.await;
}
