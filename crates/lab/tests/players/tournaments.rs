//! Whole tournaments against the toy engine: every fault is laid to its door, it is started again, and the match goes on.

use lab::Cancel;
use lab::tournament::player::FaultKind::{
    self, Crash, Hang, IllegalMove, IllegalPv, MatePv, MateSign, NoMove, NoScore, PvMismatch,
};
use lab::tournament::uci_player::Patience;
use lab::tournament::{Event, Options, Report, run};

use crate::{SHORT, ample, pace, short_games, toy};

const GAMES: u64 = 6;

/// A match of two at a time against this engine, with the lines that told of faults. Those who would be waited for in vain are
/// not waited for long.
fn play(misbehaviour: &str, settings: &str, check_mate_pvs: bool) -> (Report, Vec<String>) {
    let players = vec!["now,name=us,hash=1".parse().unwrap(), toy(misbehaviour, settings)];
    let patience = match misbehaviour {
        "hang" | "endless-info" => Patience { search: SHORT, grace: SHORT, ..ample() },
        _ => ample(),
    };
    let options = Options {
        concurrency: 2,
        rules: short_games(),
        patience,
        check_mate_pvs,
        ..Options::new(players, pace("nodes", "50"), GAMES)
    };
    let (mut finished, mut warnings) = (Vec::new(), Vec::new());
    let report = run(&options, &Cancel::default(), &mut |event| match event {
        Event::Finished { game, .. } => finished.push(*game),
        Event::Fault { .. } => warnings.push(event.to_string()),
        _ => {}
    });
    finished.sort_unstable();
    assert_eq!(finished, Vec::from_iter(1..=GAMES), "{misbehaviour}");
    (report.unwrap(), warnings)
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
        let (report, _) = play(misbehaviour, "", false);
        assert_eq!((report.first.wins, report.first.penta.0[4]), (GAMES, GAMES / 2), "{misbehaviour}");
        assert_eq!(report.faults["toy"].get(&kind), Some(&GAMES), "{misbehaviour}: {:?}", report.faults);
        assert!(report.faults["us"].is_empty(), "{misbehaviour}: {:?}", report.faults);
    }
}

#[test]
fn faults_that_do_not_lose_are_counted_and_told_in_fastchess_s_words() {
    let count = |misbehaviour: &str, check_mate_pvs: bool| -> (Vec<FaultKind>, Vec<String>) {
        let (report, warnings) = play(misbehaviour, "", check_mate_pvs);
        assert_eq!(report.first.games, GAMES);
        assert!(report.faults["us"].keys().all(|kind| *kind == MateSign), "{:?}", report.faults);
        (report.faults["toy"].keys().copied().collect(), warnings)
    };
    for (misbehaviour, kind, words) in [
        ("wrong-pv", IllegalPv, "Illegal PV move - move a1a1 in "),
        ("other-pv", PvMismatch, "Bestmove does not match beginning of last PV - move "),
        ("no-score", NoScore, "Could not extract score - "),
        ("false-mate", MatePv, "Incomplete mating PV - 1 plies for mate 3; game "),
    ] {
        let (kinds, warnings) = count(misbehaviour, true);
        assert!(kinds.contains(&kind), "{misbehaviour}");
        let is_told =
            |line: &String| line.starts_with(&format!("Warning; {words}")) && line.ends_with(" from toy");
        assert!(warnings.iter().any(is_told), "{warnings:?}");
    }
    assert!(!count("false-mate", false).0.contains(&MatePv));
}

#[test]
fn an_engine_with_manners_of_its_own_is_at_no_fault() {
    for misbehaviour in ["crlf", "noise", "stderr", "slow-ready"] {
        let (report, _) = play(misbehaviour, ",restart=on", false);
        assert!(!report.has_faults(), "{misbehaviour}: {:?}", report.faults);
    }
}
