//! Options: what is accepted, what is refused, and what they change.

use crate::checks::{Reply, Score, check, game, info, reply};
use crate::harness::Client;

/// The present value of an option by the command `ucidump`.
fn value(client: &mut Client, name: &str) -> String {
    client.send("ucidump");
    let lines = client.sync();
    let found = lines.iter().find_map(|line| line.strip_prefix(name).filter(|rest| rest.starts_with(' ')));
    found.unwrap_or_else(|| panic!("no {name} in {lines:?}")).trim().to_owned()
}

fn search(client: &mut Client, go: &str) -> Reply {
    client.silently("position startpos");
    let reply = reply(&client.go(go));
    check(&game(None, &[]), &reply);
    reply
}

#[test]
fn values_out_of_range_are_refused_and_the_old_one_stands() {
    let mut client = Client::ready();
    client.silently("setoption name Hash value 5");
    client.silently("setoption name Threads value 1");
    client.silently("setoption name MultiPV value 2");
    for (name, old, bad) in [
        ("Hash", "5", ["99999999", "-5", "abc", "0", "", "1.5", "999999999999999999999"]),
        ("Threads", "1", ["1025", "-5", "abc", "0", "", "1.5", "999999999999"]),
        ("MultiPV", "2", ["100000", "-5", "abc", "0", "", "1.5", "999999999999"]),
        ("Move Overhead", "10", ["100000", "-5", "abc", "x", "", "1.5", "999999999999"]),
        ("Ponder", "false", ["1000", "-5", "abc", "maybe", "", "1.5", "yes"]),
        ("nullmove", "true", ["1000", "-5", "abc", "maybe", "", "1.5", "yes"]),
        ("Techniques", "<empty>", ["-nosuch", "stage", "stage x", "nullmove-", "--lmr", "+", "-"]),
    ] {
        for text in bad {
            let complaint = client.complaint(&format!("setoption name {name} value {text}"));
            assert!(complaint.contains(name) || name == "Techniques", "{complaint:?} does not name {name}");
            assert_eq!(value(&mut client, name), old, "{name} after {text:?}");
        }
    }
    assert!(client.complaint("setoption name Nosuch value 1").contains("Nosuch"));
    search(&mut client, "go depth 5");
    client.quit();
}

#[test]
fn the_hash_size_survives_a_new_game() {
    let mut client = Client::ready();
    for size in ["1", "64", "3"] {
        client.silently(&format!("setoption name Hash value {size}"));
        client.silently("ucinewgame");
        search(&mut client, "go depth 5");
        assert_eq!(value(&mut client, "Hash"), size);
    }
    client.quit();
}

#[test]
fn a_large_hash_is_there_when_the_program_says_it_is_ready() {
    let mut client = Client::ready();
    client.silently("setoption name Hash value 512");
    client.silently("ucinewgame");
    search(&mut client, "go wtime 100 btime 100");
    client.quit();
}

#[test]
fn an_unobtainable_hash_is_refused_and_the_old_one_stands() {
    let mut client = Client::ready();
    client.silently("setoption name Hash value 4");
    client.send("setoption name Hash value 1048576");
    // A machine with a terabyte to spare grants it; all others must say what stays.
    let complaints = client.sync();
    if !complaints.is_empty() {
        assert!(complaints.len() == 1 && complaints[0].contains("Hash"), "{complaints:?}");
        assert_eq!(value(&mut client, "Hash"), "4");
    }
    search(&mut client, "go depth 4");
    client.quit();
}

#[test]
fn options_may_change_between_searches() {
    let mut client = Client::ready();
    for (lines, threads, hash) in [(1, 1, 16), (4, 2, 1), (500, 3, 8), (2, 1024, 2), (1, 1, 16)] {
        client.send(&format!("setoption name MultiPV value {lines}"));
        client.send(&format!("setoption name Threads value {threads}"));
        client.send(&format!("setoption name Hash value {hash}"));
        client.sync();
        search(&mut client, "go depth 4");
    }
    client.quit();
}

#[test]
fn expectations_follow_the_score_directly_and_sum_to_a_thousand() {
    let mut client = Client::ready();
    let fen = "8/5P1k/5K2/8/8/8/8/8 w - - 0 1";
    for position in ["startpos", &format!("fen {fen}")] {
        client.silently("setoption name UCI_ShowWDL value true");
        client.silently(&format!("position {position}"));
        let with = reply(&client.go("go depth 6"));
        for info in &with.infos {
            let wdl = info.wdl.unwrap_or_else(|| panic!("no wdl in {info:?}"));
            assert_eq!(wdl.iter().sum::<u32>(), 1000, "{info:?}");
        }
        client.silently("setoption name UCI_ShowWDL value false");
        assert!(reply(&client.go("go depth 6")).infos.iter().all(|info| info.wdl.is_none()));
    }
    client.quit();
}

