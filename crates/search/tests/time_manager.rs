//! What holds of every plan of the time manager, on a hundred thousand time controls.

use std::time::Duration;

use filetto_search::{GameClock, Outlook, Rng, TimeControl, TimeManager};

const LEAST: Duration = Duration::from_millis(1);

/// From nothing to about a day, small times as likely as large ones.
fn time(rng: &mut Rng) -> Duration {
    let bits = rng.below(37);
    Duration::from_micros(rng.below(1 << bits) as u64)
}

fn control(rng: &mut Rng) -> TimeControl {
    let increment = if rng.below(2) == 0 { Duration::ZERO } else { time(rng) };
    let moves_to_go = (rng.below(3) == 0).then(|| rng.below(60) as u32);
    let overhead = if rng.below(4) == 0 { time(rng) } else { Duration::ZERO };
    TimeControl {
        per_move: (rng.below(2) == 0).then(|| time(rng)),
        clock: (rng.below(4) > 0).then(|| GameClock { left: time(rng), increment, moves_to_go }),
        overhead,
    }
}

fn every_plan(check: impl Fn(TimeControl, Outlook, TimeManager)) {
    let mut rng = Rng::new(16);
    for _ in 0..100_000 {
        let (control, outlook) =
            (control(&mut rng), Outlook { moves: 1 + rng.below(60) as u32, forced: rng.below(5) == 0 });
        check(control, outlook, TimeManager::plan(&control, outlook));
    }
}

#[test]
fn a_move_never_gets_more_than_is_left_and_never_nothing() {
    every_plan(|control, outlook, plan| {
        let Some(limit) = control.limit() else { return assert_eq!(plan, TimeManager::default()) };
        let hard = plan.hard.expect("a limit in, a limit out");
        assert!(hard > Duration::ZERO && hard <= limit.max(LEAST), "{control:?} {outlook:?}: {plan:?}");
        let soft = plan.soft.unwrap_or(hard);
        assert!(soft > Duration::ZERO && soft <= hard, "{control:?} {outlook:?}: {plan:?}");
    });
}

#[test]
fn a_move_among_many_gets_less_than_a_fifth_of_the_clock() {
    every_plan(|control, outlook, plan| {
        let Some(clock) = control.clock else { return };
        if clock.moves_to_go.unwrap_or(u32::MAX).min(outlook.moves) >= 5 {
            assert!(plan.hard.unwrap() <= (clock.left / 5).max(LEAST), "{control:?} {outlook:?}: {plan:?}");
        }
    });
}

#[test]
fn a_forced_move_is_played_at_once() {
    every_plan(|control, outlook, plan| {
        let free = TimeManager::plan(&control, Outlook { forced: false, ..outlook });
        if outlook.forced && control.limit().is_some() {
            assert!(plan.hard.unwrap() <= Duration::from_millis(20) && plan.hard <= free.hard, "{control:?}: {plan:?}");
            assert!(plan.soft.is_none_or(|soft| soft <= LEAST), "{control:?}: {plan:?}");
        }
    });
}

#[test]
fn more_time_on_the_clock_never_means_a_shorter_move() {
    every_plan(|control, outlook, plan| {
        let Some(clock) = control.clock else { return };
        let more = GameClock { left: clock.left * 2, ..clock };
        let longer = TimeManager::plan(&TimeControl { clock: Some(more), ..control }, outlook);
        assert!(longer.hard >= plan.hard, "{control:?} {outlook:?}: {plan:?}, with more {longer:?}");
    });
}

/// Plays `moves` moves that each take what `spend` makes of the plan; the plan of each.
fn played(
    start: Duration,
    increment: Duration,
    moves: u32,
    spend: impl Fn(TimeManager) -> Duration,
) -> Vec<TimeManager> {
    let mut left = start;
    (0..moves)
        .map(|played| {
            let outlook = Outlook { moves: (moves - played).clamp(6, 25), forced: false };
            let plan = TimeManager::plan(&TimeControl::game(left, increment), outlook);
            left = left.checked_sub(spend(plan)).expect("the flag does not fall") + increment;
            plan
        })
        .collect()
}

#[test]
fn later_moves_are_not_starved() {
    let ms = Duration::from_millis;
    for (start, increment) in [(ms(2000), ms(0)), (ms(5000), ms(0)), (ms(10_000), ms(100)), (ms(600_000), ms(5000))] {
        let usual = played(start, increment, 25, |plan| plan.soft.unwrap());
        let shortest = usual.iter().map(|plan| plan.soft.unwrap()).min().unwrap();
        assert!(shortest * 4 >= usual[0].soft.unwrap(), "{start:?}+{increment:?}: {usual:?}");
        // The longest game that there is on 15x15, every move as long as it may be: the clock still runs at the end.
        let unsure = played(start, increment, 113, |plan| plan.hard.unwrap());
        assert!(unsure.iter().all(|plan| plan.hard.unwrap() >= LEAST), "{start:?}+{increment:?}");
        let least = unsure.iter().map(|plan| plan.soft.unwrap()).min().unwrap();
        assert!(increment.is_zero() || least * 2 >= increment, "what is added is spent: {least:?}");
    }
}
