//! `explain` and `why`, and the page in a browser where there is one.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::harness::{Client, Folder, run};

/// White takes a queen for nothing.
const FEN: &str = "r3k3/pppp1ppp/8/3q4/8/2N5/PPPP1PPP/R3K3 w - - 0 1";

#[test]
fn a_move_is_answered_for_in_a_sentence_first() {
    let (success, text, _) =
        run(&["explain", "--fen", FEN, "--depth", "6", "--line", "a2a3", "--move", "Qe5"]);
    assert!(success);
    assert!(text.starts_with("Qe5+ was not searched: no move was looked at: cut by rfp."), "{text}");
    assert!(text.contains("rfp: ") && text.contains(" >= beta "), "{text}");
    let (_, again, _) = run(&["explain", "--fen", FEN, "--depth", "6", "--line", "a2a3", "--move", "Qe5"]);
    assert_eq!(text, again);
}

#[test]
fn the_records_are_json() {
    let (success, text, _) = run(&["explain", "--depth", "5", "--tree", "2", "--json", "--set", "lmr=off"]);
    assert!(success);
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["node"]["moves"].as_array().map(Vec::len), Some(20));
    assert_eq!(report["settings"], serde_json::json!(["lmr=off"]));
    assert!(report["tree"]["children"].as_array().is_some_and(|children| children.len() >= 20));
}

#[test]
fn what_cannot_be_explained_is_refused_in_one_message() {
    for (arguments, complaint) in [
        (&["--fen", "8/8 w - - 0 1", "--depth", "5"][..], "piece placement"),
        (
            &["--depth", "5", "--line", "e2e4 e2e4"],
            "e2e4 is not a legal move in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b",
        ),
        (&["--depth", "5", "--move", "Ke4"], "Ke4 is not a legal move in "),
        (&["--depth", "5", "--move", "xyzzy"], "'xyzzy' is not a move"),
        (&["--depth", "999"], "999 is not in 1..="),
        (&["--depth", "0"], "0 is not in 1..="),
        (&["--depth", "5", "--html", "x.html"], "--tree"),
        (&["--depth", "5", "--max-nodes", "5"], "5 is not in 1000.."),
        (&["--depth", "5", "--hash", "0"], "hash size 0 MiB is out of range"),
        (&["--depth", "5", "--set", "nosuch=1"], "nosuch"),
    ] {
        let (success, text, errors) = run(&[&["explain"], arguments].concat());
        assert!(!success && text.is_empty(), "{arguments:?}: {text}");
        assert!(errors.contains(complaint), "{arguments:?}: {errors}");
    }
}

#[test]
fn a_page_that_cannot_be_written_is_refused_before_the_search() {
    let below_a_file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml/tree.html");
    let (success, text, errors) = run(&["explain", "--depth", "100", "--tree", "2", "--html", below_a_file]);
    assert!(!success && text.is_empty() && errors.contains("tree.html"), "{errors}");
}

/// What `why` says; a count that waits for it marks its end. The position must be the initial one.
fn why(client: &mut Client, words: &str) -> Vec<String> {
    client.send(&format!("why {words}\nperft 1"));
    let mut lines = client.until("20");
    lines.retain(|line| line.starts_with("info string "));
    lines
}

#[test]
fn why_tells_of_the_last_search() {
    let mut client = Client::ready();
    assert!(why(&mut client, "e4")[0].contains("nothing has been searched yet"));
    client.silently(&format!("position fen {FEN}"));
    client.go("go depth 6");
    // A position set since changes nothing: the search is that of the position before.
    client.silently("position startpos");
    let lines = why(&mut client, "Nxd5");
    assert!(lines[0].contains("comes to the same: Nxd5"), "{}", lines[0]);
    assert!(lines[1].starts_with("info string Nxd5 was chosen: "), "{}", lines[1]);
    assert!(lines.len() > 20, "{lines:?}");
    let lines = why(&mut client, "a3 Qe5");
    assert!(lines[1].contains("Qe5+ was not searched: no move was looked at: cut by rfp."), "{}", lines[1]);
    assert!(why(&mut client, "")[1].starts_with("info string Nxd5 was chosen: "));
    assert!(why(&mut client, "Ke5")[0].contains("why: Ke5 is not a legal move in r3k3"));
    client.quit();
}

#[test]
fn why_says_so_when_the_repetition_comes_to_something_else() {
    let mut client = Client::ready();
    // Cut short by nodes, an iteration may end with another move or score than the one before it.
    let differs = (1..60).any(|step| {
        client.silently("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        client.silently("ucinewgame");
        client.go(&format!("go nodes {}", step * 150));
        client.silently("position startpos");
        let first = why(&mut client, "").remove(0);
        let differs = first.contains("The search chose ") && first.contains("The latter is explained.");
        assert!(differs || first.contains("comes to the same"), "{first}");
        differs
    });
    assert!(differs, "no search cut short differs from its last finished iteration");
    client.quit();
}

#[test]
fn why_is_stopped() {
    let mut client = Client::ready();
    client.go("go depth 5");
    client.send("why\nwhy e4\nstop");
    let lines = client.sync();
    // What had begun tells what it has; what waited is dropped.
    assert!(
        lines.iter().filter(|line| line.contains("from a clean state, with one thread")).count() <= 1,
        "{lines:?}"
    );
    assert!(client.go("go depth 3").last().is_some_and(|line| line.starts_with("bestmove")));
    client.quit();
}

/// A browser that shows what a page has become once its script has run.
fn browser() -> Option<&'static str> {
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| {
        Command::new(name)
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|s| s.success())
    })
}

fn dump(browser: &str, profile: &Path, url: &str) -> String {
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--dump-dom",
        ])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(url)
        .stderr(Stdio::null())
        .output()
        .expect("the browser starts");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_tree_unfolds_in_a_browser() {
    let folder = Folder::new("explain");
    let (path, profile) = (folder.file("tree.html"), folder.file("profile"));
    let (success, text, _) = run(&["explain", "--fen", FEN, "--depth", "7", "--tree", "3", "--html", &path]);
    assert!(success && text.contains("nodes and skipped moves are kept"), "{text}");
    let written = std::fs::read_to_string(&path).expect("the page");
    assert!(written.starts_with("<!DOCTYPE html>"));
    match browser() {
        None => eprintln!("no browser here: the page was not looked at in one"),
        Some(browser) => {
            // At first the root is unfolded and no more; a move in the address is looked for and unfolded to.
            let rows = |dom: &str| dom.matches("role=\"treeitem\"").count();
            let plain = dump(browser, Path::new(&profile), &format!("file://{path}"));
            let moved = dump(browser, Path::new(&profile), &format!("file://{path}#c7c6"));
            assert!(
                rows(&plain) > 20 && plain.matches("aria-expanded=\"true\"").count() == 1,
                "{}",
                rows(&plain)
            );
            assert!(
                rows(&moved) > rows(&plain) && moved.contains(" of ") && moved.contains("row k-"),
                "{}",
                rows(&moved)
            );
            assert!(moved.contains("picked hit") || moved.contains("hit picked"));
        }
    }
}
