//! Positions the trainer learns a second on one thread, at several widths: `cargo bench -p lab`.
//!
//! Games of random moves, 24 pieces on average: more than in real games, so real training is faster. Beside the time on the
//! clock the time on the processor is shown where the system tells it, which other programs do not disturb.

use std::path::Path;
use std::time::Instant;

use chess::Position;
use lab::Cancel;
use lab::data::{DataGame, Filter, ScoredMove, Writer};
use lab::train::{Options, run};
use rand::{Rng, SeedableRng, rngs::SmallRng};

const GAMES: u64 = 1500;
const PLIES: usize = 110;
const EPOCHS: u32 = 3;

fn main() {
    let folder = std::env::temp_dir().join(format!("lab-bench-train-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let games = folder.join("games.vf");
    write_games(&games);
    println!("{:>6} {:>12} {:>14} {:>14}", "hidden", "positions", "per second", "per CPU second");
    for hidden in [32, 64, 128, 256, 512, 1024] {
        let options = Options {
            data: vec![games.clone()],
            out: folder.join("net.cbnn"),
            svg: folder.join("net.svg"),
            force: true,
            hidden,
            epochs: EPOCHS,
            filter: Filter { min_ply: 0, checks: true, tactical: true, ..Filter::default() },
            ..Options::default()
        };
        // Reading comes before the first epoch and comparing the networks after the last: the time between two ends of epochs is
        // that of learning, and of the games held out.
        let mut ends = Vec::new();
        let report = run(&options, &Cancel::default(), &mut |_| ends.push((Instant::now(), cpu_seconds())));
        let report = report.expect("a training");
        let [first, .., last] = ends[..] else { return };
        let learnt = (report.positions * (ends.len() - 1)) as f64;
        let wall = learnt / (last.0 - first.0).as_secs_f64();
        let cpu = last
            .1
            .zip(first.1)
            .map_or_else(String::new, |(last, first)| format!("{:.0}", learnt / (last - first)));
        println!("{hidden:>6} {:>12} {wall:>14.0} {cpu:>14}", report.positions);
    }
    let _ = std::fs::remove_dir_all(&folder);
}

/// Time this thread has spent on a processor, where Linux tells it.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

fn write_games(path: &Path) {
    let mut rng = SmallRng::seed_from_u64(1);
    let mut writer = Writer::create(path, true).expect("a file");
    for _ in 0..GAMES {
        let start = Position::startpos();
        let (mut position, mut moves) = (start.clone(), Vec::new());
        while moves.len() < PLIES {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[rng.random_range(0..legal.len())];
            moves.push(ScoredMove { mv, score: rng.random_range(-1000..1000) });
            position.make(mv);
        }
        writer.append(&DataGame { start, winner: None, moves }).expect("room on the disk");
    }
}
