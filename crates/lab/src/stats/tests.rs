//! The numbers of other people's tools, and data that break careless formulas.

use super::*;

fn penta(model: Model, counts: [u64; 5], elo0: f64, elo1: f64) -> f64 {
    Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap().llr(&Penta(counts))
}

fn trinomial(model: Model, [losses, draws, wins]: [u64; 3], elo0: f64, elo1: f64) -> f64 {
    let games = Trinomial { wins, draws, losses };
    Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap().llr_trinomial(&games)
}

/// Half a unit of the last digit printed, and a little for the rounding of the number itself.
fn assert_printed(found: f64, printed: f64, digits: i32) {
    let tolerance = 0.5001 * 10_f64.powi(-digits);
    assert!((found - printed).abs() <= tolerance, "{found} is not {printed} to {digits} digits");
}

#[test]
fn the_ratio_is_that_of_fishtest_and_openbench() {
    use Model::{Bayesian, Logistic, Normalized};
    for (model, counts, elo0, elo1, llr, digits) in [
        (Normalized, [365, 16618, 36229, 16974, 390], 0.0, 2.0, 2.2504, 4),
        (Normalized, [127, 4883, 10712, 5150, 104], -1.75, 0.25, 3.0102, 4),
        (Normalized, [0, 0, 0, 0, 5550], 0.0, 5.0, 111.80, 2),
        (Logistic, [223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.0741, 4),
        (Logistic, [871, 26175, 55983, 26678, 821], 0.0, 2.0, -4.9787, 4),
    ] {
        assert_printed(penta(model, counts, elo0, elo1), llr, digits);
    }
    for (model, counts, elo0, elo1, llr, digits) in [
        (Normalized, [36027, 68692, 36433], 0.0, 2.0, 0.9233, 4),
        (Logistic, [21184, 40708, 21404], 0.5, 2.5, -1.5719, 4),
        (Logistic, [57030, 106_593, 57433], 0.0, 2.0, -2.5930, 4),
        (Bayesian, [68526, 128_429, 68965], 0.0, 2.0, -1.2622, 4),
        (Bayesian, [21484, 41111, 21629], 0.5, 2.5, -1.1306, 4),
    ] {
        assert_printed(trinomial(model, counts, elo0, elo1), llr, digits);
    }
}

/// The normalized LLR of games by brute force. Two conditions leave one free number to a distribution over three results:
/// its deviation. The likelihood has one peak in it.
fn by_brute_force([losses, draws, wins]: [f64; 3], elo0: f64, elo1: f64) -> f64 {
    let log_likelihood = |elo: f64, deviation: f64| {
        let mean = 0.5 + elo / NELO_UNIT * deviation;
        let draw = 4.0 * (mean - mean * mean - deviation * deviation);
        let (win, loss) = (mean - draw / 2.0, 1.0 - mean - draw / 2.0);
        if draw.min(win).min(loss) <= 0.0 {
            return f64::NEG_INFINITY;
        }
        losses * loss.ln() + draws * draw.ln() + wins * win.ln()
    };
    let peak = |elo: f64| {
        let steps = 100_000;
        let grid = (1..steps).map(|i| 0.5 * f64::from(i) / f64::from(steps));
        let top = grid.max_by(|&a, &b| log_likelihood(elo, a).total_cmp(&log_likelihood(elo, b))).unwrap();
        let (mut low, mut high) = (top - 1e-5, top + 1e-5);
        for _ in 0..100 {
            let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if log_likelihood(elo, a) < log_likelihood(elo, b) { low = a } else { high = b }
        }
        log_likelihood(elo, low)
    };
    peak(elo1) - peak(elo0)
}

#[test]
fn the_ratio_is_exact() {
    for (counts, elo0, elo1, published) in [
        ([36027, 68692, 36433], 0.0, 2.0, 0.92),
        // Also printed as 2.2973, which is what the formula for normal data gives.
        ([10650, 20431, 10871], -1.75, 0.25, 2.30),
        ([0, 0, 4250], 0.0, 10.0, 120.56),
    ] {
        let llr = trinomial(Model::Normalized, counts, elo0, elo1);
        let exact =
            by_brute_force(counts.map(|count| if count == 0 { 1e-3 } else { count as f64 }), elo0, elo1);
        assert!((llr - exact).abs() < 1e-6 * exact, "{llr} is not {exact}");
        // Fastchess's own tests ask for one percent.
        assert!((llr - published).abs() < 0.01 * published, "{llr} is not {published}");
    }
}

#[test]
fn elo_is_that_of_fastchess() {
    let games = Trinomial { wins: 136, draws: 111, losses: 96 };
    assert_eq!(games.elo().plain(), "40.70 +/- 30.43");
    assert_eq!(games.nelo().plain(), "49.77 +/- 36.77");
    assert_printed(100.0 * games.los(), 99.60, 2);
    let pairs = Penta([34, 54, 63, 64, 75]);
    assert_eq!(
        (pairs.elo().plain(), pairs.nelo().plain()),
        ("55.58 +/- 27.65".into(), "57.94 +/- 28.28".into())
    );
    assert_eq!((pairs.pairs(), pairs.games()), (290, 580));
    assert!((pairs.points() - 336.0).abs() < 1e-9);
    let pairs = Penta([332, 433, 498, 333, 334]);
    assert_eq!(
        (pairs.elo().to_string(), pairs.nelo().to_string()),
        ("-8.64 +/- 10.33".into(), "-9.17 +/- 10.96".into())
    );
    assert_printed(100.0 * pairs.los(), 5.05, 2);
    // The block of a real match: 0, 1, 7, 0, 0.
    let pairs = Penta([0, 1, 7, 0, 0]);
    assert_eq!(
        (pairs.elo().plain(), pairs.nelo().plain()),
        ("-21.74 +/- 40.15".into(), "-92.86 +/- 170.24".into())
    );
    assert_printed(100.0 * pairs.los(), 14.25, 2);
    assert_printed(100.0 * pairs.draw_ratio(), 87.50, 2);
    assert_eq!(pairs.pairs_ratio(), Some(0.0));
}

#[test]
fn bounds_are_walds() {
    let (lower, upper) = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Normalized).unwrap().bounds();
    assert_printed(lower, -2.944_438_98, 8);
    assert_printed(upper, 2.944_438_98, 8);
    // Beta 0.10, alpha 0.05.
    let sprt = Sprt::new(0.0, 5.0, 0.05, 0.10, Model::Normalized).unwrap();
    assert_printed(sprt.bounds().0, -2.2513, 4);
    assert_printed(sprt.bounds().1, 2.8904, 4);
    assert_eq!(sprt.verdict(-2.26), Verdict::AcceptH0);
    assert_eq!(sprt.verdict(2.8), Verdict::Running);
    assert_eq!(sprt.verdict(2.9), Verdict::AcceptH1);
}

