//! `filetto serve`, and `filetto` alone: the app in the browser.

use std::net::SocketAddr;

use anyhow::Result;

use crate::cli::Serve;
use crate::terminal::print;
use crate::{interrupt, server};

/// Where the app is if nobody asks for another place: a link to a position still works tomorrow.
const PORT: u16 = 7333;

pub(crate) fn run(args: &Serve) -> Result<()> {
    let stop = interrupt::watch();
    let ready = |address: SocketAddr| {
        let url = url(address);
        print(format!("Filetto is at {url}  (Ctrl-C ends it)\n"))?;
        if address.ip().is_unspecified() || !address.ip().is_loopback() {
            print("Everybody who can reach this machine can reach it.\n")?;
        }
        if !args.no_open {
            // Without a browser the printed address is all there is to say.
            let _ = open::that_detached(&url);
        }
        Ok(())
    };
    let port = args.port.unwrap_or_else(|| if taken(&args.host, PORT) { 0 } else { PORT });
    server::run(&args.host, port, stop, ready)
}

/// Whether a port is in use: then any other does, unless the user asked for this one.
fn taken(host: &str, port: u16) -> bool {
    std::net::TcpListener::bind((host, port)).is_err()
}

/// An address that a browser on this machine can open.
fn url(address: SocketAddr) -> String {
    let port = address.port();
    match address {
        _ if address.ip().is_unspecified() => format!("http://127.0.0.1:{port}/"),
        _ => format!("http://{address}/"),
    }
}
