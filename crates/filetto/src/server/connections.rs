//! Accepts connections until asked to end. The head of a request arrives within a time, or the connection is dropped: without that
//! a client could keep thousands of half requests open for ever. `axum::serve` has no such limit; hyper, which it is made of, has.

use std::future::Future;

use axum::Router;
use axum::serve::Listener;
use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;

use super::limits::ARRIVING;

/// Serves until `asked` is done and every connection has had its answer.
pub(super) async fn serve(mut listener: TcpListener, router: Router, asked: impl Future<Output = ()>) {
    let mut server = Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(ARRIVING);
    let open = GracefulShutdown::new();
    tokio::pin!(asked);
    loop {
        let stream = tokio::select! {
            (stream, _) = Listener::accept(&mut listener) => stream,
            () = &mut asked => break,
        };
        let service = TowerToHyperService::new(router.clone());
        let connection = server.serve_connection(TokioIo::new(stream), service).with_upgrades();
        // A client that goes away in the middle is no fault of ours, and nobody is left to be told.
        let watched = open.watch(connection);
        tokio::spawn(async move { watched.await.ok() });
    }
    open.shutdown().await;
}
