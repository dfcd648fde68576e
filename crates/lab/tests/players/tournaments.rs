//! Whole tournaments against the toy engine: every fault is laid to its door, it is started again, and the match goes on.

use lab::Cancel;
use lab::tournament::player::FaultKind::{
    self, Crash, Hang, IllegalMove, IllegalPv, MatePv, MateSign, NoMove, NoScore, PvMismatch,
};
use lab::tournament::{Event, Options, Report, run};

use crate::{SHORT, ample, pace, short_games, toy};

const GAMES: u64 = 6;

/// A match of two at a time against this engine, with patience for nothing longer than short.
fn play(misbehaviour: &str, settings: &str, change: impl FnOnce(&mut Options)) -> Report {
    let players = vec!["now,name=us,hash=1".parse().unwrap(), toy(misbehaviour, settings)];
    let mut options = Options {
        concurrency: 2,
        rules: short_games(),
        patience: lab::tournament::uci_player::Patience {
            search: SHORT,
            grace: SHORT,
            new_game: SHORT,
            ..ample()
        },
        ..Options::new(players, pace("nodes", "50"), GAMES)
    };
    change(&mut options);
    let mut finished = Vec::new();
    let report = run(&options, &Cancel::default(), &mut |event| {
        if let Event::Finished { game, .. } = event {
            finished.push(*game);
        }
    });
    finished.sort_unstable();
    assert_eq!(finished, Vec::from_iter(1..=GAMES), "{misbehaviour}");
    report.unwrap()
}

#[test]
fn faults_that_lose_lose_every_game_and_stop_nothing() {
    for (misbehaviour, kind) in [
        ("crash", Crash),
        ("exit-on-go", Crash),
        ("hang", Hang),
        ("endless-info", Hang),
        ("illegal-move", IllegalMove),
        ("garbage", IllegalMove),
        ("no-move", NoMove),
    ] {
        // The process that misbehaves in its second search is either started again, or goes on misbehaving.
        let report = play(misbehaviour, "", |_| {});
        assert_eq!((report.first.wins, report.first.penta.0[4]), (GAMES, GAMES / 2), "{misbehaviour}");
        assert_eq!(report.faults["toy"].get(&kind), Some(&GAMES), "{misbehaviour}: {:?}", report.faults);
        assert!(report.faults["us"].is_empty(), "{misbehaviour}: {:?}", report.faults);
    }
}

#[test]
fn faults_that_do_not_lose_are_counted_and_the_games_count_too() {
    let count = |misbehaviour: &str, check_mate_pvs: bool| -> Vec<FaultKind> {
        let report = play(misbehaviour, "", |options| options.check_mate_pvs = check_mate_pvs);
        assert_eq!(report.first.games, GAMES);
        assert!(report.faults["us"].keys().all(|kind| *kind == MateSign), "{:?}", report.faults);
        report.faults["toy"].keys().copied().collect()
    };
    for (misbehaviour, kind) in [("wrong-pv", IllegalPv), ("other-pv", PvMismatch), ("no-score", NoScore)] {
        assert!(count(misbehaviour, false).contains(&kind), "{misbehaviour}");
    }
    assert!(!count("false-mate", false).contains(&MatePv));
    assert!(count("false-mate", true).contains(&MatePv));
}

#[test]
fn an_engine_with_manners_of_its_own_is_at_no_fault() {
    for misbehaviour in ["crlf", "noise", "stderr", "slow-ready"] {
        let report = play(misbehaviour, ",restart=on", |options| options.patience = ample());
        assert!(!report.has_faults(), "{misbehaviour}: {:?}", report.faults);
    }
}
