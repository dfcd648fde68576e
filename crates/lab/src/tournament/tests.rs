//! Whole tournaments of this engine at a few nodes a move.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use engine::Settings;
use engine::eval::{Evaluation, nnue::Network};

use super::*;
use crate::stats::{Model, Verdict};

/// A folder of the test's own that goes with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("cb2026-match-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn options(players: &[&str], games: u64) -> Options {
    let mut pace = Pace::default();
    pace.set("nodes", "60").unwrap();
    let player = |text: &&str| format!("{text},hash=1").parse().unwrap();
    Options::new(players.iter().map(player).collect(), pace, games)
}

/// A match with a journal and a PGN in a folder.
fn journaled(folder: &Folder, games: u64) -> Options {
    Options {
        pgn: Some(PgnFile { path: folder.path("games.pgn"), details: PgnOptions::default() }),
        resume: Some(folder.path("journal")),
        concurrency: 2,
        ..options(&["now", "now,lmr=off"], games)
    }
}

fn play(options: &Options) -> Report {
    run(options, &Cancel::default(), &mut |_| {}).unwrap()
}

fn refusal(options: &Options) -> String {
    run(options, &Cancel::default(), &mut |_| {}).unwrap_err().to_string()
}

/// The games of a PGN without what depends on the clock, sorted.
fn games(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.is_empty() || text.ends_with("\n\n"), "a torn end");
    let is_kept = |line: &&str| !["[Date", "[Game"].iter().any(|tag| line.starts_with(tag));
    let strip = |game: &str| {
        let moves: String = game.lines().filter(is_kept).collect::<Vec<_>>().join(" ");
        let mut outside = true;
        let comments = |c: char| {
            outside = if c == '{' { false } else { outside || c == '}' };
            outside
        };
        moves
            .chars()
            .filter({
                let mut keep = comments;
                move |&c| keep(c)
            })
            .collect::<String>()
    };
    let mut games: Vec<String> = text.split("[Event ").skip(1).map(strip).collect();
    games.sort();
    games
}

#[test]
fn the_seed_decides_every_game() {
    let folder = Folder::new("seed");
    let of_seed = |seed, name: &str, concurrency| {
        let path = folder.path(name);
        let pgn = Some(PgnFile { path: path.clone(), details: PgnOptions::default() });
        play(&Options { seed, pgn, concurrency, ..options(&["now", "stage=9"], 6) });
        games(&path)
    };
    let first = of_seed(1, "first", 1);
    assert_eq!(first.len(), 6);
    assert_eq!(first, of_seed(1, "second", 1));
    assert_eq!(first, of_seed(1, "parallel", 3));
    assert_ne!(first, of_seed(2, "other", 1));
}

#[test]
fn a_match_killed_at_any_moment_goes_on_as_if_it_had_not_been() {
    let whole = Folder::new("whole");
    let expected = play(&journaled(&whole, 8));
    let expected_games = games(&whole.path("games.pgn"));
    let journal = fs::read(whole.path("journal")).unwrap();
    let pgn = fs::read(whole.path("games.pgn")).unwrap();
    // Where the PGN ends with each line of the journal.
    let lines: Vec<&str> = std::str::from_utf8(&journal).unwrap().lines().collect();
    let length =
        |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["pgn"].as_u64().unwrap();
    let lengths: Vec<usize> = lines.iter().map(|line| length(line) as usize).collect();
    let folder = Folder::new("killed");
    let cuts = (0..journal.len()).step_by(journal.len() / 16).chain([journal.len()]);
    for (number, cut) in cuts.enumerate() {
        let known = journal[..cut].iter().filter(|&&byte| byte == b'\n').count();
        let pgn_known = known.checked_sub(1).map_or(0, |last| lengths[last]);
        let pgn_next = lengths.get(known).copied().unwrap_or(pgn_known).max(pgn_known);
        let pgn_cut = [pgn_known, (pgn_known + pgn_next) / 2, pgn_next][number % 3];
        fs::write(folder.path("journal"), &journal[..cut]).unwrap();
        fs::write(folder.path("games.pgn"), &pgn[..pgn_cut]).unwrap();
        let mut begun = 0;
        let report = run(&journaled(&folder, 8), &Cancel::default(), &mut |event| {
            begun += usize::from(matches!(event, Event::Started { .. }));
        });
        let report = report.unwrap();
        assert_eq!(begun, 9 - known.max(1), "cut at {cut}");
        assert_eq!(games(&folder.path("games.pgn")), expected_games, "cut at {cut} and {pgn_cut}");
        assert_eq!(report.first, expected.first);
        assert_eq!(report.reasons, expected.reasons);
    }
}

