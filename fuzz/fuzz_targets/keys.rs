#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| filetto_invariants::run("keys", bytes));
