//! `filetto`.

fn main() -> std::process::ExitCode {
    filetto::run()
}
