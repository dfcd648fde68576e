//! What is to be made better: something in which two sets of values can be played against each other.

use chess::Color;
use engine::params::ParamError;
use engine::{HashError, Settings};

use super::spsa::Parameter;
use crate::Cancel;
use crate::error::LabError;
use crate::tournament::adjudication::Rules;
use crate::tournament::game::{self, GameResult};
use crate::tournament::in_process::InProcess;
use crate::tournament::openings::Openings;
use crate::tournament::pace::Pace;
use crate::tournament::player::FaultKind;

/// Two sets of values that play a pair of games.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// The number of the pair, from 0: the same opening for both games.
    pub pair: u64,
    /// The values of the plus side, in the order of the parameters.
    pub plus: Vec<f64>,
    /// The values of the minus side.
    pub minus: Vec<f64>,
}

/// Plays games between two sets of values.
pub trait Objective: Send {
    /// Plays one game of a pair; in the second one sides change colours. The result must depend on nothing but the
    /// arguments, or a run cannot be repeated. Returns 1 if the plus side won, 0 for a draw, -1 if it lost.
    ///
    /// # Errors
    /// [`LabError::Cancelled`] when asked to give up; anything else ends the tuning.
    fn play(&mut self, trial: &Trial, second: bool, cancel: &Cancel) -> Result<i64, LabError>;
}

/// Games of the engine against itself, in this process.
#[derive(Debug)]
pub struct Games<'a> {
    parameters: &'a [Parameter],
    settings: &'a Settings,
    pace: &'a Pace,
    openings: &'a Openings,
    rules: Rules,
    players: [InProcess; 2],
}

impl<'a> Games<'a> {
    /// Two engines, which are kept from game to game, with tables of `hash_mib` MiB.
    ///
    /// # Errors
    /// [`HashError`] if there is no room for them.
    pub fn new(
        parameters: &'a [Parameter],
        settings: &'a Settings,
        pace: &'a Pace,
        openings: &'a Openings,
        hash_mib: usize,
    ) -> Result<Self, HashError> {
        let player = |name: &str| InProcess::new(name, settings.clone(), hash_mib);
        let players = [player("plus")?, player("minus")?];
        Ok(Games { parameters, settings, pace, openings, rules: Rules::fishtest(), players })
    }

    fn settings_with(&self, values: &[f64]) -> Result<Settings, LabError> {
        let mut settings = self.settings.clone();
        for (parameter, value) in self.parameters.iter().zip(values) {
            let refused = |error: ParamError| LabError::Engine(error.to_string());
            settings.params.set(&parameter.name, value.round() as i32).map_err(refused)?;
        }
        Ok(settings)
    }
}

impl Objective for Games<'_> {
    fn play(&mut self, trial: &Trial, second: bool, cancel: &Cancel) -> Result<i64, LabError> {
        let sides = [self.settings_with(&trial.plus)?, self.settings_with(&trial.minus)?];
        for (player, settings) in self.players.iter_mut().zip(sides) {
            *player.settings_mut() = settings;
        }
        let opening = self.openings.get(trial.pair);
        let [plus, minus] = &mut self.players;
        let (white, black) = if second { (minus, plus) } else { (plus, minus) };
        let record = game::play(white, black, [self.pace; 2], &opening, &self.rules, cancel);
        // A time loss is a result like any other; an engine that breaks is nothing to tune.
        let broken =
            record.faults.iter().find(|(_, fault)| fault.kind.loses() && fault.kind != FaultKind::TimeLoss);
        match (record.result, broken) {
            (GameResult::Unfinished, _) => Err(LabError::Cancelled),
            (_, Some((color, fault))) => {
                let values = if second == (*color == Color::White) { &trial.minus } else { &trial.plus };
                let names = self.parameters.iter().map(|parameter| &parameter.name);
                let values: Vec<String> =
                    names.zip(values).map(|(name, value)| format!("{name}={value}")).collect();
                Err(LabError::Engine(format!("{fault}, with {}", values.join(","))))
            }
            (GameResult::Draw, None) => Ok(0),
            (GameResult::WhiteWins, None) => Ok(if second { -1 } else { 1 }),
            (GameResult::BlackWins, None) => Ok(if second { 1 } else { -1 }),
        }
    }
}