#[test]
fn a_match_given_up_reports_what_it_has_and_goes_on_later() {
    let folder = Folder::new("cancelled");
    let cancel = Cancel::default();
    let mut finished = 0;
    let report = run(&journaled(&folder, 40), &cancel, &mut |event| {
        finished += u64::from(matches!(event, Event::Finished { .. }));
        if finished == 5 {
            cancel.cancel();
        }
    });
    let report = report.unwrap();
    assert!(report.cancelled && report.games_played == finished && finished < 40, "{finished}");
    assert_eq!(report.first.penta.games(), report.first.penta.pairs() * 2);
    let report = play(&journaled(&folder, 40));
    assert!(!report.cancelled && report.first.penta.pairs() == 20);
    assert_eq!(games(&folder.path("games.pgn")).len(), 40);
    // More games are the same match.
    assert_eq!(play(&journaled(&folder, 44)).first.penta.pairs(), 22);
}

#[test]
fn another_match_does_not_go_on_from_a_journal() {
    let folder = Folder::new("different");
    play(&journaled(&folder, 2));
    let before = fs::read(folder.path("journal")).unwrap();
    let mut other_pace = journaled(&folder, 2);
    other_pace.pace.nodes = Some(61);
    let other_player =
        Options { players: options(&["now", "now,rfp_margin=95"], 2).players, ..journaled(&folder, 2) };
    let mut other_network = journaled(&folder, 2);
    if let PlayerKind::InProcess { settings, .. } = &mut other_network.players[1].kind {
        settings.evaluation = Evaluation::net(Arc::new(Network::untrained(32, 1, 1)));
    }
    let max_moves = Rules { max_moves: Some(9), ..Rules::default() };
    for (options, difference) in [
        (Options { seed: 2, ..journaled(&folder, 2) }, "seed was 1 and is 2"),
        (other_pace, "60 nodes"),
        (other_player, "rfp_margin=95"),
        (other_network, "engine 2 was"),
        (Options { rules: max_moves, ..journaled(&folder, 2) }, "max moves was null and is 9"),
        (Options { sprt: Some(Sprt::default()), ..journaled(&folder, 2) }, "test was null"),
        (Options { pgn: None, ..journaled(&folder, 2) }, "games.pgn"),
        (Options { openings: OpeningSource::Generated(Variant::Dfrc), ..journaled(&folder, 2) }, "dfrc"),
    ] {
        let refusal = refusal(&options);
        assert!(refusal.contains("journal") && refusal.contains(difference), "{refusal}");
        assert_eq!(fs::read(folder.path("journal")).unwrap(), before);
    }
    // As another version of this program would have written it.
    let signature = crate::bench::signature(&Settings::default()).unwrap();
    let header = String::from_utf8(before).unwrap();
    for engine in ["engine 1", "engine of the openings"] {
        let other = header.replace(&format!("\"{engine}\":{signature}"), &format!("\"{engine}\":1"));
        fs::write(folder.path("journal"), other).unwrap();
        let refusal = refusal(&journaled(&folder, 2));
        assert!(refusal.contains(&format!("{engine} was 1 and is {signature}")), "{refusal}");
    }
}

#[test]
fn games_that_ended_behind_a_failure_count() {
    let options = options(&["now", "now", "cmd=/no/such/engine,name=ghost"], 2);
    let (paces, openings) = (options.paces().unwrap(), options.openings.open(options.seed).unwrap());
    let schedule = Schedule::new(options.format, 3, options.games);
    let Options { players, rules, patience, .. } = &options;
    let job = Job { players, paces: &paces, openings: &openings, schedule: &schedule, rules, patience };
    let (sender, played) = channel();
    // Game 2 is the ghost's. The other thread gets game 0 when that has failed, and a third is asked for when it has ended.
    let mut asked = 0;
    let games = std::iter::from_fn(move || {
        asked += 1;
        match asked {
            1 => return Some(2),
            2 => std::thread::sleep(Duration::from_millis(50)),
            _ => sender.send(()).unwrap(),
        }
        (asked == 2).then_some(0)
    });
    let mut finished = Vec::new();
    let result = runner::play(&job, games, &[None, None], &Cancel::default(), &mut |news| {
        match news {
            News::Started(2) => played.recv_timeout(Duration::from_secs(60)).unwrap(),
            News::Finished(game, _) => finished.push(game),
            _ => {}
        }
        Ok(())
    });
    assert!(matches!(result, Err(LabError::Start { .. })), "{result:?}");
    assert_eq!(finished, [0]);
}

