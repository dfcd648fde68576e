//! The optimiser against objectives whose best values are known, and runs that are interrupted.

use super::*;
use engine::params::Params;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// Games whose result is a matter of chance, the better the values the more often won: Elo falls with the square of the
/// distance from `best`.
struct Synthetic {
    best: Vec<f64>,
    /// Elo lost at a distance of one `scale`.
    elo: f64,
    scale: Vec<f64>,
    /// -1 turns every result round.
    sign: i64,
    /// Gives up after so many games of this player.
    patience: usize,
}

impl Synthetic {
    fn new(best: &[f64], scale: &[f64]) -> Self {
        Synthetic { best: best.to_vec(), elo: 6.0, scale: scale.to_vec(), sign: 1, patience: usize::MAX }
    }

    fn strength(&self, values: &[f64]) -> f64 {
        let terms = values.iter().zip(&self.best).zip(&self.scale);
        -self.elo * terms.map(|((value, best), scale)| ((value - best) / scale).powi(2)).sum::<f64>()
    }
}

impl Objective for Synthetic {
    fn play(&mut self, trial: &Trial, second: bool, _: &Cancel) -> Result<i64, LabError> {
        self.patience = self.patience.checked_sub(1).ok_or(LabError::Cancelled)?;
        const DRAWS: f64 = 0.4;
        let elo = self.strength(&trial.plus) - self.strength(&trial.minus);
        let score = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let mut rng = ChaCha8Rng::seed_from_u64(99);
        rng.set_stream(2 * trial.pair + u64::from(second));
        let chance = f64::from(rng.next_u32()) / f64::from(u32::MAX);
        let result = if chance < score - DRAWS / 2.0 {
            1
        } else if chance < score + DRAWS / 2.0 {
            0
        } else {
            -1
        };
        Ok(self.sign * result)
    }
}

fn parameter(name: &str, start: f64, c_end: f64) -> Parameter {
    Parameter { name: name.into(), integer: true, start, min: 0.0, max: 400.0, c_end, r_end: 0.01 }
}

fn config(iterations: u64) -> Config {
    let parameters = vec![
        parameter("rfp_margin", 80.0, 8.0),
        parameter("razor_margin", 300.0, 20.0),
        parameter("null_min_depth", 6.0, 1.0),
        parameter("lmp_base", 100.0, 6.0),
    ];
    Config { iterations, ..Config::new(parameters) }
}

/// Where the synthetic games are won best: three to five perturbations from the start.
const BEST: [f64; 4] = [104.0, 220.0, 3.0, 118.0];

fn tuned(config: &Config, sign: i64, threads: usize) -> Course {
    let scale: Vec<f64> = config.parameters.iter().map(|parameter| parameter.c_end).collect();
    let mut players: Vec<Synthetic> =
        (0..threads).map(|_| Synthetic { sign, ..Synthetic::new(&BEST, &scale) }).collect();
    let mut course = Course::new(config);
    optimise(config, &mut course, &mut players, &Cancel::default(), &mut |_| Ok(())).unwrap();
    course
}

/// Distances from the best values in units of c_end, squared and added up.
fn distance(config: &Config, values: &[f64]) -> f64 {
    let terms = config.parameters.iter().zip(values).zip(BEST);
    terms.map(|((parameter, value), best)| ((value - best) / parameter.c_end).powi(2)).sum()
}

#[test]
fn the_optimum_is_found() {
    let config = config(1500);
    let start = distance(&config, &Course::new(&config).values);
    let course = tuned(&config, 1, 1);
    let end = distance(&config, &course.values);
    assert!(end < 0.05 * start, "{end} from {start}: {:?}", course.values);
    assert_eq!((course.iterations, course.games.games(), course.penta.games()), (1500, 24_000, 24_000));
    // A step in the wrong direction leads away from it.
    let course = tuned(&config, -1, 1);
    let end = distance(&config, &course.values);
    assert!(end > 2.0 * start, "{end} from {start}: {:?}", course.values);
}

