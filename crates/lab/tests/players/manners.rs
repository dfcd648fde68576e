//! Peculiarities that are no faults, and options.

use std::path::Path;

use chess::Color;
use lab::Cancel;
use lab::tournament::player::FaultKind;
use lab::tournament::spec::PlayerSpec;
use lab::tournament::uci_player::Patience;

use crate::{MOVES, SHORT, ample, friendly, start, this_engine, toy};

#[test]
fn peculiarities_are_put_up_with() {
    for misbehaviour in ["", "crlf@1", "slow-ready@1", "noise@1", "huge-lines@1", "stderr@1", "two-moves@1"] {
        let (mut toy, mut us) = (start(misbehaviour, &ample()), this_engine());
        for _ in 0..2 {
            let record = friendly(&mut *toy, &mut us);
            assert_eq!(record.faults, [], "{misbehaviour}");
            assert_eq!(record.moves.len(), 2 * MOVES as usize, "{misbehaviour}");
        }
        assert_eq!((toy.identity().name.as_str(), toy.identity().author.as_str()), ("Toy 1.0", "nobody"));
    }
}

#[test]
fn reports_are_taken_as_they_were_made() {
    let (mut toy, mut us) = (start("", &ample()), this_engine());
    let record = friendly(&mut *toy, &mut us);
    let report = record.moves[0].report.as_ref().unwrap();
    assert_eq!(report.score, engine::UciScore::Cp(10));
    assert_eq!((report.depth, report.seldepth, report.nodes, report.nps), (1, 2, 3, 4));
    assert_eq!((report.hashfull, report.tbhits, report.pv.as_slice()), (5, 6, &[record.moves[0].mv][..]));
    let ours = record.moves[1].report.as_ref().unwrap();
    assert!(ours.nodes > 0 && ours.depth > 0 && ours.pv[0] == record.moves[1].mv);
}

/// Whether a process ends before anybody loses patience. One that nobody has waited for yet has ended, too.
#[cfg(target_os = "linux")]
fn ends(id: &str) -> bool {
    let runs = || {
        let status = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        status.rsplit(") ").next().is_some_and(|state| !state.is_empty() && !state.starts_with('Z'))
    };
    let deadline = std::time::Instant::now() + ample().grace;
    while runs() && std::time::Instant::now() < deadline {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    !runs()
}

#[cfg(target_os = "linux")]
#[test]
fn who_does_not_quit_is_killed_and_so_is_whom_a_script_has_started() {
    let folder = std::env::temp_dir().join(format!("lab-manners-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (script, ids) = (folder.join("engine.sh"), folder.join("ids"));
    // The script and the engine, which are two processes, write down who they are.
    let note = format!("echo $$ >> {}", ids.display());
    let engine = format!("{note}; exec {} immortal", env!("CARGO_BIN_EXE_toy_engine"));
    std::fs::write(&script, format!("{note}\nsh -c '{engine}'\necho over\n")).unwrap();
    let player: PlayerSpec = format!("cmd=sh,args={}", script.display()).parse().unwrap();
    drop(player.start(&Patience { grace: SHORT, ..ample() }, &Cancel::default()).unwrap());
    let ids = std::fs::read_to_string(ids).unwrap();
    assert_eq!(ids.lines().count(), 2);
    assert!(ids.lines().all(ends), "{ids}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn options_that_the_engine_does_not_declare_so_are_noted_and_not_sent() {
    let settings = ",hash=32,option.threads=9,option.Style=Wild One,option.Clear Hash=true,option.Nope=1";
    let mut toy = toy("", settings).start(&ample(), &Cancel::default()).unwrap();
    assert_eq!((toy.identity().threads, toy.identity().hash_mib), (Some(1), Some(32)));
    let mut us = this_engine();
    let first = friendly(&mut us, &mut *toy);
    let details: Vec<_> =
        first.faults.iter().map(|(color, fault)| (*color, fault.kind, fault.detail.as_str())).collect();
    assert_eq!(
        details,
        [
            (
                Color::Black,
                FaultKind::Option,
                "Invalid value for option threads; '9', it takes a number in 1..=4"
            ),
            (Color::Black, FaultKind::Option, "toy doesn't have option Nope"),
        ]
    );
    // Said once, as long as it is the same process.
    assert_eq!(friendly(&mut us, &mut *toy).faults, []);
}

#[test]
fn an_engine_can_be_started_anew_for_every_game() {
    // A process that crashes at its sixth search never makes it.
    for (settings, crashes) in [("", true), (",restart=on", false)] {
        let mut toy = toy("crash@6", settings).start(&ample(), &Cancel::default()).unwrap();
        let mut us = this_engine();
        assert_eq!(friendly(&mut us, &mut *toy).faults, []);
        assert_eq!(friendly(&mut us, &mut *toy).faults.is_empty(), !crashes);
    }
}

#[test]
fn a_program_is_looked_for_in_its_directory_and_from_here() {
    let path = Path::new(env!("CARGO_BIN_EXE_toy_engine"));
    let (folder, name) = (path.parent().unwrap(), path.file_name().unwrap());
    // The tests run in the folder of the crate, so this is the same folder, written from here.
    let up = "../".repeat(std::env::current_dir().unwrap().components().count());
    let from_here = Path::new(&up).join(path.strip_prefix("/").unwrap_or(path));
    for (command, dir) in [
        (Path::new(name), folder),
        (path, &std::env::temp_dir()),
        (&from_here, &std::env::temp_dir()),
        (Path::new(name), Path::new(&up).join(folder.strip_prefix("/").unwrap_or(folder)).as_path()),
    ] {
        let text = format!("cmd={},dir={}", command.display(), dir.display());
        let spec: PlayerSpec = text.parse().unwrap();
        let started = spec.start(&ample(), &Cancel::default());
        assert!(started.is_ok(), "{text}: {:?}", started.err());
    }
}
