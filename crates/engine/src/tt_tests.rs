//! The transposition table: what goes in comes out, the right entries go, and threads cannot mix entries up.

use super::*;

use std::sync::atomic::{AtomicBool, AtomicUsize};

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// A key of the first cluster; different `n` give different keys.
fn crowded_key(n: u64) -> u64 {
    n + 1
}

fn mv(raw: u16) -> Option<Move> {
    Move::from_raw(raw)
}

/// Stores with a depth and otherwise unremarkable values.
fn put(table: &TranspositionTable, key: u64, depth: i32) {
    table.store(key, 0, mv(0x0123), Score::cp(17), None, depth, Bound::Lower, false);
}

fn depth_of(table: &TranspositionTable, key: u64) -> Option<i32> {
    table.probe(key, 0, 0).map(|hit| hit.depth)
}

#[test]
fn every_field_survives() {
    let table = TranspositionTable::new(1).unwrap();
    let mut rng = SmallRng::seed_from_u64(1);
    for _ in 0..10_000 {
        let key: u64 = rng.random();
        let bound = [Bound::Upper, Bound::Lower, Bound::Exact][rng.random_range(0..3)];
        let stored = Hit {
            mv: mv(rng.random()),
            score: Score::from_raw(rng.random_range(-Score::MATE.get() + 300..=Score::MATE.get() - 300)),
            eval: rng.random::<bool>().then(|| Score::cp(rng.random_range(-32_000..=32_000))),
            depth: rng.random_range(-DEPTH_OFFSET..=247),
            bound,
            pv: rng.random(),
        };
        let ply = if stored.score.is_decisive() { 0 } else { rng.random_range(0..100) };
        table.store(key, ply, stored.mv, stored.score, stored.eval, stored.depth, bound, stored.pv);
        let hit = table.probe(key, ply, 0).expect("just stored");
        // Distances beyond the fifty-move horizon are weakened by design; score.rs tests that.
        let expected = stored.score.from_tt(0, 0);
        assert_eq!(hit, Hit { score: expected, ..stored });
    }
}

#[test]
fn a_full_window_end_is_stored_as_it_is() {
    let table = TranspositionTable::new(1).unwrap();
    table.store(5, 9, None, Score::MINUS_INFINITE, Some(Score::cp(3)), -1, Bound::Lower, false);
    assert_eq!(table.probe(5, 30, 99).unwrap().score, Score::MINUS_INFINITE);
}

#[test]
fn an_empty_table_knows_nothing() {
    let table = TranspositionTable::new(1).unwrap();
    assert!([0, 1, u64::MAX, 1 << 63].into_iter().all(|key| table.probe(key, 0, 0).is_none()));
    assert_eq!(table.hashfull(), 0);
}

#[test]
fn the_known_move_is_kept_when_the_new_result_has_none() {
    let table = TranspositionTable::new(1).unwrap();
    put(&table, 77, 4);
    table.store(77, 0, None, Score::cp(-5), None, 9, Bound::Upper, false);
    let hit = table.probe(77, 0, 0).unwrap();
    assert_eq!((hit.mv, hit.depth), (mv(0x0123), 9));
}

#[test]
fn a_much_shallower_result_does_not_displace_a_deep_one_unless_exact() {
    let table = TranspositionTable::new(1).unwrap();
    put(&table, 77, 12);
    table.store(77, 0, mv(0x0456), Score::ZERO, None, 2, Bound::Upper, false);
    let hit = table.probe(77, 0, 0).unwrap();
    assert_eq!((hit.depth, hit.bound, hit.mv), (12, Bound::Lower, mv(0x0456)), "but its move is news");
    table.store(77, 0, None, Score::ZERO, None, 2, Bound::Exact, false);
    assert_eq!(depth_of(&table, 77), Some(2));
}

#[test]
fn a_result_of_a_new_search_replaces_a_deeper_old_one() {
    let table = TranspositionTable::new(1).unwrap();
    put(&table, 77, 12);
    table.new_search();
    put(&table, 77, 2);
    assert_eq!(depth_of(&table, 77), Some(2));
}

#[test]
fn the_shallowest_of_a_full_cluster_goes() {
    let table = TranspositionTable::new(1).unwrap();
    for (n, depth) in [9, 3, 7, 5].into_iter().enumerate() {
        put(&table, crowded_key(n as u64), depth);
    }
    put(&table, crowded_key(4), 1);
    let depths: Vec<_> = (0..5).map(|n| depth_of(&table, crowded_key(n))).collect();
    assert_eq!(depths, [Some(9), None, Some(7), Some(5), Some(1)]);
}

#[test]
fn age_outweighs_depth() {
    let table = TranspositionTable::new(1).unwrap();
    put(&table, crowded_key(0), 12);
    for _ in 0..5 {
        table.new_search();
    }
    for n in 1..4 {
        put(&table, crowded_key(n), 1);
    }
    put(&table, crowded_key(4), 1);
    assert_eq!(depth_of(&table, crowded_key(0)), None, "deep, but five searches old");
    assert_eq!(depth_of(&table, crowded_key(1)), Some(1));
}

#[test]
fn generations_come_round_without_confusion() {
    let table = TranspositionTable::new(1).unwrap();
    for _ in 0..3 * u32::from(GENERATIONS) {
        table.new_search();
        for n in 0..4 {
            put(&table, crowded_key(n), 5);
        }
        assert_eq!(table.hashfull(), 4);
    }
    table.new_search();
    assert_eq!(table.hashfull(), 0, "nothing stored in this search yet");
}

