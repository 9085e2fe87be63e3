//! The service at a terminal: requests on standard input, a line of JSON each; replies on standard output. The tests of the module for
//! browsers ask it the same questions.
//!
//! `echo '{"type":"chart","id":1,"rules":"3x3x3"}' | cargo run -p filetto-service --example answer`

#![allow(clippy::print_stdout, reason = "it is a program")]

use std::io::stdin;

use filetto_service::{Code, Granted, Host, Refusal, Reply, grant, read};

fn main() {
    for line in stdin().lines().map_while(Result::ok).filter(|line| !line.trim().is_empty()) {
        let tell = |reply: &Reply| println!("{}", serde_json::to_string(reply).unwrap_or_default());
        let request = match read(&line) {
            Ok(request) => request,
            Err(reply) => {
                tell(&reply);
                continue;
            }
        };
        let id = request.id();
        let refuse = |Refusal(code, message)| tell(&Reply::Error { id: Some(id), code, message });
        match grant(request, &Host::default()) {
            Ok(Granted::Reply(reply)) => tell(&reply),
            Ok(Granted::Job(job)) => (job.work)(job.time, &Default::default(), &mut |reply| tell(&reply)),
            Ok(Granted::Host(_)) => refuse(Refusal(Code::TooMuch, "nobody is here to do that".to_owned())),
            Err(refusal) => refuse(refusal),
        }
    }
}
