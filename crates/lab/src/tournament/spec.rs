//! What a player is, as written on the command line.
//!
//! A player is a list of settings, separated by commas:
//!
//! * this engine in process: `now`, `now,nullmove=off,rfp_margin=95`, `stage=12`: whatever
//!   [`Settings::set`] knows, and `hash` (MiB) and `threads`;
//! * another engine: `cmd=stockfish,name=SF,option.Hash=16`, with `dir`, `args` (separated by blanks), `restart=on`,
//!   `option.NAME`; `hash` and `threads` stand for the options of these names;
//! * either: `name`, and limits of its own, `tc`, `st`, `nodes`, `depth`, `timemargin`, as [`Pace::set`] knows them.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use engine::{MAX_THREADS, Settings};

use super::in_process::{DEFAULT_HASH_MIB, InProcess};
use super::pace::Pace;
use super::player::Player;
use super::uci_player::{Patience, UciPlayer};
use crate::Cancel;
use crate::error::LabError;

/// A player before it is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    /// Its name in tables and PGN.
    pub name: String,
    /// Its own limits, where they differ from the general ones.
    pub pace: Pace,
    /// What plays.
    pub kind: PlayerKind,
}

/// What plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    /// This engine, in process.
    InProcess {
        /// Techniques and parameters.
        settings: Box<Settings>,
        /// Transposition table, MiB.
        hash_mib: usize,
        /// Search threads.
        threads: usize,
    },
    /// An engine that speaks UCI, in a process of its own.
    Uci(UciSpec),
}

/// How another engine is started.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UciSpec {
    /// The program: in the directory it runs in, or in the current one, or a name that is looked for as the system does.
    pub command: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// The directory it runs in; the current one if `None`.
    pub dir: Option<PathBuf>,
    /// Options to set, in order.
    pub options: Vec<(String, String)>,
    /// Whether it is started anew for every game.
    pub restart: bool,
}

impl PlayerSpec {
    /// The default engine under another name, with these settings.
    #[must_use]
    pub fn in_process(name: impl Into<String>, settings: Settings) -> PlayerSpec {
        let kind =
            PlayerKind::InProcess { settings: Box::new(settings), hash_mib: DEFAULT_HASH_MIB, threads: 1 };
        PlayerSpec { name: name.into(), pace: Pace::default(), kind }
    }