#[test]
fn the_longest_match_begins_at_once() {
    let cancel = Cancel::default();
    let report = run(&options(&["now", "now"], MOST_GAMES), &cancel, &mut |event| {
        if matches!(event, Event::Finished { .. }) {
            cancel.cancel();
        }
    });
    assert_eq!(report.unwrap().games_played, 1);
}

#[test]
fn as_many_games_at_a_time_as_there_are_cores_for_the_threads_of_a_player() {
    let cores = affinity::cores().len();
    let threads = |threads: usize| options(&["now", &format!("now,threads={threads}")], 2);
    let all = default_concurrency(&threads(1).players);
    assert_eq!(default_concurrency(&threads(all).players), 1);
    assert_eq!(default_concurrency(&threads(2 * all).players), 1);
    let places = |concurrency, pin, threads: Options| {
        let (places, remark) = Options { concurrency, pin, ..threads }.places();
        assert_eq!(places.len(), concurrency);
        (places.into_iter().flatten().map(|core| core.id).collect::<HashSet<_>>().len(), remark)
    };
    assert_eq!(places(cores, false, threads(1)), (0, None));
    assert_eq!(places(cores, true, threads(1)), (cores, None));
    for (concurrency, threads, words) in [
        (cores + 1, threads(1), "disturb each other"),
        (1, threads(2 * cores), "disturb each other"),
        (1, threads(2), "threads"),
    ] {
        let (pinned, remark) = places(concurrency, true, threads);
        let remark = remark.unwrap();
        assert!(pinned == 0 && remark.contains(words), "{remark}");
    }
}

#[test]
fn files_that_another_match_is_writing_are_refused() {
    let folder = Folder::new("taken");
    play(&journaled(&folder, 2));
    for name in ["journal", "games.pgn"] {
        let before = fs::read(folder.path(name)).unwrap();
        let other = fs::File::open(folder.path(name)).unwrap();
        other.lock().unwrap();
        let refusal = refusal(&journaled(&folder, 4));
        assert!(refusal.contains(name) && refusal.contains("another process"), "{refusal}");
        assert_eq!(fs::read(folder.path(name)).unwrap(), before);
    }
}

#[test]
fn files_that_are_not_what_they_should_be_are_left_alone() {
    let folder = Folder::new("foreign");
    play(&journaled(&folder, 2));
    let pgn = fs::read_to_string(folder.path("games.pgn")).unwrap();
    for (text, complaint) in [
        (format!("{pgn}[Event \"x\"]\n\n*\n\n[Event \"y\"]\n\n*\n\n"), "something else has been added"),
        (format!("{pgn}my notes"), "something else has been added"),
        (pgn[..pgn.len() / 2].to_owned(), "has become shorter"),
    ] {
        fs::write(folder.path("games.pgn"), &text).unwrap();
        let refusal = refusal(&journaled(&folder, 4));
        assert!(refusal.contains(complaint) && refusal.contains("games.pgn"), "{refusal}");
        assert_eq!(fs::read_to_string(folder.path("games.pgn")).unwrap(), text);
    }
    let journal = fs::read_to_string(folder.path("journal")).unwrap();
    let stranger = "{\"game\":2,\"result\":\"1-0\",\"reason\":\"\",\"faults\":[[7,\"crash\"]],\"pgn\":0}\n";
    for (text, complaint) in [
        ("my notes", "no header"),
        ("my notes\n", "line 1 "),
        ("{\"journal\":2,\"config\":{},\"pgn\":0}\n", "version 2"),
        (&format!("{journal}{stranger}"), "there is no player 7"),
    ] {
        fs::write(folder.path("journal"), text).unwrap();
        let refusal = refusal(&journaled(&folder, 4));
        assert!(refusal.contains("journal") && refusal.contains(complaint), "{refusal}");
        assert_eq!(fs::read_to_string(folder.path("journal")).unwrap(), text);
    }
}

