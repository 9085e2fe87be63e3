//! `pbrain-filetto`: the engine under the name that Gomocup managers look for.

fn main() -> std::process::ExitCode {
    filetto::run_engine()
}
