//! The registry of techniques: every rule of the search that can be switched by name.
//!
//! A technique is one idea of the search (null move, late move reduction, ...). Each carries the name by
//! which it is switched, the *stage* at which it entered the engine, and one line of explanation, so that one
//! binary can play as any stage of its own history and answer what a rule is worth.

use std::fmt;
use std::str::FromStr;

/// A stage in the growth of the search, such as `12` (null move) or `14.1` (improving, singular extension).
///
/// Stages are ordered; `set stage 12` switches on every technique of stage 12 and below.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stage {
    tenths: u16,
}

impl Stage {
    /// The stage before any technique: plain alpha-beta, moves in the order of generation.
    pub const PLAIN: Stage = Stage { tenths: 70 };

    const fn new(tenths: u16) -> Stage {
        Stage { tenths }
    }

    /// The distinct stages of all techniques, ascending.
    pub fn all() -> Vec<Stage> {
        let mut stages: Vec<Stage> = Technique::ALL.iter().map(|t| t.stage()).collect();
        stages.sort_unstable();
        stages.dedup();
        stages
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tenths % 10 {
            0 => write!(f, "{}", self.tenths / 10),
            minor => write!(f, "{}.{minor}", self.tenths / 10),
        }
    }
}

/// A text that names no stage.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a stage; stages are written like 12 or 14.1")]
pub struct StageError(pub String);

impl FromStr for Stage {
    type Err = StageError;

    fn from_str(text: &str) -> Result<Stage, StageError> {
        let refuse = || StageError(text.to_string());
        let (major, minor) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |part: &str| -> Option<u16> {
            let plain = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
            plain.then(|| part.parse().ok()).flatten()
        };
        let major = digits(major).filter(|&major| major < 100).ok_or_else(refuse)?;
        let minor = digits(minor).filter(|&minor| minor < 10).ok_or_else(refuse)?;
        Ok(Stage::new(major * 10 + minor))
    }
}

