//! Matches as people and tools run them.

use std::collections::BTreeMap;
use std::fs;

use crate::harness::{Client, Folder};

/// This very program as somebody else's engine.
fn external(name: &str) -> String {
    format!("cmd={},name={name},option.Hash=1", env!("CARGO_BIN_EXE_cb2026"))
}

fn start(command: &str, arguments: &[&str]) -> Client {
    let mut client = Client::start_with(&[&[command], arguments].concat());
    client.close_input();
    client
}

/// Runs a command to its end: whether it was content, and what it printed.
fn run(command: &str, arguments: &[&str]) -> (bool, Vec<String>) {
    let (status, lines) = start(command, arguments).end();
    (status.success(), lines)
}

/// What OpenBench's client makes of the lines of a runner: the results and reasons by the number of the game.
fn as_openbench_reads(lines: &[String]) -> BTreeMap<u32, (String, String)> {
    let finished = lines.iter().filter(|line| line.starts_with("Finished game"));
    let parse = |line: &String| {
        let tokens: Vec<&str> = line.split_whitespace().collect();
        let reason = line.split(':').nth(1).unwrap().to_owned();
        (tokens[2].parse().unwrap(), (tokens[6].to_owned(), reason))
    };
    finished.map(parse).collect()
}

fn has(lines: &[String], start: &str) -> bool {
    lines.iter().any(|line| line.starts_with(start))
}

/// The first line, but for the note that a machine of one core gives before it.
fn first(lines: &[String]) -> &str {
    lines.iter().find(|line| !line.ends_with("they disturb each other")).map_or("", String::as_str)
}

/// The games of a PGN by round and players, without comments, which tell times.
fn games(path: &str) -> BTreeMap<[String; 3], String> {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.ends_with("\n\n"), "the last game is whole");
    let mut games = BTreeMap::new();
    for game in text.split("[Event ").skip(1) {
        let tag = |name: &str| game.split(&format!("[{name} \"")).nth(1).unwrap().split('"').next().unwrap();
        let moves = game.split("\n\n").nth(1).expect("moves after the tags");
        let plain = moves.split('{').map(|part| part.split('}').next_back().unwrap()).collect::<String>();
        let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
        let before = games.insert(["Round", "White", "Black"].map(|name| tag(name).to_owned()), plain);
        assert!(before.is_none(), "a game is there twice");
    }
    games
}