#[test]
fn nothing_degenerate_hangs_or_gives_nonsense() {
    let wide =
        [(0.0, 5.0), (-1500.0, 0.0), (-1500.0, 1500.0), (-4000.0, -3999.0), (3999.0, 4000.0), (0.0, 1e-9)];
    let counts = [
        [0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0],
        [0, 0, 1, 0, 0],
        [0, 0, 0, 0, 1],
        [0, 0, 0, 0, u64::from(u32::MAX)],
        [u64::from(u32::MAX), 0, 0, 0, 1],
        [0, 1, 0, 0, 0],
        [5, 0, 0, 0, 5],
        [0, 0, 1_000_000_000, 0, 0],
    ];
    for counts in counts {
        let [lost, _, drawn, _, won] = counts;
        for (elo0, elo1) in wide {
            for model in [Model::Normalized, Model::Logistic, Model::Bayesian] {
                let llr = penta(model, counts, elo0, elo1);
                assert!(llr.is_finite(), "{model:?} {counts:?} [{elo0}, {elo1}]: {llr}");
                let llr = trinomial(model, [lost, drawn, won], elo0, elo1);
                assert!(llr.is_finite(), "{model:?} {lost} {drawn} {won} [{elo0}, {elo1}]: {llr}");
            }
        }
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Normalized).unwrap();
        for counts in [
            Counts::Penta(Penta(counts)),
            Counts::Trinomial(Trinomial { wins: won, draws: drawn, losses: lost }),
        ] {
            let report = run(&Options { counts, sprt }).unwrap();
            let text = format!("{report}\n{}", serde_json::to_string(&report).unwrap()).to_lowercase();
            assert!(!text.contains("nan") && !text.contains("inf"), "{text}");
        }
    }
}

