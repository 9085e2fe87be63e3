//! Games without gravity.

mod assess;
mod cells;
mod dfpn;
mod pairing;
mod state;
mod table;
mod vcf;

pub use scratch::scratch;
mod scratch {
    use super::dfpn::*;
    use super::state::*;
    use super::table::*;
    use filetto_rules::Rules;
    fn run<const N: usize>(rules: Rules, strong: bool, limit: u64, set: &str) {
        let start = std::time::Instant::now();
        let mut d = Dfpn::<N>::new(State::new(rules, strong), Table::new(1 << 30));
        for s in set.split(',').filter(|s| !s.is_empty()) {
            let (n, v) = s.split_once('=').unwrap();
            let v: u32 = v.parse().unwrap();
            match n {
                "p" => d.knobs.pairing = v > 0,
                "pa" => d.knobs.pairing_at_and = v > 0,
                "def" => d.knobs.deficiency = v > 0,
                "vcf" => d.knobs.vcf = v,
                "zone" => d.knobs.zone = v > 0,
                "dom" => d.knobs.dominated = v > 0,
                "twins" => d.knobs.twins = v > 0,
                "eps" => d.knobs.epsilon = v,
                _ => panic!(),
            }
        }
        let n = d.solve(X, &mut |nodes, _root, _| nodes >= limit);
        println!(
            "{rules} {} {n:?} nodes {} assessed {} {:.2}s fill {}",
            if strong { "strong" } else { "weak" },
            d.nodes,
            d.assessed,
            start.elapsed().as_secs_f64(),
            d.table.permille()
        );
    }
    pub fn scratch(board: &str, strong: bool, limit: u64, set: &str) {
        let rules: Rules = board.parse().unwrap();
        match rules.cells().div_ceil(64) {
            1 => run::<1>(rules, strong, limit, set),
            2 => run::<2>(rules, strong, limit, set),
            3 => run::<3>(rules, strong, limit, set),
            _ => run::<4>(rules, strong, limit, set),
        }
    }
}
