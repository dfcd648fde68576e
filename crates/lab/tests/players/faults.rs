//! Every fault is told from the others, is put down to whoever committed it, and hinders neither the end of the game nor
//! the next one.

use chess::{Color, Game};
use lab::tournament::game::{GameRecord, GameResult, Opening, Termination, play};
use lab::tournament::pace::Pace;
use lab::tournament::player::{Budget, Fault, FaultKind, Identity, Player, Thought};
use lab::tournament::uci_player::Patience;
use lab::{Cancel, LabError};

use crate::{MOVES, SHORT, ample, friendly, pace, short_games, start, this_engine, toy};

/// Plays two games against the engine in process, the toy with White first, then with Black.
fn two_games(toy: &mut dyn Player, its_pace: &Pace) -> [(Color, GameRecord); 2] {
    let (mut us, our_pace) = (this_engine(), pace("nodes", "50"));
    let (opening, rules, cancel) = (Opening::default(), short_games(), Cancel::default());
    let first = play(toy, &mut us, [its_pace, &our_pace], &opening, &rules, &cancel);
    let second = play(&mut us, toy, [&our_pace, its_pace], &opening, &rules, &cancel);
    [(Color::White, first), (Color::Black, second)]
}

fn kinds(record: &GameRecord) -> Vec<(Color, FaultKind)> {
    record.faults.iter().map(|(color, fault)| (*color, fault.kind)).collect()
}

/// The toy loses both games by this one fault.
fn loses(misbehaviour: &str, patience: &Patience, its_pace: &Pace, kind: FaultKind, words: &str) {
    let mut toy = start(misbehaviour, patience);
    for (color, record) in two_games(&mut *toy, its_pace) {
        assert_eq!(kinds(&record), [(color, kind)], "{misbehaviour}: {record:?}");
        assert_eq!(record.result, GameResult::win(!color), "{misbehaviour}");
        assert!(record.reason.starts_with(&format!("{color}{words}")), "{misbehaviour}: {}", record.reason);
        let termination = match kind {
            FaultKind::TimeLoss => Termination::TimeForfeit,
            FaultKind::IllegalMove | FaultKind::NoMove => Termination::IllegalMove,
            _ => Termination::Abandoned,
        };
        assert_eq!(record.termination, termination, "{misbehaviour}");
    }
}

#[test]
fn a_crash_loses_and_the_engine_is_started_again() {
    for (misbehaviour, detail) in [("crash@3", "a planted crash"), ("exit-on-go@3", "exit status: 0")] {
        let mut toy = start(misbehaviour, &ample());
        for (color, record) in two_games(&mut *toy, &pace("nodes", "1")) {
            assert_eq!(kinds(&record), [(color, FaultKind::Crash)], "{record:?}");
            assert_eq!(record.reason, format!("{color} disconnects"));
            assert_eq!(
                (record.result, record.termination),
                (GameResult::win(!color), Termination::Abandoned)
            );
            // Two moves of a process that crashes at its third: in both games, so it was another process.
            assert_eq!(record.moves.len(), if color == Color::White { 4 } else { 5 });
            assert!(record.faults[0].1.detail.contains(detail) || cfg!(windows), "{:?}", record.faults);
        }
    }
}

#[test]
fn whoever_reacts_to_nothing_hangs_with_a_clock_and_without() {
    for misbehaviour in ["hang@1", "endless-info@1"] {
        let patience = Patience { search: SHORT, grace: SHORT, ..ample() };
        for its_pace in [pace("tc", "0.2"), pace("st", "0.2"), pace("nodes", "1")] {
            loses(misbehaviour, &patience, &its_pace, FaultKind::Hang, "'s connection stalls");
        }
    }
}

#[test]
fn whoever_has_to_be_stopped_loses_on_time_or_hangs() {
    loses("needs-stop@1", &ample(), &pace("tc", "0.2"), FaultKind::TimeLoss, " loses on time (");
    let patience = Patience { search: SHORT, ..ample() };
    loses("needs-stop@1", &patience, &pace("depth", "1"), FaultKind::Hang, "'s connection stalls");
}

#[test]
fn a_move_that_came_too_late_is_recorded_and_one_within_the_margin_counts() {
    let mut its_pace = pace("tc", "0.1");
    let mut toy = start("needs-stop@1", &ample());
    let [(_, late), _] = two_games(&mut *toy, &its_pace);
    assert_eq!(late.moves.len(), 1);
    assert_eq!(late.moves[0].time_left, Some(std::time::Duration::ZERO));
    its_pace.set("timemargin", "60000").unwrap();
    let mut toy = start("", &ample());
    for (_, record) in two_games(&mut *toy, &its_pace) {
        assert_eq!(kinds(&record), []);
    }
}

