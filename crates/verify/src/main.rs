//! `filetto-verify FILE…`, with nothing in it but the checker.

#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    filetto_verify::program(std::env::args_os().skip(1))
}