#[test]
fn the_result_does_not_depend_on_threads() {
    let config = config(40);
    let (one, many) = (tuned(&config, 1, 1), tuned(&config, 1, 5));
    assert_eq!((&one.values, &one.points, one.penta), (&many.values, &many.points, many.penta));
    let other = Config { seed: 2, ..config.clone() };
    assert_ne!(tuned(&other, 1, 1).values, one.values);
}

#[test]
fn a_run_interrupted_anywhere_ends_as_if_it_had_not_been() {
    let config = config(30);
    let whole = tuned(&config, 1, 1);
    let scale: Vec<f64> = config.parameters.iter().map(|parameter| parameter.c_end).collect();
    let folder = std::env::temp_dir().join(format!("lab-tune-{}", std::process::id()));
    let path = folder.join("tune.json");
    let mut course = Course::new(&config);
    // 13 games more at a time than an iteration has: always in the midst of one.
    while course.iterations < config.iterations {
        let mut players = [Synthetic { patience: 29, ..Synthetic::new(&BEST, &scale) }];
        optimise(&config, &mut course, &mut players, &Cancel::default(), &mut |_| Ok(())).unwrap();
        save(&config, &course, &path).unwrap();
        course = begin(&config, &path, true).unwrap();
    }
    course.seconds = whole.seconds;
    assert_eq!(course, whole);
    let mut names: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["tune.json", "tune.params", "tune.patch", "tune.svg"]);
    let lines = std::fs::read_to_string(folder.join("tune.params")).unwrap();
    assert_eq!(lines.lines().count(), 4);
    let svg = std::fs::read_to_string(folder.join("tune.svg")).unwrap();
    assert!(svg.starts_with("<svg") && config.parameters.iter().all(|known| svg.contains(&known.name)));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn another_tuning_is_not_gone_on_with() {
    let folder = std::env::temp_dir().join(format!("lab-tune-other-{}", std::process::id()));
    let path = folder.join("tune.json");
    let config = config(30);
    save(&config, &Course::new(&config), &path).unwrap();
    let refusal = |config: &Config, resume: bool| begin(config, &path, resume).unwrap_err().to_string();
    assert!(refusal(&config, false).contains("tune.json: there already"), "{}", refusal(&config, false));
    let mut other = Config { seed: 5, ..config.clone() };
    other.parameters[1].c_end = 10.0;
    let text = refusal(&other, true);
    assert!(
        text.contains("parameters.razor_margin.c_end was 20.0 and is 10.0; seed was 1 and is 5"),
        "{text}"
    );
    let set = |name: &str, value: &str| [(name.to_owned(), value.to_owned())];
    let mut other = config.clone();
    other.set(&set("nullmove", "off")).unwrap();
    let text = refusal(&other, true);
    assert!(text.contains("set were 0 and are 1") && text.contains("signature was"), "{text}");
    assert!(other.set(&set("rfp_margin", "90")).unwrap_err().to_string().contains("rfp_margin=90"));
    let mut other = config.clone();
    other.parameters.pop();
    assert!(refusal(&other, true).contains("parameters were 4 and are 3"));
    for damaged in ["", "{}", "{\"format\":9}"] {
        std::fs::write(&path, damaged).unwrap();
        assert!(refusal(&config, true).contains("tune.json: no checkpoint"), "{}", refusal(&config, true));
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_book_that_has_changed_is_another_tuning() {
    let folder = std::env::temp_dir().join(format!("lab-tune-book-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let book = folder.join("book.epd");
    std::fs::write(&book, "4k3/8/8/8/8/8/4P3/4K3 w - -").unwrap();
    let pace = BTreeMap::from([("nodes".to_owned(), "20".to_owned())]);
    let config = Config {
        parameters: vec![parameter("rfp_margin", 80.0, 8.0)],
        openings: Some(book.clone()),
        pairs_per: 1,
        hash_mib: 1,
        pace,
        ..config(1)
    };
    let tune = |resume| {
        let options =
            Options { config: config.clone(), checkpoint: folder.join("tune.json"), resume, threads: 1 };
        run(&options, &Cancel::default(), &mut |_| {}).map(|report| report.iterations)
    };
    assert_eq!(tune(false).unwrap(), 1);
    assert_eq!(tune(true).unwrap(), 1);
    std::fs::write(&book, "4k3/8/8/8/8/8/3P4/4K3 w - -").unwrap();
    let refusal = tune(true).unwrap_err().to_string();
    assert!(refusal.contains("tune.json: another tuning: fingerprint was"), "{refusal}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let refusal = |change: &dyn Fn(&mut Config)| {
        let mut config = config(1);
        change(&mut config);
        config.check().unwrap_err().to_string()
    };
    assert!(refusal(&|config| config.parameters.clear()).contains("not none"));
    assert!(refusal(&|config| config.pairs_per = 0).contains("pairs-per must be at least 1"));
    let twice = refusal(&|config| config.parameters.push(config.parameters[1].clone()));
    assert!(twice.contains("each parameter once, not razor_margin twice"), "{twice}");
}

#[test]
fn the_course_is_thinned_but_keeps_its_ends() {
    let mut course = Course::new(&config(10));
    for iteration in 1..=5000_u32 {
        course.advance(vec![f64::from(iteration); 4]);
    }
    assert!((300..=1001).contains(&course.points.len()), "{}", course.points.len());
    assert_eq!(course.points[0].iteration, 0);
    assert!(
        course.points.iter().all(|point| point.iteration == 0 || point.values[0] == point.iteration as f64)
    );
    assert!(course.points.last().unwrap().iteration > 4990);
}

#[test]
fn an_error_ends_the_tuning_and_is_told() {
    struct Broken;
    impl Objective for Broken {
        fn play(&mut self, _: &Trial, _: bool, _: &Cancel) -> Result<i64, LabError> {
            Err(LabError::Engine("it broke".into()))
        }
    }
    let config = config(30);
    let mut course = Course::new(&config);
    let error = optimise(&config, &mut course, &mut [Broken, Broken], &Cancel::default(), &mut |_| Ok(()))
        .unwrap_err();
    assert_eq!((error.to_string(), course.iterations), ("the engine failed: it broke".into(), 0));
}

/// Games played with a set of values that throws pieces away: the other side wins, whichever colour it has, and whether it is plus
/// or minus.
#[test]
fn real_games_are_won_by_the_better_values() {
    let spoilt = [
        ("qsearch_see_margin", 200.0),
        ("delta_margin", 0.0),
        ("rfp_max_depth", 20.0),
        ("rfp_margin", 10.0),
        ("lmp_max_depth", 20.0),
        ("lmp_base", 0.0),
        ("lmp_depth_factor", 10.0),
    ];
    let info = |name: &str| Params::registry().find(|info| info.name == name).unwrap();
    let parameters: Vec<Parameter> =
        spoilt.iter().map(|(name, _)| parameter(name, f64::from(info(name).default), 1.0)).collect();
    let (settings, openings) = (Settings::default(), Openings::generated(Variant::Standard, 1).unwrap());
    let mut pace = Pace::default();
    pace.set("nodes", "300").unwrap();
    let mut games = Games::new(&parameters, &settings, &pace, &openings, 1).unwrap();
    let sane: Vec<f64> = parameters.iter().map(|parameter| parameter.start).collect();
    let spoilt: Vec<f64> = spoilt.iter().map(|(_, value)| *value).collect();
    let mut lead = |plus: &[f64], minus: &[f64], second: bool| -> i64 {
        let trial = |pair| Trial { pair, plus: plus.to_vec(), minus: minus.to_vec() };
        (0..8).map(|pair| games.play(&trial(pair), second, &Cancel::default()).unwrap()).sum()
    };
    let (white, black) = (lead(&sane, &spoilt, false), lead(&sane, &spoilt, true));
    assert!(white + black > 4, "{white} {black}");
    // The same games, seen from the other side.
    assert_eq!((lead(&spoilt, &sane, true), lead(&spoilt, &sane, false)), (-white, -black));
}