#[test]
fn what_the_data_do_not_bound_is_said() {
    assert_eq!(Penta([0, 0, 0, 0, 3]).elo().to_string(), "unbounded");
    assert_eq!(Penta([3, 0, 0, 0, 0]).nelo().to_string(), "-unbounded");
    assert_eq!(Penta([0, 0, 3, 0, 0]).elo().to_string(), "+0.00 +/- unknown");
    // The interval reaches past a score of 1.
    assert_eq!(Trinomial { wins: 3, draws: 1, losses: 0 }.elo().to_string(), "+338.04 +/- unknown");
    assert_eq!(
        serde_json::to_string(&Penta([0, 0, 0, 0, 3]).elo()).unwrap(),
        r#"{"value":null,"error":null}"#
    );
    assert_eq!(
        (Penta([0, 0, 0, 0, 3]).los(), Penta([2, 0, 0, 0, 0]).los(), Penta::default().los()),
        (1.0, 0.0, 0.5)
    );
    assert_eq!(Penta::default().score(), 0.5);
    assert_eq!(Penta([0, 0, 4, 0, 0]).pairs_ratio(), None);
}

#[test]
fn seen_from_the_other_side_everything_changes_its_sign() {
    let (ours, theirs) = ([34, 54, 63, 64, 75], [75, 64, 63, 54, 34]);
    for model in [Model::Normalized, Model::Logistic] {
        let (llr, mirrored) = (penta(model, ours, 0.0, 5.0), penta(model, theirs, -5.0, 0.0));
        assert!((llr + mirrored).abs() < 1e-6, "{model:?}: {llr} {mirrored}");
    }
    assert!((Penta(ours).elo().value + Penta(theirs).elo().value).abs() < 1e-9);
    assert!((Penta(ours).los() + Penta(theirs).los() - 1.0).abs() < 1e-12);
}

#[test]
fn a_test_on_its_way_to_h0_is_told_with_its_sign() {
    let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Normalized).unwrap();
    let text =
        run(&Options { counts: Counts::Penta(Penta([75, 64, 63, 54, 34])), sprt }).unwrap().to_string();
    assert!(text.contains("Elo: -55.58 +/- 27.65") && text.contains("\nLLR: -1."), "{text}");
    assert!(text.contains("%) (-2.94, 2.94) [0.00, 5.00]") && text.contains(" (-"), "{text}");
    let line = |llr: f64| SprtReport::new(&sprt, llr).line();
    assert_eq!(line(-0.52), "LLR: -0.52 (-17.7%) (-2.94, 2.94) [0.00, 5.00]");
    assert_eq!(line(0.52), "LLR: 0.52 (17.7%) (-2.94, 2.94) [0.00, 5.00]");
    assert_eq!(line(-0.0004), "LLR: 0.00 (0.0%) (-2.94, 2.94) [0.00, 5.00]");
}

#[test]
fn a_test_that_makes_no_sense_is_refused() {
    for (elo0, elo1, alpha, beta, what) in [
        (5.0, 0.0, 0.05, 0.05, "elo1"),
        (0.0, 0.0, 0.05, 0.05, "elo1"),
        (f64::NAN, 0.0, 0.05, 0.05, "elo0"),
        (-4001.0, 0.0, 0.05, 0.05, "elo0"),
        (0.0, f64::INFINITY, 0.05, 0.05, "elo1"),
        (0.0, 5.0, 0.0, 0.05, "alpha"),
        (0.0, 5.0, 0.05, -1.0, "beta"),
        (0.0, 5.0, 0.5, 0.5, "beta"),
    ] {
        let error = Sprt::new(elo0, elo1, alpha, beta, Model::Normalized).unwrap_err().to_string();
        assert!(error.starts_with(what), "{error}");
    }
    let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Bayesian).unwrap();
    let error = run(&Options { counts: Counts::Penta(Penta([1; 5])), sprt }).unwrap_err();
    assert!(error.to_string().contains("bayesian"), "{error}");
}

#[test]
fn the_error_function_is_right() {
    // Values of Abramowitz and Stegun, table 7.1.
    for (x, value) in [(0.0, 0.0), (0.5, 0.520_499_877_8), (1.0, 0.842_700_792_9), (2.0, 0.995_322_265_0)] {
        assert_printed(erf(x), value, 10);
        assert_printed(erf(-x), -value, 10);
    }
    assert_eq!((erf(f64::INFINITY), erf(-50.0)), (1.0, -1.0));
}
