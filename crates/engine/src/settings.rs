//! What can be changed about a search by name: the switches and the numbers.

use crate::eval::Evaluation;
use crate::eval::nnue::{LoadError, Network};
use crate::params::{ParamError, Params};
use crate::techniques::{Stage, StageError, Technique, Techniques};
use std::path::Path;
use std::sync::Arc;

/// The techniques that are on, the values of all parameters, and the evaluation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// The switches.
    pub techniques: Techniques,
    /// The numbers.
    pub params: Params,
    /// The evaluation. A change of it makes an [`Engine`](crate::Engine) forget what it has learnt.
    pub evaluation: Evaluation,
}

/// Why a setting was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetError {
    /// Neither a technique, nor a parameter, nor one of `all`, `stage`, `eval`, `evalfile`.
    #[error("there is no technique or parameter '{0}'")]
    UnknownName(String),
    /// A switch takes on or off.
    #[error("{name} takes on or off, not '{value}'")]
    NotASwitch {
        /// The switch.
        name: String,
        /// What was given.
        value: String,
    },
    /// A parameter takes an integer.
    #[error("{name} takes an integer, not '{value}'")]
    NotANumber {
        /// The parameter.
        name: String,
        /// What was given.
        value: String,
    },
    /// The parameter refused the value.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The text names no stage.
    #[error(transparent)]
    Stage(#[from] StageError),
    /// There is no such evaluation.
    #[error("there is no evaluation '{0}'; there are: hand, net")]
    UnknownEval(String),
    /// There is no network to evaluate by.
    #[error("no network is embedded in this program; evalfile loads one")]
    NoNetwork,
    /// A file holds no network that can be used.
    #[error(transparent)]
    Network(#[from] LoadError),
}

impl Settings {
    /// Changes one setting: a technique (`nullmove` `off`), a parameter (`rfp_margin` `95`), all techniques
    /// (`all` `off`; `all` `on` also switches on those that are off by default), a stage (`stage` `14.1`) or the
    /// evaluation (`eval` `hand`, `eval` `net`; `evalfile` with a path loads a network and evaluates by it, with an empty one returns to
    /// the default). Names are lower case.
    ///
    /// ```
    /// let mut settings = engine::Settings::default();
    /// settings.set("nullmove", "off").unwrap();
    /// settings.set("rfp_margin", "95").unwrap();
    /// assert!(settings.set("rfp_margin", "100000").is_err());
    /// ```
    ///
    /// # Errors
    /// [`SetError`] says what is wrong; nothing changes then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SetError> {
        match name {
            "all" => {
                self.techniques =
                    if parse_switch(name, value)? { Techniques::all() } else { Techniques::none() };
            }
            "stage" => self.techniques = Techniques::up_to(value.parse::<Stage>()?),
            "eval" => self.set_evaluation(value)?,
            "evalfile" if value.is_empty() => self.evaluation = Evaluation::default(),
            "evalfile" => self.evaluation = Evaluation::net(Arc::new(Network::load(Path::new(value))?)),
            _ => match Technique::by_name(name) {
                Some(technique) => self.techniques.set(technique, parse_switch(name, value)?),
                None => self.set_param(name, value)?,
            },
        }
        Ok(())
    }

    fn set_evaluation(&mut self, value: &str) -> Result<(), SetError> {
        let mut evaluation = self.evaluation.clone();
        let there = match value {
            "hand" => evaluation.use_network(false),
            "net" => evaluation.use_network(true),
            _ => return Err(SetError::UnknownEval(value.to_string())),
        };
        if !there {
            return Err(SetError::NoNetwork);
        }
        self.evaluation = evaluation;
        Ok(())
    }

    fn set_param(&mut self, name: &str, value: &str) -> Result<(), SetError> {
        if self.params.get(name).is_none() {
            return Err(SetError::UnknownName(name.to_string()));
        }
        let number = value
            .parse()
            .map_err(|_| SetError::NotANumber { name: name.to_string(), value: value.to_string() })?;
        Ok(self.params.set(name, number)?)
    }
}

fn parse_switch(name: &str, value: &str) -> Result<bool, SetError> {
    match value {
        "on" | "true" | "1" => Ok(true),
        "off" | "false" | "0" => Ok(false),
        _ => Err(SetError::NotASwitch { name: name.to_string(), value: value.to_string() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_names_what_is_wrong_and_changes_nothing() {
        let before = Settings::default();
        for (name, value, message) in [
            ("nulmove", "off", "there is no technique or parameter 'nulmove'"),
            ("nullmove", "maybe", "nullmove takes on or off, not 'maybe'"),
            ("rfp_margin", "x", "rfp_margin takes an integer, not 'x'"),
            ("rfp_margin", "9999", "rfp_margin must lie in 10..=250, not 9999"),
            ("stage", "twelve", "'twelve' is not a stage; stages are written like 12 or 14.1"),
            ("eval", "classical", "there is no evaluation 'classical'; there are: hand, net"),
        ] {
            let mut settings = before.clone();
            assert_eq!(settings.set(name, value).unwrap_err().to_string(), message);
            assert_eq!(settings, before);
        }
    }

    #[test]
    fn all_off_and_a_stage() {
        let mut settings = Settings::default();
        settings.set("all", "off").unwrap();
        assert_eq!(settings.techniques, Techniques::none());
        settings.set("stage", "13").unwrap();
        assert!(settings.techniques.has(Technique::Lmr) && !settings.techniques.has(Technique::Rfp));
        settings.set("all", "on").unwrap();
        assert_eq!(settings.techniques, Techniques::all());
    }
}
