fn main() {
    let a: Vec<String> = std::env::args().collect();
    let limit = a.get(3).and_then(|s| s.parse().ok()).unwrap_or(2_000_000);
    filetto_solve::free::scratch(&a[1], a[2] == "s", limit, a.get(4).map_or("", |s| s));
}
