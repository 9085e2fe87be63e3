//! `filetto serve`, and `filetto` alone: the app in the browser.

use std::net::{SocketAddr, UdpSocket};

use anyhow::Result;

use crate::cli::Serve;
use crate::players::provide;
use crate::terminal::{bad_input, print};
use crate::{interrupt, server};

/// Where the app is if nobody asks for another place: a link to a position still works tomorrow.
const PORT: u16 = 7333;

pub(crate) fn run(args: &Serve) -> Result<()> {
    for path in &args.network {
        provide(path).map_err(bad_input)?;
    }
    let stop = interrupt::watch();
    let ready = |address: SocketAddr| {
        let url = url(address);
        print(format!("Filetto is at {url}  (Ctrl-C ends it)\n"))?;
        if address.ip().is_unspecified() {
            print(format!("Other devices find it at {}\n", elsewhere(address.port()).join(" or ")))?;
        }
        if !address.ip().is_loopback() {
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

/// The addresses of this machine for others: its name, and the address that it has in its network.
fn elsewhere(port: u16) -> Vec<String> {
    // Nothing is sent: connecting only makes the system choose the address that it would send from.
    let chosen = UdpSocket::bind("0.0.0.0:0").and_then(|socket| {
        socket.connect("192.0.2.1:9")?;
        socket.local_addr()
    });
    let address = chosen.ok().filter(|address| !address.ip().is_unspecified()).map(|address| address.ip().to_string());
    let names = server::own_names().pop().into_iter().chain(address);
    names.map(|name| format!("http://{name}:{port}/")).collect()
}
