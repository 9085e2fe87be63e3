//! Two crates that know nobody have the same generator: here it is held to one sequence.

#[test]
fn rules_and_search_draw_the_same_random_numbers() {
    for seed in [0, 1, 42, u64::MAX] {
        let (mut rules, mut search) = (filetto_rules::Rng::new(seed), filetto_search::Rng::new(seed));
        for n in 1..1000 {
            assert_eq!(rules.next_u64(), search.bits());
            assert_eq!(rules.below(n), search.below(n));
        }
    }
}
