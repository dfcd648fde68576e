//! The options a client may set: one table declares them, one array holds their values.
//!
//! Beside the table every technique answers to its own name as a check, and every parameter as a spin. They are
//! accepted always and listed only on request, so that an ordinary client shows a short dialogue.

use engine::params::Params;
use engine::{SetError, Settings, Stage, Technique, Techniques};

use crate::output::quote;

/// The largest hash table that may be asked for, in MiB. Whether it can be had is the machine's answer.
const MAX_HASH_MIB: i64 = 1 << 20;
/// No position has more legal moves, so no more lines can be wanted.
const MAX_LINES: i64 = 218;
const MAX_THREADS: i64 = 1024;
/// Longest move overhead, in milliseconds.
const MAX_OVERHEAD_MS: i64 = 10_000;

/// An option's type with its default and range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Check(bool),
    Spin { default: i64, min: i64, max: i64 },
    Button,
    Text(&'static str),
}

/// What a person may set besides options, techniques and parameters.
const FOR_PEOPLE: [&str; 2] = ["stage", "all"];

/// Which evaluation is asked. Like techniques and parameters it is accepted always and listed only on request.
const EVAL: &str = "eval";

/// The options of the table, in its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
enum Id {
    Threads,
    Hash,
    ClearHash,
    MultiPv,
    Ponder,
    Chess960,
    ShowWdl,
    /// `UCI_AnalyseMode`. Accepted because clients send it; it has no effect.
    AnalyseMode,
    MoveOverhead,
    EvalFile,
    Techniques,
}

struct Declaration {
    id: Id,
    name: &'static str,
    kind: Kind,
}

const fn declare(id: Id, name: &'static str, kind: Kind) -> Declaration {
    Declaration { id, name, kind }
}

/// Every option that is listed after `uci`.
static TABLE: [Declaration; 11] = [
    declare(Id::Threads, "Threads", Kind::Spin { default: 1, min: 1, max: MAX_THREADS }),
    declare(Id::Hash, "Hash", Kind::Spin { default: 16, min: 1, max: MAX_HASH_MIB }),
    declare(Id::ClearHash, "Clear Hash", Kind::Button),
    declare(Id::MultiPv, "MultiPV", Kind::Spin { default: 1, min: 1, max: MAX_LINES }),
    declare(Id::Ponder, "Ponder", Kind::Check(false)),
    declare(Id::Chess960, "UCI_Chess960", Kind::Check(false)),
    declare(Id::ShowWdl, "UCI_ShowWDL", Kind::Check(false)),
    declare(Id::AnalyseMode, "UCI_AnalyseMode", Kind::Check(false)),
    declare(Id::MoveOverhead, "Move Overhead", Kind::Spin { default: 10, min: 0, max: MAX_OVERHEAD_MS }),
    declare(Id::EvalFile, "EvalFile", Kind::Text("")),
    declare(Id::Techniques, "Techniques", Kind::Text("")),
];

/// A present value; buttons have none.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Value {
    Check(bool),
    Spin(i64),
    Text(String),
    Nothing,
}

/// Why an option kept its value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OptionError {
    /// No option, technique or parameter has this name.
    #[error("there is no option {}", quote(.0))]
    Unknown(String),
    /// An option that takes a value was given none.
    #[error("option {0}: the value is missing")]
    MissingValue(String),
    /// A spin outside its range or no number at all.
    #[error("option {name} takes a whole number from {min} to {max}, not {}", quote(.value))]
    Number {
        /// The option.
        name: &'static str,
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
        /// What was given.
        value: String,
    },
    /// A check that is neither true nor false.
    #[error("option {name} takes true or false, not {}", quote(.value))]
    Check {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
    },
    /// A word of the `Techniques` option that means nothing.
    #[error("option Techniques: there is no technique {}", quote(.0))]
    Technique(String),
    /// A technique or parameter refused the value.
    #[error(transparent)]
    Setting(#[from] SetError),
}

/// What the engine must be told after an option was set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing at once: the value travels with the next search.
    None,
    /// Allocate a hash table of this many MiB.
    ResizeHash(usize),
    /// Clear the hash table.
    ClearHash,
}

/// The present values of all options, techniques and parameters.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    values: [Value; TABLE.len()],
    settings: Settings,
}