#[test]
fn a_test_ends_the_match_and_stays_decided() {
    let folder = Folder::new("sprt");
    let sprt = Some(Sprt::new(0.0, 200.0, 0.05, 0.05, Model::Normalized).unwrap());
    for (players, verdict) in [
        (["now,depth=5", "now,depth=1"], Verdict::AcceptH1),
        (["now,depth=1", "now,depth=5"], Verdict::AcceptH0),
    ] {
        let name = format!("{verdict:?}");
        let mut options = Options { sprt, resume: Some(folder.path(&name)), ..options(&players, 1000) };
        options.pace.nodes = None;
        let report = play(&options);
        let test = report.sprt.unwrap();
        assert_eq!(test.verdict, verdict);
        assert!(report.games_played < 1000 && report.first.penta.games() == report.games_played);
        let sign = if verdict == Verdict::AcceptH0 { "-" } else { "" };
        let line = format!("LLR: {sign}{:.2} ({sign}1", test.llr.abs());
        assert!(
            report.to_string().contains("completed - H") && report.to_string().contains(&line),
            "{report}"
        );
        let again = play(&options);
        assert_eq!((again.first, again.llr), (report.first, report.llr));
        assert_eq!(again.games_per_hour, 0.0);
    }
}

#[test]
fn everybody_is_ranked_by_everything_they_played() {
    let report = play(&options(&["now,depth=1", "now,depth=2", "now,depth=4"], 6));
    let games: u64 = report.players.iter().map(|player| player.games).sum();
    let points: f64 = report.players.iter().map(|player| player.points).sum();
    assert_eq!((games, points), (2 * 18, 18.0));
    assert!(report.players.windows(2).all(|pair| pair[0].elo.value >= pair[1].elo.value));
    assert_eq!(report.pairings.len(), 3);
    assert_eq!(report.reasons.values().sum::<u64>(), 18);
    let text = report.to_string();
    assert!(text.contains("Rank Name") && !text.contains("NaN") && !text.contains("inf"), "{text}");
    let format = Format::Gauntlet { seeds: 1 };
    let gauntlet = play(&Options { format, ..options(&["now", "stage=12", "stage=9"], 2) });
    assert_eq!(gauntlet.pairings.len(), 2);
    assert_eq!((gauntlet.first.games, gauntlet.games_played), (4, 4));
}

#[test]
fn time_losses_are_laid_to_the_right_door_and_the_match_goes_on() {
    // A millisecond for a whole game cannot be enough.
    let mut match_options = options(&["now,tc=0.001,depth=6", "now"], 6);
    match_options.concurrency = 2;
    let report = play(&match_options);
    assert_eq!(report.first.losses, 6);
    assert_eq!(report.faults[&report.first.name].get(&player::FaultKind::TimeLoss), Some(&6));
    assert!(report.faults[&report.pairings[0].opponent].is_empty() && report.has_faults());
    assert_eq!(report.reasons["loses on time"], 6);
}

#[test]
fn what_makes_no_sense_is_refused_before_a_game_is_played() {
    let two = || options(&["now", "now"], 2);
    let mut unlimited = two();
    unlimited.pace = Pace::default();
    for (options, complaint) in [
        (options(&["now"], 2), "the number of players must be at least 2"),
        (options(&["now", "now"], 3), "the number of games must be even"),
        (options(&["now", "now"], u64::MAX - 1), "at most 1,000,000,000"),
        (Options { concurrency: 0, ..two() }, "concurrency must be at least 1"),
        (Options { format: Format::Gauntlet { seeds: 2 }, ..two() }, "seeds"),
        (
            Options { sprt: Some(Sprt::default()), ..options(&["now", "now", "now"], 2) },
            "sequential test must be 2",
        ),
        (unlimited, "the limit of a move must be"),
        (
            Options {
                resume: Some("x".into()),
                pgn: Some(PgnFile { path: "x".into(), details: PgnOptions::default() }),
                ..two()
            },
            "the journal must be another file",
        ),
    ] {
        let refusal = refusal(&options);
        assert!(refusal.contains(complaint), "{refusal}");
    }
    let mut missing = two();
    missing.players[1] = "cmd=/no/such/engine,name=ghost".parse().unwrap();
    missing.concurrency = 2;
    let refusal = refusal(&missing);
    assert!(refusal.contains("cannot start") && refusal.contains("ghost"), "{refusal}");
}
