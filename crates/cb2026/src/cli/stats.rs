//! `stats`: Elo and the sequential test from the counts of a match.

use clap::{ArgGroup, Args, ValueEnum};
use lab::stats::{Counts, Model, Options, Penta, Sprt, Trinomial};

use super::common::{Verdict, print};
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  cb2026 stats --penta 34,54,63,64,75                     pairs: LL, LD, WL or DD, WD, WW
  cb2026 stats --penta 34,54,63,64,75 --elo0 0 --elo1 2   another test
  cb2026 stats --wdl 136,111,96 --model logistic --json   games: won, drawn, lost";

/// Arguments of `stats`.
#[derive(Args)]
#[command(after_help = EXAMPLES, group = ArgGroup::new("counts").required(true))]
pub(crate) struct StatsArgs {
    /// Pairs of games by the points of the first player: 0, 1/2, 1, 3/2, 2
    #[arg(long, value_name = "LL,LD,D,WD,WW", group = "counts", value_parser = parse_counts::<5>)]
    penta: Option<[u64; 5]>,
    /// Games won, drawn and lost, if they were not played in pairs
    #[arg(long, value_name = "W,D,L", group = "counts", value_parser = parse_counts::<3>)]
    wdl: Option<[u64; 3]>,
    #[command(flatten)]
    sprt: SprtArgs,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// A sequential test.
#[derive(Args)]
pub(crate) struct SprtArgs {
    /// H0: the first player is at most so far ahead
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// H1: the first player is at least so far ahead
    #[arg(long, value_name = "ELO", default_value_t = 5.0, allow_negative_numbers = true)]
    elo1: f64,
    /// Probability of accepting H1 wrongly
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    alpha: f64,
    /// Probability of accepting H0 wrongly
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    beta: f64,
    /// The Elo the hypotheses are in; bayesian knows no pairs
    #[arg(long, value_enum, default_value_t = ModelName::Normalized)]
    model: ModelName,
}

#[derive(Clone, Copy, ValueEnum)]
enum ModelName {
    Normalized,
    Logistic,
    Bayesian,
}

impl SprtArgs {
    /// The test asked for.
    ///
    /// # Errors
    /// When it makes no sense.
    pub(super) fn sprt(&self) -> Result<Sprt, lab::LabError> {
        let model = match self.model {
            ModelName::Normalized => Model::Normalized,
            ModelName::Logistic => Model::Logistic,
            ModelName::Bayesian => Model::Bayesian,
        };
        Sprt::new(self.elo0, self.elo1, self.alpha, self.beta, model)
    }
}

/// Runs the command.
pub(super) fn run(arguments: &StatsArgs, output: &Output) -> Verdict {
    let counts = match (arguments.penta, arguments.wdl) {
        (Some(counts), _) => Counts::Penta(Penta(counts)),
        (None, Some([wins, draws, losses])) => Counts::Trinomial(Trinomial { wins, draws, losses }),
        (None, None) => Counts::Penta(Penta::default()),
    };
    let report = lab::stats::run(&Options { counts, sprt: arguments.sprt.sprt()? })?;
    print(&report, arguments.json, output)?;
    Ok(true)
}

/// `N` whole numbers separated by commas.
fn parse_counts<const N: usize>(text: &str) -> Result<[u64; N], String> {
    /// More games than were ever played, and far from any overflow.
    const MOST: u64 = 1_000_000_000_000;
    let numbers: Vec<u64> = text
        .split(',')
        .map(|word| match word.trim().parse() {
            Ok(count) if count <= MOST => Ok(count),
            _ => Err(format!("'{word}' is no count of games")),
        })
        .collect::<Result<_, _>>()?;
    let found = numbers.len();
    numbers.try_into().map_err(|_| format!("{N} counts are needed, not {found}"))
}
