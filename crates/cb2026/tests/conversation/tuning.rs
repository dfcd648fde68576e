//! Statistics, tuning and the worth of techniques as people call them.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::harness::{Client, Folder, run};

fn start(arguments: &[&str]) -> Client {
    let mut client = Client::start_with(arguments);
    client.close_input();
    client
}

#[test]
fn counts_alone_give_the_statistics() {
    let (success, text, _) = run(&["stats", "--penta", "34,54,63,64,75"]);
    assert!(success);
    for expected in [
        "Elo: 55.58 +/- 27.65, nElo: 57.94 +/- 28.28",
        "Games: 580, Points: 336.0 (57.93 %)",
        "Ptnml(0-2): [34, 54, 63, 64, 75]",
        "(-2.94, 2.94) [0.00, 5.00]",
    ] {
        assert!(text.contains(expected), "{expected} is missing in\n{text}");
    }
    let (success, text, _) = run(&[
        "stats",
        "--wdl",
        "21404,40708,21184",
        "--elo0",
        "0.5",
        "--elo1",
        "2.5",
        "--model",
        "logistic",
        "--json",
    ]);
    assert!(success && text.contains("\"llr\": -1.571"), "{text}");
    for (arguments, complaint) in [
        (&["stats"][..], "--penta"),
        (&["stats", "--penta", "1,2,3"], "5 counts are needed, not 3"),
        (&["stats", "--wdl", "1,2,-3"], "'-3' is no count of games"),
        (&["stats", "--penta", "1,2,3,4,5", "--wdl", "1,2,3"], "cannot be used with"),
        (&["stats", "--penta", "1,2,3,4,5", "--elo0", "5"], "elo1 must be above elo0"),
        (&["stats", "--penta", "1,2,3,4,5", "--model", "bayesian"], "pairs"),
    ] {
        let (success, _, errors) = run(arguments);
        assert!(!success && errors.contains(complaint), "{arguments:?}: {errors}");
    }
}

#[test]
fn parameters_printed_can_be_read_back_and_chosen_from() {
    let folder = Folder::new("params");
    let (_, printed, _) = run(&["tune", "--group", "whole_node,skip", "--print-params"]);
    let file = folder.file("params.txt");
    fs::write(&file, format!("# all of them\n{printed}\n")).unwrap();
    assert_eq!(run(&["tune", "--params", &file, "--print-params"]).1, printed);
    // The console prints the same, and the declarations hold no other.
    let all = run(&["spsa"]).1;
    assert!(all.starts_with(&printed) && all.lines().count() > printed.lines().count());
    fs::write(&file, "rfp_margin\nrfp_marginn").unwrap();
    let (success, _, errors) = run(&["tune", "--params", &file]);
    assert!(
        !success && errors.contains("params.txt: line 2: there is no parameter 'rfp_marginn'"),
        "{errors}"
    );
    assert!(run(&["tune", "--group", "margins"]).2.contains("whole_node, skip"));
}

/// The numbers of a checkpoint that do not tell times.
fn course(path: &str) -> serde_json::Value {
    let text = fs::read_to_string(path).expect("a checkpoint");
    let mut value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    value["course"]["seconds"] = 0.into();
    value
}

#[test]
#[cfg(unix)]
fn a_tuning_interrupted_or_killed_goes_on_as_if_nothing_had_happened() {
    let folder = Folder::new("tune");
    let (whole, broken) = (folder.file("whole.json"), folder.file("broken.json"));
    let command = |path| {
        [
            "tune",
            "--group",
            "aspiration",
            "--nodes",
            "60",
            "--iterations",
            "24",
            "--pairs-per",
            "1",
            "--hash",
            "1",
            "--checkpoint",
            path,
        ]
    };
    assert!(run(&[&command(&whole)[..], &["--threads", "1"]].concat()).0);
    let client = start(&[&command(&broken)[..], &["--threads", "2"]].concat());
    while !Path::new(&broken).exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    client.interrupt();
    let (status, lines, _) = client.end_with_errors();
    // It may have been too fast for us.
    let cut_short = course(&broken)["course"]["iterations"] != 24;
    assert_eq!(status.success(), !cut_short);
    assert_eq!(lines[0].contains("given up"), cut_short, "{lines:?}");
    let resume = ["tune", "--resume", broken.as_str()];
    start(&resume).kill();
    let (success, _, errors) = run(&[&resume[..], &["--seed", "9"]].concat());
    assert!(!success && errors.contains("broken.json: another tuning: seed was 1 and is 9"), "{errors}");
    let (success, text, _) = run(&resume);
    assert!(success && text.starts_with("24 of 24 iterations\n48 games"), "{text}");
    assert_eq!(course(&broken), course(&whole));
    for extension in ["params", "patch", "svg"] {
        assert!(fs::metadata(folder.file(&format!("broken.{extension}"))).is_ok(), "{extension}");
    }
    // A finished one is not begun anew by accident.
    assert!(run(&command(&broken)).2.contains("broken.json: there already"));
}

#[test]
fn the_worth_of_techniques_is_written_down_with_its_command() {
    let folder = Folder::new("worth");
    let (journals, page) = (folder.file("journals"), folder.file("worth.md"));
    let arguments = [
        "worth",
        "--technique",
        "tt,killers",
        "--nodes",
        "60",
        "--games",
        "4",
        "--depth",
        "2",
        "--samples",
        "0",
        "--resume",
        &journals,
    ];
    let (success, text, told) = run(&[&arguments[..], &["--markdown", &page]].concat());
    assert!(success && text.contains("Techniques, 60 nodes, 4 games each"), "{text}");
    assert!(told.contains("match 2 of 2, killers: 4 of 4 games, Elo "), "{told}");
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("\ncb2026 worth --technique tt,killers --nodes 60 --games 4"), "{page}");
    assert!(page.contains("| tt "), "{page}");
    let (_, again, _) = run(&[&arguments[..], &["--json"]].concat());
    let report: serde_json::Value = serde_json::from_str(&again).unwrap();
    assert_eq!(report["techniques"]["rows"].as_array().unwrap().len(), 2);
    assert_eq!(report["techniques"]["rows"][0]["penta"].as_array().unwrap().len(), 5);
    assert!(run(&["worth", "--technique", "nosuch"]).2.contains("there is no technique 'nosuch'"));
}

#[test]
#[cfg(unix)]
fn all_techniques_and_stages_are_measured_unless_some_are_named() {
    let folder = Folder::new("worth-all");
    let journals = folder.file("journals");
    let client = start(&["worth", "--nodes", "20", "--games", "2", "--samples", "0", "--resume", &journals]);
    // The second match has begun, so the first has been told of.
    while fs::read_dir(&journals).map_or(0, Iterator::count) < 2 {
        std::thread::sleep(Duration::from_millis(5));
    }
    client.interrupt();
    let (status, _, errors) = client.end_with_errors();
    let matches = engine::Technique::ALL.len() + engine::Stage::all().len();
    assert!(!status.success() && errors.contains(&format!("match 1 of {matches}, ")), "{errors}");
}