#[test]
fn whoever_does_not_answer_between_games_hangs_and_is_started_again() {
    // Also waited for in the first and last game, so not too short.
    let patience = Patience { new_game: 5 * SHORT, ..ample() };
    let mut toy = start("mute-in-game", &patience);
    let mut us = this_engine();
    let records = [0; 3].map(|_| friendly(&mut *toy, &mut us));
    assert_eq!(kinds(&records[0]), []);
    assert_eq!(kinds(&records[1]), [(Color::White, FaultKind::Hang)]);
    assert_eq!((records[1].moves.len(), records[1].reason.as_str()), (0, "White's connection stalls"));
    assert_eq!(kinds(&records[2]), []);
}

#[test]
fn what_is_no_legal_move_loses() {
    let ours = pace("nodes", "1");
    for misbehaviour in ["illegal-move", "garbage"] {
        loses(misbehaviour, &ample(), &ours, FaultKind::IllegalMove, " makes an illegal move");
    }
    for misbehaviour in ["no-move", "null-move", "empty-move"] {
        loses(misbehaviour, &ample(), &ours, FaultKind::NoMove, " makes an illegal move");
    }
}

#[test]
fn what_is_wrong_with_reports_is_noted_and_the_game_goes_on() {
    for (misbehaviour, kind) in [
        ("wrong-pv@1", FaultKind::IllegalPv),
        ("other-pv@1", FaultKind::PvMismatch),
        ("false-mate@1", FaultKind::MatePv),
        ("no-score@1", FaultKind::NoScore),
    ] {
        let mut toy = start(misbehaviour, &ample());
        for (color, record) in two_games(&mut *toy, &pace("nodes", "1")) {
            assert_eq!(kinds(&record), [(color, kind); MOVES as usize], "{misbehaviour}: {record:?}");
            assert_eq!(record.reason, "Draw by adjudication", "{misbehaviour}");
        }
    }
}

#[test]
fn two_who_announce_mate_to_each_other_are_both_doubted() {
    let (mut white, mut black) = (start("false-mate@1", &ample()), start("false-mate@1", &ample()));
    let record = friendly(&mut *white, &mut *black);
    for color in Color::ALL {
        let doubts = kinds(&record).into_iter().filter(|fault| *fault == (color, FaultKind::MateSign));
        // Every move but the first contradicts the one before.
        assert_eq!(doubts.count(), 2 * MOVES as usize - 1);
    }
}

/// Plays so many moves of another player's, then crashes.
struct Quitter(Box<dyn Player>, usize);

impl Player for Quitter {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn identity(&self) -> &Identity {
        self.0.identity()
    }

    fn new_game(&mut self, chess960: bool, cancel: &Cancel) -> Result<Vec<Fault>, Fault> {
        self.0.new_game(chess960, cancel)
    }

    fn think(&mut self, game: &Game, budget: &Budget, cancel: &Cancel) -> Result<Thought, Fault> {
        let crash = Fault { kind: FaultKind::Crash, detail: "planted".to_owned() };
        self.1 = self.1.checked_sub(1).ok_or(crash)?;
        self.0.think(game, budget, cancel)
    }
}

#[test]
fn a_game_won_by_a_fault_proves_nobody_s_mate() {
    let mut white = start("false-mate@1", &ample());
    let mut black = Quitter(start("false-mate@1", &ample()), 1);
    let record = friendly(&mut *white, &mut black);
    assert_eq!(record.reason, "Black disconnects");
    for color in Color::ALL {
        assert_eq!(kinds(&record).iter().filter(|fault| **fault == (color, FaultKind::MateSign)).count(), 2);
    }
}

#[test]
fn an_engine_that_cannot_be_started_is_an_error_that_says_so() {
    let patience = Patience { startup: SHORT, ..ample() };
    let fails = |spec: lab::tournament::spec::PlayerSpec, patience: &Patience| match spec
        .start(patience, &Cancel::default())
    {
        Err(error @ LabError::Start { .. }) => error.to_string(),
        Err(error) => panic!("{error}"),
        Ok(player) => panic!("{} was started", player.name()),
    };
    let crash = fails(toy("crash-at-start", ""), &ample());
    assert!(crash.starts_with("cannot start toy: ") && crash.contains("a crash at the start"), "{crash}");
    assert_eq!(fails(toy("mute-at-start", ""), &patience), "cannot start toy: no uciok in time");
    let missing = fails("cmd=no/such/engine".parse().unwrap(), &patience);
    assert!(missing.starts_with("cannot start engine: no/such/engine: "), "{missing}");
}

#[test]
fn a_wait_is_given_up_when_the_match_is() {
    let cancel = Cancel::default();
    let (mut toy, mut us, pace) =
        (start("hang@1", &Patience { grace: SHORT, ..ample() }), this_engine(), pace("nodes", "9"));
    let record = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(SHORT);
            cancel.cancel();
        });
        play(&mut *toy, &mut us, [&pace, &pace], &Opening::default(), &short_games(), &cancel)
    });
    assert_eq!((record.result, record.reason.as_str()), (GameResult::Unfinished, "Game interrupted"));
    assert_eq!(kinds(&record), []);
}