macro_rules! techniques {
    ($( $(#[doc = $summary:literal])+ $variant:ident = $name:literal, stage $stage:literal, $default:ident; )+) => {
        /// One technique of the search.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Technique {
            $( $(#[doc = $summary])+ $variant, )+
        }

        impl Technique {
            /// Every technique, in the order of the registry (by stage).
            pub const ALL: &'static [Technique] = &[$(Technique::$variant),+];

            /// The name under which it is switched, e.g. `nullmove`.
            pub const fn name(self) -> &'static str {
                match self { $(Technique::$variant => $name),+ }
            }

            /// The stage at which the technique entered the search.
            pub const fn stage(self) -> Stage {
                match self { $(Technique::$variant => Stage::new($stage)),+ }
            }

            /// One line saying what it does.
            pub fn summary(self) -> &'static str {
                match self { $(Technique::$variant => concat!($($summary),+).trim_start()),+ }
            }

            /// Whether it is switched on unless asked otherwise. What is off earned no Elo in matches of 2,000 games; it is
            /// there to be studied, and part of its stage.
            pub const fn default_on(self) -> bool {
                match self { $(Technique::$variant => techniques!(@ $default)),+ }
            }
        }
    };
    (@ on) => { true };
    (@ off) => { false };
}

techniques! {
    /// Leaves are resolved by captures, promotions and check evasions before they are evaluated.
    Quiescence = "quiescence", stage 80, on;
    /// The transposition table: bound cutoffs, the table's move first, stored evaluations.
    Tt = "tt", stage 90, on;
    /// Each iteration starts with a narrow window around the last score.
    Aspiration = "aspiration", stage 90, on;
    /// Captures in the order of most valuable victim, least valuable attacker.
    MvvLva = "mvvlva", stage 100, on;
    /// Two quiet moves per ply that refuted a sibling come before other quiets.
    Killers = "killers", stage 100, on;
    /// The quiet move that last refuted the opponent's previous move.
    CounterMove = "countermove", stage 100, on;
    /// Quiets by how often they caused cutoffs, by side, from and to square.
    History = "history", stage 100, on;
    /// Null windows after the first move, re-searched when they fail high.
    Pvs = "pvs", stage 110, on;
    /// A node that stays above beta after passing is cut.
    NullMove = "nullmove", stage 120, on;
    /// Deep null-move cutoffs are confirmed by a search without null moves.
    NullVerify = "nullverify", stage 120, on;
    /// Late moves are searched at reduced depth first.
    Lmr = "lmr", stage 130, on;
    /// Exchanges that lose material are tried after the quiets.
    SeeOrder = "see_order", stage 140, on;
    /// Reverse futility: far enough above beta near the leaves, the node is cut.
    Rfp = "rfp", stage 140, on;
    /// Far below alpha near the leaves, only quiescence is asked.
    Razoring = "razoring", stage 140, on;
    /// Quiet moves that cannot lift the evaluation to alpha are skipped.
    Futility = "futility", stage 140, off;
    /// Late move pruning: after enough quiets at low depth the rest are skipped.
    Lmp = "lmp", stage 140, on;
    /// Moves that lose too much material by static exchange are skipped.
    SeePrune = "see_prune", stage 140, on;
    /// Quiescence skips captures that cannot reach alpha.
    Delta = "delta", stage 140, on;
    /// Margins depend on whether the evaluation rises from two plies ago.
    Improving = "improving", stage 141, on;
    /// A table move much better than all others is extended, with multicut.
    Singular = "singular", stage 141, on;
    /// A move that gives check without losing material is extended by a ply.
    CheckExt = "check_ext", stage 141, on;
    /// Internal iterative reduction: a ply less where the table has no move.
    Iir = "iir", stage 141, on;
    /// A capture that beats beta by a margin at reduced depth cuts the node.
    ProbCut = "probcut", stage 141, on;
    /// Quiet history by the moves one, two and four plies back.
    ContHist = "conthist", stage 150, on;
    /// Capture history by piece, square and victim.
    CaptHist = "capthist", stage 150, on;
    /// Quiet checks that lose little material come early among the quiets.
    CheckOrder = "check_order", stage 160, on;
    /// The static evaluation is corrected by how wrong it was in like positions.
    CorrHist = "corrhist", stage 160, on;
    /// A reduction one ply above is corrected by what the evaluation says of the move.
    Hindsight = "hindsight", stage 160, off;
    /// Quiets with a bad enough history are skipped near the leaves.
    HistPrune = "histprune", stage 160, off;
}

impl Technique {
    /// The technique of this name, if there is one. Names are lower case.
    pub fn by_name(name: &str) -> Option<Technique> {
        Technique::ALL.iter().copied().find(|t| t.name() == name)
    }

    const fn bit(self) -> u64 {
        1 << self as u8
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The set of techniques that are switched on.
///
/// ```
/// use engine::{Technique, Techniques};
/// let mut on = Techniques::default();
/// on.set(Technique::NullMove, false);
/// assert!(!on.has(Technique::NullMove) && on.has(Technique::Lmr));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Techniques(u64);

impl Techniques {
    /// Every technique on.
    pub fn all() -> Techniques {
        Technique::ALL.iter().fold(Techniques::none(), |set, &t| set.with(t))
    }

    /// Every technique off: plain alpha-beta.
    pub const fn none() -> Techniques {
        Techniques(0)
    }

    /// The techniques of this stage and the stages before it, with those that are off by default.
    pub fn up_to(stage: Stage) -> Techniques {
        let member = |t: &&Technique| t.stage() <= stage;
        Technique::ALL.iter().filter(member).fold(Techniques::none(), |set, &t| set.with(t))
    }

    /// Whether the technique is on.
    #[inline(always)]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & technique.bit() != 0
    }

    /// The set with this technique on as well.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Techniques {
        Techniques(self.0 | technique.bit())
    }

    /// The set with this technique off.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Techniques {
        Techniques(self.0 & !technique.bit())
    }

    /// Switches one technique.
    pub const fn set(&mut self, technique: Technique, on: bool) {
        *self = if on { self.with(technique) } else { self.without(technique) };
    }
}

impl Default for Techniques {
    /// What the engine plays with unless asked otherwise.
    fn default() -> Techniques {
        let on = Technique::ALL.iter().filter(|t| t.default_on());
        on.fold(Techniques::none(), |set, &t| set.with(t))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_found() {
        for &technique in Technique::ALL {
            assert_eq!(Technique::by_name(technique.name()), Some(technique));
            assert!(!technique.summary().is_empty());
        }
        assert_eq!(Technique::by_name("castling"), None);
    }

    #[test]
    fn stages_select_everything_below_them() {
        let twelve: Stage = "12".parse().unwrap();
        let set = Techniques::up_to(twelve);
        assert!(set.has(Technique::NullMove) && set.has(Technique::Pvs));
        assert!(!set.has(Technique::Lmr) && !set.has(Technique::Rfp));
        assert_eq!(Techniques::up_to("99".parse().unwrap()), Techniques::all());
        assert_eq!(Techniques::up_to(Stage::PLAIN), Techniques::none());
        assert_eq!("14.1".parse::<Stage>().unwrap().to_string(), "14.1");
        for bad in ["", "x", "14.", "14.11", "-1", "1 2", "999"] {
            assert!(bad.parse::<Stage>().is_err(), "{bad}");
        }
    }

    #[test]
    fn the_registry_is_ordered_by_stage() {
        assert!(Technique::ALL.windows(2).all(|pair| pair[0].stage() <= pair[1].stage()));
    }
}