#[test]
fn techniques_can_be_switched_from_any_client() {
    let mut client = Client::ready();
    let set = |client: &mut Client, text: &str| {
        client.silently("ucinewgame");
        client.silently(&format!("setoption name Techniques value {text}"));
        search(client, "go depth 7").last().nodes
    };
    let default = set(&mut client, "");
    let without = set(&mut client, "-nullmove -lmp");
    let staged = set(&mut client, "stage 12");
    assert_ne!(default, without);
    assert_ne!(default, staged);
    assert_eq!(set(&mut client, ""), default);
    // The same by their own names.
    client.silently("ucinewgame");
    client.silently("setoption name NullMove value false");
    client.silently("setoption name lmp value false");
    assert_eq!(search(&mut client, "go depth 7").last().nodes, without);
    assert_eq!(value(&mut client, "nullmove"), "false");
    client.quit();
}

#[test]
fn every_technique_and_parameter_is_a_settable_option() {
    let mut client = Client::ready();
    for technique in engine::Technique::ALL {
        client.send(&format!("setoption name {technique} value false"));
        client.send(&format!("setoption name {technique} value true"));
    }
    for info in engine::params::Params::registry() {
        client.send(&format!("setoption name {} value {}", info.name, info.min));
        client.send(&format!("setoption name {} value {}", info.name, info.default));
    }
    assert_eq!(client.sync(), [""; 0]);
    let other = engine::params::Params::registry().next().expect("a parameter");
    let complaint =
        client.complaint(&format!("setoption name {} value {}", other.name, i64::from(other.max) + 1));
    assert!(complaint.contains(other.name), "{complaint}");
    client.quit();
}

#[test]
fn plain_alpha_beta_still_obeys_the_protocol() {
    let mut client = Client::ready();
    client.silently("setoption name Techniques value none");
    let fen = "8/5P1k/5K2/8/8/8/8/8 w - - 0 1";
    client.silently(&format!("position fen {fen}"));
    let reply = reply(&client.go("go depth 4"));
    check(&game(Some(fen), &[]), &reply);
    assert_eq!(reply.last().score, Score::Mate(2));
    for technique in engine::Technique::ALL {
        client.silently(&format!("setoption name Techniques value none {technique}"));
        client.send("position startpos\ngo nodes 5000");
        check(&game(None, &[]), &crate::checks::reply(&client.until("bestmove")));
    }
    client.quit();
}

#[test]
fn numbers_in_reports_are_integers() {
    let mut client = Client::ready();
    for line in client.go("go depth 6").iter().filter(|line| line.starts_with("info ")) {
        info(line);
    }
    client.quit();
}

#[test]
fn a_network_is_loaded_and_used_and_stays_when_another_is_refused() {
    let folder = std::env::temp_dir().join(format!("cb2026-evalfile-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).display().to_string();
    let file = engine::eval::nnue::Network::untrained(32, 4, 1).write();
    std::fs::write(path("A Net.cbnn"), &file).expect("a file");
    std::fs::write(path("half"), &file[..20_000]).expect("a file");
    let mut client = Client::ready();
    let before = value(&mut client, "eval");
    client.silently(&format!("setoption name EvalFile value {}", path("A Net.cbnn")));
    assert_eq!(value(&mut client, "eval"), "net");
    client.send("eval");
    let shown = client.sync().join("\n");
    assert!(
        shown.contains("(768hm -> 32)x2 -> 1x4") && shown.contains("what each piece is worth"),
        "{shown}"
    );
    search(&mut client, "go depth 4");
    for (name, why) in [("half", "offset 20000: the file ends here"), ("none", "none: ")] {
        let complaint = client.complaint(&format!("setoption name EvalFile value {}", path(name)));
        assert!(complaint.contains(name) && complaint.contains(why), "{complaint}");
        assert_eq!(value(&mut client, "EvalFile"), path("A Net.cbnn"));
        assert_eq!(value(&mut client, "eval"), "net");
    }
    client.silently("set eval hand");
    client.send("eval");
    assert!(client.sync().join("\n").contains("king danger makes"));
    assert_eq!(value(&mut client, "eval"), "hand");
    client.silently("setoption name eval value net");
    assert_eq!(value(&mut client, "eval"), "net");
    client.silently("setoption name EvalFile value <empty>");
    assert_eq!((value(&mut client, "eval"), value(&mut client, "EvalFile")), (before, "<empty>".to_owned()));
    if engine::eval::nnue::embedded().is_none() {
        assert!(client.complaint("set eval net").contains("no network is embedded"));
    }
    client.quit();
    std::fs::remove_dir_all(&folder).expect("the folder is there");
}
