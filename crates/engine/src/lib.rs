//! The search of cb2026: a chess engine whose every rule can be switched off by name, observed and tuned.
//!
//! The crate is a library: it neither prints nor reads text. [`Engine`] searches positions of the
//! [`chess`] crate; [`Settings`] holds the switches ([`Techniques`]) and numbers ([`Params`](params::Params)); an
//! [`Observer`] can be told of every decision.
//!
//! ```
//! use engine::{Engine, Limits};
//! let mut engine = Engine::new(16).unwrap();
//! engine.settings.set("nullmove", "off").unwrap();
//! let outcome = engine.go(&Limits::depth(5), &mut |info| assert!(!info.pv.is_empty()));
//! assert!(outcome.best.is_some());
//! ```
#![deny(unsafe_code)]

pub mod candidates;
pub mod clock;
mod engine;
pub mod eval;
pub mod limits;
pub mod ordering;
pub mod params;
pub mod score;
pub mod search;
pub mod see;
mod settings;
mod techniques;
mod thread;
pub mod tt;
pub mod wdl;

pub use engine::{Controller, Engine, Info, MAX_THREADS, Options, Outcome};
pub use limits::Limits;
pub use score::{MAX_PLY, Score, UciScore};
pub use search::observe::{Counter, Note, Observer, Recorder, Settled, Silent};
pub use see::{see, see_ge};
pub use settings::{SetError, Settings};
pub use techniques::{Stage, StageError, Technique, Techniques};
pub use tt::{Bound, HashError};
pub use wdl::WdlModel;