#[test]
fn hashfull_reaches_a_thousand() {
    let table = TranspositionTable::new(1).unwrap();
    let mut rng = SmallRng::seed_from_u64(2);
    table.new_search();
    for _ in 0..400_000 {
        put(&table, rng.random(), 5);
    }
    assert_eq!(table.hashfull(), 1000);
    table.clear(3);
    assert_eq!(table.hashfull(), 0);
}

#[test]
fn clearing_reaches_every_entry_with_any_number_of_threads() {
    let mut rng = SmallRng::seed_from_u64(3);
    let keys: Vec<u64> = (0..5000).map(|_| rng.random()).chain([0, u64::MAX]).collect();
    let tables = [3, 17].map(|mib| TranspositionTable::new(mib).unwrap());
    for (table, threads) in
        tables.iter().flat_map(|table| [0, 1, 2, 7, 100_000].map(|threads| (table, threads)))
    {
        table.new_search();
        keys.iter().for_each(|&key| put(table, key, 5));
        table.clear(threads.min(64));
        assert!(keys.iter().all(|&key| table.probe(key, 0, 0).is_none()), "{threads} threads");
    }
}

#[test]
fn impossible_sizes_are_errors() {
    for mib in [0, MAX_HASH_MIB + 1, usize::MAX] {
        assert_eq!(TranspositionTable::new(mib).unwrap_err(), HashError::OutOfRange { mib });
    }
    // More than any machine has: some systems promise it all the same, but none may make the program abort.
    if let Err(error) = TranspositionTable::new(MAX_HASH_MIB) {
        assert_eq!(error, HashError::OutOfMemory { mib: MAX_HASH_MIB });
    }
    assert!(Clusters::zeroed(usize::MAX / 100).is_none(), "beyond the address space");
    for mib in [1, 3, 16] {
        assert_eq!(TranspositionTable::new(mib).unwrap().size_mib(), mib);
    }
}

#[test]
fn prefetching_any_key_is_harmless() {
    let table = TranspositionTable::new(1).unwrap();
    [0, 1, u64::MAX].into_iter().for_each(|key| table.prefetch(key));
}

/// What the hammering threads store for a key can be told from the key alone, whoever stores it and whatever depth.
fn payload(key: u64) -> (u16, i32, i32) {
    let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed >> 48) as u16, (mixed >> 20 & 0x3fff) as i32 - 8000, (mixed >> 3 & 0x3fff) as i32 - 8000)
}

#[test]
fn threads_hammering_one_cluster_never_see_a_mixed_entry() {
    let rounds = if cfg!(debug_assertions) { 100_000 } else { 2_000_000 };
    let table = TranspositionTable::new(1).unwrap();
    let (hits, start) = (AtomicUsize::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        for seed in 0..4 {
            let (table, hits, start) = (&table, &hits, &start);
            scope.spawn(move || {
                let mut rng = SmallRng::seed_from_u64(seed);
                while !start.load(Relaxed) {
                    std::hint::spin_loop();
                }
                for _ in 0..rounds {
                    // Ten keys for the four entries of one cluster.
                    let key = crowded_key(rng.random_range(0..10));
                    let (raw, score, eval) = payload(key);
                    if let Some(hit) = table.probe(key, 0, 0) {
                        hits.fetch_add(1, Relaxed);
                        assert_eq!(hit.mv, mv(raw), "the move of another position");
                        assert_eq!(
                            (hit.score.get(), hit.eval),
                            (score, Some(Score::cp(eval))),
                            "another score"
                        );
                    }
                    let depth = rng.random_range(0..30);
                    let bound = [Bound::Upper, Bound::Exact][rng.random_range(0..2)];
                    table.store(
                        key,
                        0,
                        mv(raw),
                        Score::cp(score),
                        Some(Score::cp(eval)),
                        depth,
                        bound,
                        rng.random(),
                    );
                }
            });
        }
        start.store(true, Relaxed);
    });
    assert!(hits.load(Relaxed) > rounds / 10, "the threads hardly met: nothing was tested");
}

#[test]
fn a_torn_entry_is_a_miss() {
    let entry = Entry::default();
    let data =
        |score| Data { mv: None, score, eval: 0, depth: 1, bound: Bound::Exact, pv: false, generation: 0 };
    entry.write(10, data(1));
    let torn = entry.check.load(Relaxed);
    entry.write(20, data(2));
    assert!(entry.read(20).is_some());
    // Another thread's half of a write of key 10 arrives late.
    entry.check.store(torn, Relaxed);
    assert!(entry.read(10).is_none() && entry.read(20).is_none());
}

#[test]
fn a_stored_score_answers_a_window_only_where_its_bound_implies_a_cut() {
    let (alpha, beta) = (Score::cp(10), Score::cp(30));
    for raw in 0..40 {
        let score = Score::cp(raw);
        let answers =
            |bound| Hit { mv: None, score, eval: None, depth: 1, bound, pv: false }.answers(alpha, beta);
        assert!(answers(Bound::Exact));
        // The true score is at least `score`: a cut follows when even that reaches beta.
        assert_eq!(answers(Bound::Lower), score >= beta, "{raw}");
        // The true score is at most `score`: a fail low follows when even that is not above alpha.
        assert_eq!(answers(Bound::Upper), score <= alpha, "{raw}");
    }
}