impl Default for Options {
    fn default() -> Self {
        let values = TABLE.each_ref().map(|declaration| match declaration.kind {
            Kind::Check(default) => Value::Check(default),
            Kind::Spin { default, .. } => Value::Spin(default),
            Kind::Text(default) => Value::Text(default.to_owned()),
            Kind::Button => Value::Nothing,
        });
        Self { values, settings: Settings::default() }
    }
}

impl Options {
    /// Sets an option of the table, a technique or a parameter; names match whatever their case.
    ///
    /// # Errors
    /// [`OptionError`] says what is wrong; nothing changes then.
    pub(crate) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        if let Some(declaration) = TABLE.iter().find(|d| d.name.eq_ignore_ascii_case(name)) {
            return self.set_declared(declaration, value);
        }
        let key = name.to_ascii_lowercase();
        let known =
            key == EVAL || Technique::by_name(&key).is_some() || self.settings.params.get(&key).is_some();
        if !known {
            return Err(OptionError::Unknown(name.to_owned()));
        }
        let value = value.ok_or_else(|| OptionError::MissingValue(key.clone()))?;
        self.settings.set(&key, &value.to_ascii_lowercase())?;
        Ok(Effect::None)
    }

    /// The console's `set`: as [`Options::set`], and `stage` and `all` besides.
    ///
    /// # Errors
    /// [`OptionError`] says what is wrong; nothing changes then.
    pub(crate) fn set_by_person(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        let key = name.to_ascii_lowercase();
        if !FOR_PEOPLE.contains(&key.as_str()) {
            return self.set(name, value);
        }
        let value = value.ok_or(OptionError::MissingValue(key.clone()))?;
        self.settings.set(&key, &value.to_ascii_lowercase())?;
        Ok(Effect::None)
    }

    /// Splits words into a name and the value after it. Names may hold blanks (`Move Overhead`): the longest known one
    /// counts. `None` if the words begin with no known name.
    pub(crate) fn split_name(words: &[String]) -> Option<(String, Option<String>)> {
        (1..=words.len()).rev().find_map(|length| {
            let name = words[..length].join(" ");
            let value = (length < words.len()).then(|| words[length..].join(" "));
            is_name(&name).then_some((name, value))
        })
    }

    fn set_declared(
        &mut self,
        declaration: &'static Declaration,
        value: Option<&str>,
    ) -> Result<Effect, OptionError> {
        let name = declaration.name;
        let given = || value.ok_or_else(|| OptionError::MissingValue(name.to_owned()));
        let value = match declaration.kind {
            Kind::Button => Value::Nothing,
            Kind::Check(_) => {
                let text = given()?;
                let error = || OptionError::Check { name, value: text.to_owned() };
                Value::Check(parse_check(text).ok_or_else(error)?)
            }
            Kind::Spin { min, max, .. } => {
                let text = given()?;
                let number = text.parse().ok().filter(|n| (min..=max).contains(n));
                let error = || OptionError::Number { name, min, max, value: text.to_owned() };
                Value::Spin(number.ok_or_else(error)?)
            }
            Kind::Text(_) => Value::Text(value.filter(|&v| v != "<empty>").unwrap_or_default().to_owned()),
        };
        let effect = match (declaration.id, &value) {
            (Id::ClearHash, _) => Effect::ClearHash,
            (Id::Hash, &Value::Spin(mib)) => Effect::ResizeHash(mib.unsigned_abs() as usize),
            (Id::EvalFile, Value::Text(path)) => {
                self.settings.set("evalfile", path)?;
                Effect::None
            }
            (Id::Techniques, Value::Text(text)) => {
                self.settings.techniques = parse_techniques(text)?;
                Effect::None
            }
            _ => Effect::None,
        };
        self.values[declaration.id as usize] = value;
        Ok(effect)
    }

    /// Puts the size back to what the engine really holds, after an allocation failed.
    pub(crate) fn hash_is(&mut self, mib: usize) {
        self.values[Id::Hash as usize] = Value::Spin(i64::try_from(mib).unwrap_or(MAX_HASH_MIB));
    }

    /// Size of the hash table in MiB.
    pub(crate) fn hash_mib(&self) -> usize {
        self.spin(Id::Hash)
    }

    /// Search threads.
    pub(crate) fn threads(&self) -> usize {
        self.spin(Id::Threads)
    }

    /// Lines to report.
    pub(crate) fn multi_pv(&self) -> usize {
        self.spin(Id::MultiPv)
    }

    /// Milliseconds of every move that are lost between engine and clock.
    pub(crate) fn move_overhead_ms(&self) -> u64 {
        self.spin(Id::MoveOverhead) as u64
    }

    /// Whether castling is written as the king taking its own rook.
    pub(crate) fn chess960(&self) -> bool {
        self.check(Id::Chess960)
    }

    /// Whether win, draw and loss expectations accompany the score.
    pub(crate) fn show_wdl(&self) -> bool {
        self.check(Id::ShowWdl)
    }

    /// The switches and numbers of the search.
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    fn spin(&self, id: Id) -> usize {
        match self.values[id as usize] {
            Value::Spin(value) => usize::try_from(value).unwrap_or_default(),
            _ => 0,
        }
    }

    fn check(&self, id: Id) -> bool {
        self.values[id as usize] == Value::Check(true)
    }

    /// The `option name ...` lines: the table, and with `full` also every technique and parameter.
    pub(crate) fn listing(full: bool) -> Vec<String> {
        let mut lines: Vec<String> = TABLE.iter().map(Declaration::line).collect();
        if full {
            let default = Settings::default().evaluation.name();
            lines.push(format!("option name {EVAL} type combo default {default} var hand var net"));
            for technique in Technique::ALL {
                let default = technique.default_on();
                lines.push(format!("option name {} type check default {default}", technique.name()));
            }
            for info in Params::registry() {
                let (name, default, min, max) = (info.name, info.default, info.min, info.max);
                lines.push(format!("option name {name} type spin default {default} min {min} max {max}"));
            }
        }
        lines
    }

    /// Name and present value of everything that can be set.
    pub(crate) fn dump(&self) -> Vec<(&'static str, String)> {
        let declared = TABLE.iter().zip(&self.values).filter_map(|(declaration, value)| {
            let shown = match value {
                Value::Check(value) => value.to_string(),
                Value::Spin(value) => value.to_string(),
                Value::Text(text) if text.is_empty() => "<empty>".to_owned(),
                Value::Text(text) => text.clone(),
                Value::Nothing => return None,
            };
            Some((declaration.name, shown))
        });
        let techniques = Technique::ALL.iter().map(|&t| {
            let on = self.settings.techniques.has(t);
            (t.name(), on.to_string())
        });
        let params = Params::registry()
            .map(|info| (info.name, self.settings.params.get(info.name).unwrap_or(info.default).to_string()));
        let eval = [(EVAL, self.settings.evaluation.name().to_owned())];
        declared.chain(eval).chain(techniques).chain(params).collect()
    }

    /// How many techniques are on.
    pub(crate) fn techniques_in_words(&self) -> String {
        let on = Technique::ALL.iter().filter(|&&t| self.settings.techniques.has(t)).count();
        format!("{on} of {} techniques are on", Technique::ALL.len())
    }

    /// The present value of one name, whatever its case, as a person writes it: techniques are on or off.
    pub(crate) fn get(&self, name: &str) -> Option<(&'static str, String)> {
        let (known, value) = self.dump().into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        let value = match (Technique::by_name(known), value.as_str()) {
            (Some(_), "true") => "on".to_owned(),
            (Some(_), "false") => "off".to_owned(),
            _ => value,
        };
        Some((known, value))
    }
}

