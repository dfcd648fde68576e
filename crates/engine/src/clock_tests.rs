//! The clock: budgets that cannot be overdrawn, whatever the time control.

use super::*;

const OVERHEAD: Duration = Duration::from_millis(10);
const SIDE: Color = Color::White;

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn timed(remaining: Duration, increment: Duration, movestogo: Option<u32>) -> Clock {
    let mut limits = Limits { movestogo, ..Limits::default() };
    limits.time[SIDE.index()] = Some(remaining);
    limits.inc[SIDE.index()] = increment;
    Clock::new(&limits, SIDE, OVERHEAD, TimeParams::DEFAULT)
}

/// What a search may claim that asks for as much, or as little, time as possible.
fn extremes() -> [Stability; 4] {
    let eager = Stability { best_move_nodes: 0, best_move_age: 0, score_drop: 30_000, only_move: false };
    let calm = Stability { best_move_nodes: 1000, best_move_age: 200, score_drop: -30_000, only_move: false };
    [eager, calm, Stability { only_move: true, ..eager }, Stability::default()]
}

#[test]
fn no_budget_exceeds_what_is_left_after_the_overhead() {
    for remaining in [0, 1, 5, 9, 10, 11, 50, 100, 1000, 60_000, 7_200_000, u64::MAX / 1_000_000] {
        for increment in [0, 10, 1000, 3_600_000] {
            for movestogo in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                let clock = timed(ms(remaining), ms(increment), movestogo);
                let available = ms(remaining).saturating_sub(OVERHEAD);
                let (soft, hard) = (clock.soft().unwrap(), clock.hard().unwrap());
                assert!(
                    soft <= hard && hard <= available,
                    "{remaining}+{increment} {movestogo:?}: {soft:?} {hard:?}"
                );
                for stability in extremes() {
                    assert!(clock.soft_scaled(&stability).unwrap() <= hard);
                }
            }
        }
    }
}

#[test]
fn an_empty_clock_asks_for_an_immediate_answer() {
    for remaining in [0, 1, 10] {
        let clock = timed(ms(remaining), Duration::ZERO, None);
        assert!(clock.is_hard_over() && clock.is_soft_over(&Stability::default()));
    }
}

#[test]
fn the_last_move_before_a_control_leaves_a_reserve_but_little_else() {
    let clock = timed(ms(60_000), Duration::ZERO, Some(1));
    let hard = clock.hard().unwrap();
    assert!(hard < ms(60_000) - OVERHEAD && hard > ms(40_000), "{hard:?}");
    let early = timed(ms(60_000), Duration::ZERO, Some(40));
    assert!(early.hard().unwrap() < hard);
}

#[test]
fn long_games_without_increment_are_never_lost_on_time() {
    // A move costs its budget and then a little more than the clock can know of.
    let latency = Duration::from_micros(20);
    for start in [ms(1000), ms(60_000)] {
        for stability in extremes() {
            let mut remaining = start;
            for number in 1..=300 {
                let clock = timed(remaining, Duration::ZERO, None);
                let used = if number % 10 == 0 { clock.hard() } else { clock.soft_scaled(&stability) };
                let cost = used.unwrap() + latency;
                remaining =
                    remaining.checked_sub(cost).unwrap_or_else(|| panic!("flag fell on move {number}"));
            }
        }
    }
}

#[test]
fn a_whole_control_is_survived_with_hard_searches_only() {
    let mut remaining = ms(100);
    for movestogo in (1..=40).rev() {
        let used = timed(remaining, Duration::ZERO, Some(movestogo)).hard().unwrap();
        remaining = remaining.checked_sub(used).expect("time left");
    }
    assert!(remaining >= OVERHEAD);
}

#[test]
fn movetime_is_exact_and_does_not_bend() {
    let limits = Limits { movetime: Some(ms(500)), ..Limits::default() };
    let clock = Clock::new(&limits, SIDE, OVERHEAD, TimeParams::DEFAULT);
    assert_eq!(clock.hard(), Some(ms(490)));
    for stability in extremes() {
        assert_eq!(clock.soft_scaled(&stability), Some(ms(490)));
    }
    // However short, half of the time is for thinking.
    let shortest = Limits { movetime: Some(ms(4)), ..Limits::default() };
    assert_eq!(Clock::new(&shortest, SIDE, OVERHEAD, TimeParams::DEFAULT).hard(), Some(ms(2)));
}

#[test]
fn untimed_searches_have_no_limit() {
    let mut infinite = Limits { infinite: true, movetime: Some(ms(1)), ..Limits::default() };
    infinite.time[SIDE.index()] = Some(ms(1));
    let mut theirs = Limits::default();
    theirs.time[(!SIDE).index()] = Some(ms(1));
    for limits in [infinite, theirs, Limits::default(), Limits::depth(5), Limits::nodes(9)] {
        let clock = Clock::new(&limits, SIDE, OVERHEAD, TimeParams::DEFAULT);
        assert_eq!((clock.soft(), clock.hard()), (None, None));
        assert!(!clock.is_hard_over() && !clock.is_soft_over(&Stability::default()));
    }
}

#[test]
fn pondering_costs_nothing_until_the_ponderhit() {
    let mut limits = Limits { ponder: true, ..Limits::default() };
    limits.time[SIDE.index()] = Some(Duration::ZERO);
    let mut clock = Clock::new(&limits, SIDE, OVERHEAD, TimeParams::DEFAULT);
    assert!(clock.is_pondering() && !clock.is_hard_over() && !clock.is_soft_over(&Stability::default()));
    assert_eq!(clock.spent(), Duration::ZERO);
    clock.ponderhit();
    assert!(!clock.is_pondering() && clock.is_hard_over());
    assert!(clock.spent() <= clock.elapsed());
}

#[test]
fn each_factor_pulls_its_own_way() {
    let params = TimeParams::DEFAULT;
    let usual = Stability { best_move_nodes: 600, best_move_age: 3, score_drop: 0, only_move: false };
    let clear = Stability { best_move_nodes: 950, ..usual };
    let settled = Stability { best_move_age: 9, ..usual };
    let falling = Stability { score_drop: 60, ..usual };
    let forced = Stability { only_move: true, ..usual };
    let factor = |stability: Stability| stability.factor(&params);
    assert!(factor(clear) < factor(usual));
    assert!(factor(settled) < factor(usual));
    assert!(factor(falling) > factor(usual));
    assert!(factor(forced) < factor(clear));
}