#[test]
fn lines_are_those_that_openbench_reads() {
    let (content, lines) =
        run("match", &["--nodes", "200", "--games", "6", "--concurrency", "2", "--rating-interval", "1"]);
    assert!(content);
    assert_eq!(lines.iter().filter(|line| line.starts_with("Started game ")).count(), 6);
    assert_eq!(first(&lines), "Started game 1 of 6 (now vs now_2)");
    let results = as_openbench_reads(&lines);
    assert_eq!(results.keys().copied().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    for (result, reason) in results.values() {
        assert!(["1-0", "0-1", "1/2-1/2"].contains(&result.as_str()));
        assert!(["White ", "Black ", "Draw "].iter().any(|word| reason.contains(word)), "{reason}");
    }
    for start in [
        "Results of now vs now_2 (200 nodes, 1t, 16MB, generated):",
        "Elo: 0.00 +/- unknown, nElo: ",
        "LOS: 50.00 %, DrawRatio: 100.00 %, PairsRatio: ",
        "Games: 6, Wins: ",
        "Ptnml(0-2): [0, 0, 3, 0, 0], WL/DD Ratio: ",
        "Player: now_2",
        "  Timeouts: 0",
        "  Crashed: 0",
        "Finished match",
        "Total Time: 00:",
    ] {
        assert!(has(&lines, start), "{start} is not in {lines:#?}");
    }
}

#[test]
fn a_match_survives_being_killed_again_and_again() {
    let folder = Folder::new("killed");
    let (whole, broken, journal) =
        (folder.file("whole.pgn"), folder.file("broken.pgn"), folder.file("journal"));
    let common = ["--player", "now", "--player", "now,lmr=off", "--nodes", "300", "--games", "24"];
    let arguments = [&common[..], &["--pgn", &broken, "--resume", &journal, "--concurrency", "2"]].concat();
    let mut most = 0;
    for games in [1, 4, 9] {
        let mut client = start("match", &arguments);
        (0..games).for_each(|_| drop(client.until("Finished")));
        client.kill();
        let known = fs::read_to_string(&journal).unwrap().lines().count() - 1;
        assert!(known >= most + games, "a game that was announced is not in the journal");
        most = known;
    }
    let (content, lines) = run("match", &arguments);
    assert!(content && has(&lines, "Games: 24,"), "{lines:#?}");
    assert!(first(&lines).ends_with("of 24 games were played before"), "{}", first(&lines));
    let (_, expected) = run("match", &[&common[..], &["--pgn", &whole]].concat());
    assert_eq!(games(&broken), games(&whole));
    let counts = |lines: &[String]| lines.iter().rfind(|line| line.starts_with("Ptnml")).cloned();
    assert_eq!(counts(&lines), counts(&expected));
}

/// Whether the process is there, and not only waits to be waited for.
#[cfg(target_os = "linux")]
fn runs(id: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/stat", id.trim())).unwrap_or_default();
    status.rsplit(") ").next().is_some_and(|state| !state.is_empty() && !state.starts_with('Z'))
}

#[cfg(target_os = "linux")]
#[test]
fn no_engine_survives_a_match_that_was_killed() {
    let folder = Folder::new("orphan");
    let (script, id) = (folder.file("engine.sh"), folder.file("id"));
    fs::write(&script, format!("echo $$ > {id}\nexec {}\n", env!("CARGO_BIN_EXE_cb2026"))).unwrap();
    let player = format!("cmd=sh,args={script}");
    let mut client =
        start("match", &["--player", "now", "--player", &player, "--nodes", "100", "--concurrency", "1"]);
    client.until("Finished");
    let id = fs::read_to_string(id).unwrap();
    assert!(runs(&id), "{id}");
    client.kill();
    use std::time::{Duration, Instant};
    let deadline = Instant::now() + Duration::from_secs(60);
    while runs(&id) {
        assert!(Instant::now() < deadline, "the engine lives on");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_is_heeded_when_nobody_hears_the_answer() {
    let mut client = Client::start_uncomplaining(&["match", "--games", "100000", "--nodes", "200"]);
    client.until("Finished");
    client.interrupt();
    let (_, lines) = client.end();
    assert!(has(&lines, "Match interrupted"), "{lines:#?}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_match_with_what_there_is() {
    let player = external("other");
    let mut client =
        start("match", &["--player", "now", "--player", &player, "--st", "0.02", "--timemargin", "5000"]);
    client.until("Finished");
    client.interrupt();
    let (status, lines, errors) = client.end_with_errors();
    assert!(!status.success() && errors.contains("stopping"), "{errors}");
    assert!(has(&lines, "Match interrupted") && has(&lines, "Results of now vs other"), "{lines:#?}");
    let faults = |line: &String| line.starts_with("Warning") || line.contains("disconnects");
    assert!(!lines.iter().any(faults), "{lines:#?}");
}

#[cfg(unix)]
#[test]
fn a_match_ends_when_nobody_reads_on() {
    let folder = Folder::new("unheard");
    let pgn = folder.file("games.pgn");
    let pipeline = "\"$0\" match --nodes 50 --games 2000 --pgn \"$1\" | head -n 1";
    let command = ["-c", pipeline, env!("CARGO_BIN_EXE_cb2026"), &pgn];
    let output = std::process::Command::new("sh").args(command).output().unwrap();
    assert!(output.stdout.starts_with(b"Started game 1 of 2000"));
    assert!(games(&pgn).len() < 1000);
}

#[cfg(unix)]
#[test]
fn games_may_be_thrown_away() {
    let (content, lines) = run("match", &["--nodes", "50", "--games", "2", "--pgn", "/dev/null"]);
    assert!(content && has(&lines, "Games: 2,"), "{lines:#?}");
}

#[test]
fn other_engines_play_each_other_in_a_gauntlet() {
    let folder = Folder::new("external");
    let pgn = folder.file("games.pgn");
    let (one, two) = (external("one"), external("two"));
    let (content, lines) = run(
        "gauntlet",
        &[
            "--player",
            &one,
            "--player",
            &two,
            "--player",
            "now,hash=1",
            "--nodes",
            "200",
            "--games",
            "2",
            "--dfrc",
            "--pgn",
            &pgn,
            "--pgn-with",
            "nodes,seldepth",
            "--draw",
            "movenumber=30",
            "movecount=4",
            "score=20",
            "--resign",
            "movecount=3,score=600,twosided=true",
            "--max-moves",
            "60",
        ],
    );
    assert!(content, "{lines:#?}");
    assert!(has(&lines, "Rank Name ") && has(&lines, "   1 "), "{lines:#?}");
    let games = games(&pgn);
    assert_eq!(games.len(), 4, "the first player against each of the others");
    let text = fs::read_to_string(&pgn).unwrap();
    assert!(text.contains("[Variant \"Chess960\"]") && text.contains(", n=") && text.contains(", sd="));
}

#[test]
fn a_test_says_what_it_decided() {
    let players = ["--player", "now,depth=4,hash=1", "--player", "now,depth=1,hash=1"];
    let bounds = ["--elo0", "0", "--elo1", "150", "--alpha", "0.1", "--beta", "0.1"];
    let (content, lines) = run("sprt", &[&players[..], &bounds].concat());
    assert!(content && has(&lines, "LLR: "), "{lines:#?}");
    assert!(lines.contains(&"SPRT ([0.00, 150.00]) completed - H1 was accepted".to_owned()), "{lines:#?}");
}

#[test]
fn a_fault_shows_in_the_exit_status_and_in_json() {
    // A millisecond for a whole game cannot be enough.
    let mut client =
        start("match", &["--player", "now,tc=0.001", "--nodes", "2000", "--games", "2", "--json"]);
    client.close_input();
    let (status, lines, errors) = client.end_with_errors();
    assert!(!status.success() && errors.contains("Warning; Engine loses on time - "), "{errors}");
    let report: serde_json::Value = serde_json::from_str(&lines.join("\n")).expect("nothing but JSON");
    for field in ["games", "wins", "losses", "draws", "llr"] {
        assert!(report[field].is_number(), "{field} in {report}");
    }
    assert_eq!(report["losses"], 2);
    assert_eq!(report["penta"], serde_json::json!([1, 0, 0, 0, 0]));
    assert!(report["elo"].get("value").is_some() && report["elo"].get("error").is_some());
    assert_eq!(report["faults"], serde_json::json!({"now": {"time_loss": 2}, "now_2": {}}));
}

#[test]
fn what_cannot_be_is_refused_with_one_message() {
    for (arguments, complaint) in [
        (&["--games", "3"][..], "the number of games must be even"),
        (&["--tc", "soon"], "tc must be"),
        (&["--player", "now,nulmove=off"], "nulmove"),
        (&["--player", "cmd=/no/such/engine"], "cannot start engine"),
        (&["--openings", "/no/such/book.epd"], "cannot read /no/such/book.epd"),
        (&["--games", "99999999998"], "at most 1,000,000,000"),
        (&["--draw", "movecount"], "draw must be"),
        (&["--draw", "movecount=0"], "draw must be"),
        (&["--resign", "movecount=0"], "resign must be"),
        (&["--start", "5"], "--openings"),
        (&["--order", "sequential"], "--openings"),
        (&["--plies", "5"], "--openings"),
        (&["--resign", "twosided=perhaps"], "resign must be"),
        (&["--tb", "/no/such/folder"], "/no/such/folder"),
        (&["--pgn", "/"], "cannot write /"),
        (&["--resume", "/"], "cannot write /"),
    ] {
        let (status, lines, errors) = start("match", arguments).end_with_errors();
        assert!(!status.success() && errors.contains(complaint), "{arguments:?}: {errors}{lines:?}");
    }
}