impl Declaration {
    fn line(&self) -> String {
        let name = self.name;
        match self.kind {
            Kind::Check(default) => format!("option name {name} type check default {default}"),
            Kind::Spin { default, min, max } => {
                format!("option name {name} type spin default {default} min {min} max {max}")
            }
            Kind::Button => format!("option name {name} type button"),
            Kind::Text("") => format!("option name {name} type string default <empty>"),
            Kind::Text(default) => format!("option name {name} type string default {default}"),
        }
    }
}

/// Whether something to set has this name, whatever its case.
fn is_name(name: &str) -> bool {
    let same = |known: &str| known.eq_ignore_ascii_case(name);
    TABLE.iter().any(|declaration| same(declaration.name))
        || FOR_PEOPLE.iter().any(|known| same(known))
        || same(EVAL)
        || Technique::by_name(&name.to_ascii_lowercase()).is_some()
        || Params::registry().any(|info| same(info.name))
}

fn parse_check(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" | "1" => Some(true),
        "false" | "off" | "0" => Some(false),
        _ => None,
    }
}

/// Reads the `Techniques` option: words applied to the default set from left to right. `-name` switches off,
/// `name` and `+name` on, `stage N` (all that had entered by that stage), `all`, `none` and `default` start afresh.
fn parse_techniques(text: &str) -> Result<Techniques, OptionError> {
    let mut set = Techniques::default();
    let lower = text.to_ascii_lowercase();
    let mut words = lower.split([' ', '\t', ',']).filter(|word| !word.is_empty());
    while let Some(word) = words.next() {
        match word {
            "all" => set = Techniques::all(),
            "none" => set = Techniques::none(),
            "default" => set = Techniques::default(),
            "stage" => {
                let stage: Stage = words.next().unwrap_or_default().parse().map_err(SetError::from)?;
                set = Techniques::up_to(stage);
            }
            _ => {
                let (on, name) = match word.strip_prefix('-') {
                    Some(name) => (false, name),
                    None => (true, word.strip_prefix('+').unwrap_or(word)),
                };
                let known =
                    Technique::by_name(name).ok_or_else(|| OptionError::Technique(word.to_owned()))?;
                set.set(known, on);
            }
        }
    }
    Ok(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_stands_in_the_order_of_its_ids() {
        for (index, declaration) in TABLE.iter().enumerate() {
            assert_eq!(declaration.id as usize, index, "{}", declaration.name);
            if let Kind::Spin { default, min, max } = declaration.kind {
                assert!(min <= default && default <= max, "{}", declaration.name);
            }
        }
    }

    #[test]
    fn no_name_is_taken_twice_or_confuses_the_grammar() {
        let names: Vec<String> =
            Options::default().dump().iter().map(|(n, _)| n.to_ascii_lowercase()).collect();
        for (index, name) in names.iter().enumerate() {
            assert!(!names[..index].contains(name), "{name}");
            let reserved = ["name", "value", "type", "default", "min", "max", "var"];
            assert!(!name.split(' ').any(|word| reserved.contains(&word)), "{name}");
        }
    }

    #[test]
    fn a_refused_value_changes_nothing() {
        let mut options = Options::default();
        options.set("hash", Some("33")).unwrap();
        let before = options.dump();
        for (name, value) in [
            ("Hash", Some("0")),
            ("Hash", Some("99999999")),
            ("Hash", Some("-5")),
            ("Hash", Some("abc")),
            ("Hash", None),
            ("Threads", Some("0")),
            ("Threads", Some("999999999999999999999")),
            ("Ponder", Some("maybe")),
            ("nullmove", Some("perhaps")),
            ("nullmove", None),
            ("rfp_margin", Some("1000000")),
            ("Techniques", Some("-nullmove -nosuch")),
            ("Techniques", Some("stage")),
            ("EvalFile", Some("no such file")),
            ("eval", Some("classical")),
            ("eval", None),
            ("stage", Some("12")),
            ("Nothing", Some("1")),
        ] {
            let error = options.set(name, value).expect_err(name);
            assert!(!error.to_string().is_empty());
            assert_eq!(options.dump(), before, "{name} {value:?}");
        }
    }

    #[test]
    fn names_match_whatever_their_case() {
        let mut options = Options::default();
        assert_eq!(options.set("hAsH", Some("64")), Ok(Effect::ResizeHash(64)));
        assert_eq!(options.set("clear hash", None), Ok(Effect::ClearHash));
        options.set("move overhead", Some("77")).unwrap();
        options.set("NullMove", Some("False")).unwrap();
        assert_eq!((options.hash_mib(), options.move_overhead_ms()), (64, 77));
        assert!(!options.settings().techniques.has(Technique::NullMove));
    }

    #[test]
    fn the_techniques_option_is_read_from_left_to_right() {
        let parse = |text: &str| parse_techniques(text).unwrap();
        assert_eq!(parse(""), Techniques::default());
        let set = parse("-nullmove -LMP");
        assert!(!set.has(Technique::NullMove) && !set.has(Technique::Lmp) && set.has(Technique::Rfp));
        assert_eq!(parse("stage 12"), Techniques::up_to("12".parse().unwrap()));
        assert_eq!(parse("none nullmove"), Techniques::none().with(Technique::NullMove));
        assert_eq!(parse("all,-lmr"), Techniques::all().without(Technique::Lmr));
    }
}
