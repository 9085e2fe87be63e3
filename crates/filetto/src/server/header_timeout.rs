//! Connections that must come to the point: the head of a request arrives within a time, or the connection is dropped. Without it
//! a client could keep thousands of half requests open for ever.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Sleep;

use super::limits::ARRIVING;

/// Listens, and watches what it accepts.
pub(super) struct HeaderTimeout(pub(super) TcpListener);

impl Listener for HeaderTimeout {
    type Io = Watched;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Watched, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.0).await;
        (Watched { stream, stage: Stage::Head { late: Box::pin(tokio::time::sleep(ARRIVING)), ends: 0 } }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

/// A connection, and what it is waiting for.
pub(super) struct Watched {
    stream: TcpStream,
    stage: Stage,
}

enum Stage {
    /// The head of a request: until when it must be here, and how much of the empty line that ends it has been seen.
    Head { late: Pin<Box<Sleep>>, ends: u8 },
    /// An answer, or the next request on a connection that is kept: nothing is owed.
    Between,
    /// A WebSocket, which has heartbeats of its own.
    Free,
}

impl Stage {
    /// Looks at bytes that have arrived.
    fn read(&mut self, bytes: &[u8]) {
        if let Stage::Between = self {
            *self = Stage::Head { late: Box::pin(tokio::time::sleep(ARRIVING)), ends: 0 };
        }
        let Stage::Head { ends, .. } = self else { return };
        for byte in bytes {
            *ends = match (*byte, *ends) {
                (b'\n', seen) => seen + 1,
                (b'\r', seen) => seen,
                _ => 0,
            };
            if *ends == 2 {
                *self = Stage::Between;
                return;
            }
        }
    }
}

impl AsyncRead for Watched {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buf);
        if read.is_ready() && buf.filled().len() > before {
            self.stage.read(&buf.filled()[before..]);
            return read;
        }
        if let (Poll::Pending, Stage::Head { late, .. }) = (&read, &mut self.stage)
            && late.as_mut().poll(cx).is_ready()
        {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        read
    }
}

impl AsyncWrite for Watched {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        if buf.starts_with(b"HTTP/1.1 101") {
            self.stage = Stage::Free;
        }
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