    /// Starts it. Whatever this thread is pinned to, the engine will be pinned to as well.
    ///
    /// # Errors
    /// [`LabError::Hash`] when there is no room for the table, [`LabError::Start`] when the other engine cannot be started
    /// or does not answer, [`LabError::Cancelled`].
    pub fn start(&self, patience: &Patience, cancel: &Cancel) -> Result<Box<dyn Player>, LabError> {
        match &self.kind {
            PlayerKind::InProcess { settings, hash_mib, threads } => {
                let mut player = InProcess::new(self.name.clone(), (**settings).clone(), *hash_mib)?;
                player.set_threads(*threads);
                Ok(Box::new(player))
            }
            PlayerKind::Uci(spec) => {
                Ok(Box::new(UciPlayer::start(self.name.clone(), spec.clone(), *patience, cancel)?))
            }
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = LabError;

    fn from_str(text: &str) -> Result<PlayerSpec, LabError> {
        let refuse = |reason| LabError::Player { player: text.to_owned(), reason };
        let mut draft = Draft::new(text.split(',').any(|token| token.trim().starts_with("cmd=")));
        for token in text.split(',').map(str::trim) {
            draft.take(token).map_err(|reason| refuse(format!("'{token}': {reason}")))?;
        }
        draft.finish().map_err(refuse)
    }
}

/// What has been read of a description.
struct Draft {
    name: Option<String>,
    pace: Pace,
    kind: PlayerKind,
    /// The settings that make this player what it is, which name it if nothing else does.
    traits: Vec<String>,
}

impl Draft {
    fn new(external: bool) -> Draft {
        let kind = match external {
            true => PlayerKind::Uci(UciSpec::default()),
            false => PlayerSpec::in_process("", Settings::default()).kind,
        };
        Draft { name: None, pace: Pace::default(), kind, traits: Vec::new() }
    }

    /// Takes one setting; the error says what is wrong with it.
    fn take(&mut self, token: &str) -> Result<(), String> {
        if token == "now" && matches!(self.kind, PlayerKind::InProcess { .. }) {
            return Ok(());
        }
        let (key, value) = token.split_once('=').ok_or("expected now, or name=value")?;
        if key == "name" {
            self.name = Some(checked_name(value)?);
            return Ok(());
        }
        if Pace::knows(key) {
            return self.pace.set(key, value).map_err(|error| error.to_string());
        }
        match &mut self.kind {
            PlayerKind::InProcess { hash_mib, .. } if key == "hash" => *hash_mib = number(value)?,
            PlayerKind::InProcess { threads, .. } if key == "threads" => {
                *threads = number(value)?;
                if !(1..=MAX_THREADS).contains(threads) {
                    return Err(format!("must lie in 1..={MAX_THREADS}"));
                }
            }
            PlayerKind::InProcess { settings, .. } => {
                settings.set(key, value).map_err(|error| error.to_string())?;
            }
            PlayerKind::Uci(spec) => return spec.take(key, value),
        }
        self.traits.push(token.to_owned());
        Ok(())
    }

    fn finish(self) -> Result<PlayerSpec, String> {
        let name = match (self.name, &self.kind) {
            (Some(name), _) => name,
            (None, PlayerKind::Uci(spec)) => {
                let stem = spec.command.file_stem().map(|stem| stem.to_string_lossy().into_owned());
                checked_name(&stem.unwrap_or_default())?
            }
            (None, _) if self.traits.is_empty() => "now".to_owned(),
            (None, _) => self.traits.join(","),
        };
        Ok(PlayerSpec { name, pace: self.pace, kind: self.kind })
    }
}

impl UciSpec {
    fn take(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "cmd" if value.is_empty() => return Err("expected a program".to_owned()),
            "cmd" => self.command = PathBuf::from(value),
            "dir" if !Path::new(value).is_dir() => return Err("there is no such directory".to_owned()),
            "dir" => self.dir = Some(PathBuf::from(value)),
            "args" => self.args = value.split_whitespace().map(str::to_owned).collect(),
            "restart" => {
                self.restart = match value {
                    "on" => true,
                    "off" => false,
                    _ => return Err("expected on or off".to_owned()),
                };
            }
            "hash" => self.options.push(("Hash".to_owned(), value.to_owned())),
            "threads" => self.options.push(("Threads".to_owned(), value.to_owned())),
            _ => match key.strip_prefix("option.").filter(|name| !name.is_empty()) {
                Some(name) => self.options.push((name.to_owned(), value.to_owned())),
                None => {
                    return Err("an engine with cmd= takes name, dir, args, restart, option.NAME, hash, threads, tc, \
                                st, nodes, depth and timemargin"
                        .to_owned());
                }
            },
        }
        Ok(())
    }
}

/// A name that console lines and PGN tags can hold: tools split them at ` vs `.
fn checked_name(name: &str) -> Result<String, String> {
    match name {
        "" => Err("a name must not be empty".to_owned()),
        _ if name.contains(" vs ") || name.chars().any(char::is_control) => {
            Err("a name must not contain ' vs ' or control characters".to_owned())
        }
        _ => Ok(name.to_owned()),
    }
}

fn number(value: &str) -> Result<usize, String> {
    value.parse().map_err(|_| "expected a number".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> PlayerSpec {
        text.parse().unwrap()
    }

    fn settings(spec: &PlayerSpec) -> &Settings {
        match &spec.kind {
            PlayerKind::InProcess { settings, .. } => settings,
            PlayerKind::Uci(_) => panic!("{spec:?}"),
        }
    }

    #[test]
    fn this_engine_takes_what_set_takes() {
        let mut expected = Settings::default();
        assert_eq!((parse("now").name.as_str(), settings(&parse("now"))), ("now", &expected));
        expected.set("nullmove", "off").unwrap();
        expected.set("rfp_margin", "95").unwrap();
        let spec = parse("now, nullmove=off,rfp_margin=95");
        assert_eq!((spec.name.as_str(), settings(&spec)), ("nullmove=off,rfp_margin=95", &expected));
        let mut stage = Settings::default();
        stage.set("stage", "12").unwrap();
        assert_eq!(settings(&parse("stage=12")), &stage);
    }

    #[test]
    fn limits_name_and_resources_are_a_player_s_own() {
        let spec = parse("now,name=slow,tc=40/60,nodes=500,timemargin=20,hash=4,threads=2");
        assert_eq!(
            (spec.name.as_str(), spec.pace.tag().as_str(), spec.pace.nodes),
            ("slow", "40/60", Some(500))
        );
        assert!(matches!(spec.kind, PlayerKind::InProcess { hash_mib: 4, threads: 2, .. }));
    }

    #[test]
    fn another_engine_keeps_the_order_of_its_options_and_equals_signs_in_values() {
        let spec = parse(
            "cmd=/usr/games/stockfish,option.Hash=16,option.Debug Log File=a=b.txt,args=-x y,restart=on,threads=2",
        );
        assert_eq!(spec.name, "stockfish");
        let PlayerKind::Uci(uci) = spec.kind else { panic!() };
        assert_eq!(uci.args, ["-x", "y"]);
        assert!(uci.restart);
        let options: Vec<_> =
            uci.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(options, [("Hash", "16"), ("Debug Log File", "a=b.txt"), ("Threads", "2")]);
    }

    #[test]
    fn one_error_names_what_is_wrong() {
        for (text, expected) in [
            (
                "now,nulmove=off",
                "player 'now,nulmove=off': 'nulmove=off': there is no technique or parameter 'nulmove'",
            ),
            ("rfp_margin=9999", "'rfp_margin=9999': rfp_margin must lie in 10..=250, not 9999"),
            ("then", "'then': expected now, or name=value"),
            ("", "'': expected now, or name=value"),
            ("now,tc=x", "'tc=x': tc must be [moves/][minutes:]seconds[+increment] or inf, not 'x'"),
            ("now,tc=1,st=1", "'st=1': the time must be given once, by tc or by st, not '1'"),
            ("now,threads=0", "'threads=0': must lie in 1..=1024"),
            ("now,name=", "'name=': a name must not be empty"),
            ("now,name=a vs b", "must not contain ' vs '"),
            ("cmd=", "'cmd=': expected a program"),
            ("cmd=x,now", "'now': expected now, or name=value"),
            ("cmd=x,nullmove=off", "'nullmove=off': an engine with cmd= takes name, dir"),
            ("cmd=x,dir=no/such/place", "'dir=no/such/place': there is no such directory"),
            ("cmd=x,restart=yes", "'restart=yes': expected on or off"),
            ("cmd=x,option.=1", "'option.=1': an engine with cmd= takes"),
        ] {
            let message = text.parse::<PlayerSpec>().unwrap_err().to_string();
            assert!(message.contains(expected), "{text}: {message}");
        }
    }
}
