//! `filetto-verify FILE…`: the checker as a program of its own.

fn main() -> std::process::ExitCode {
    filetto_verify::program(std::env::args_os().skip(1))
}
