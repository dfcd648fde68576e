//! Watching the search: observers receive a note of every decision, and cost nothing when silent.
//!
//! The search is generic over its observer. For [`Silent`] every note is compiled away; [`Counter`] keeps tallies for
//! statistics; [`Recorder`] keeps the notes themselves. Observing never changes the tree.

use super::node::{MoveFacts, Node, Window};
use super::reduce::Reduction;
use super::rule::Test;
use crate::ordering::{Histories, Picked};
use crate::score::Score;
use crate::techniques::Technique;
use crate::tt::{Bound, Hit};
use chess::Move;

/// One event of the search. All notes of a node carry its ply.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(clippy::large_enum_variant, reason = "notes live on the stack and vanish for the silent observer")]
pub enum Note {
    /// A new iteration begins at this depth.
    Iteration {
        /// Depth in plies.
        depth: i32,
    },
    /// A node is entered.
    Enter {
        /// Depth left, plies; 0 in quiescence.
        depth: i32,
        /// The window asked for.
        window: Window,
        /// Whether this is a quiescence node.
        quiescence: bool,
        /// Whether it counts as a node of the principal variation; its window need not be open.
        pv: bool,
    },
    /// The score is certain without a search.
    Settled(Settled),
    /// The facts of a full node, before any rule.
    Facts(Node),
    /// What the transposition table knows of a quiescence node; nothing is noted where it knows nothing.
    TableHit(Hit),
    /// What the side to move has in a quiescence node without moving; not in check.
    StandPat {
        /// The evaluator's number.
        raw_eval: Score,
        /// The corrected evaluation.
        static_eval: Score,
        /// The evaluation, or the table's score where that says more.
        score: Score,
    },
    /// A rule compared two numbers; see [`Test::holds`].
    Tested(Test),
    /// The node ended early with this score by this technique.
    Cut {
        /// The technique.
        by: Technique,
        /// The score returned.
        score: Score,
        /// The depth the score is claimed for, plies: the node's, or that of the table's entry, which may be deeper.
        depth: i32,
    },
    /// The node's depth changes by so many plies before its moves are searched.
    DepthChanged {
        /// The technique.
        by: Technique,
        /// Plies, negative for fewer.
        plies: i32,
    },
    /// A null-move cutoff was verified by a search of the node's moves.
    Verified {
        /// Whether that search confirmed it.
        held: bool,
    },
    /// The next move in the order, and why it stands there.
    Picked(Picked),
    /// The facts of the move just picked in a full node, which rules decide by.
    Considered(MoveFacts),
    /// The move was skipped without a search.
    Skipped {
        /// The move and its facts.
        mv: MoveFacts,
        /// The comparison that skipped it.
        test: Test,
    },
    /// A quiescence move was skipped without a search.
    SkippedInQuiescence {
        /// The move.
        mv: Move,
        /// The comparison that skipped it.
        test: Test,
        /// What the move would have had to beat.
        alpha: Score,
    },
    /// The move is extended (or, negative, shortened) by so many plies.
    Extended {
        /// The move.
        mv: Move,
        /// The technique.
        by: Technique,
        /// Plies.
        plies: i32,
    },
    /// The move is searched at reduced depth first.
    Reduced {
        /// The move.
        mv: Move,
        /// Why and how much.
        reduction: Reduction,
        /// Whole plies taken off.
        plies: i32,
        /// The depth that is left for its child, plies.
        depth: i32,
    },
    /// The move beat alpha at reduced depth or with a null window and is searched again.
    Research {
        /// The move.
        mv: Move,
        /// New depth, plies.
        depth: i32,
        /// The new window (from this node's side).
        window: Window,
    },
    /// The move is about to be made; notes of its subtree follow at the next ply.
    Made {
        /// The move; `None` is a null move.
        mv: Option<Move>,
    },
    /// The move has been searched.
    Searched {
        /// The move.
        mv: Move,
        /// Its score from this node's side.
        score: Score,
        /// Which bound that is.
        bound: Bound,
    },
    /// The node is left.
    Exit {
        /// Its score.
        score: Score,
        /// Which bound that is.
        bound: Bound,
    },
    /// The search was told to stop: nodes still open are left at once, and what is noted of them from now on means nothing.
    Stopped,
}

/// Why a node's score is certain without a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Settled {
    /// A hundred half-moves without capture or pawn move.
    FiftyMoves,
    /// The position has occurred before.
    Repetition,
    /// Neither side can mate.
    InsufficientMaterial,
    /// No line goes deeper than this: the evaluation stands. So it does at every leaf when quiescence is switched off.
    Horizon,
    /// Mate-distance pruning: a mate found elsewhere is nearer than any that could begin here.
    MateDistance,
    /// The side to move can repeat a position, and a draw is enough to fail high.
    UpcomingRepetition,
}

/// Receives the notes of a search.
pub trait Observer {
    /// Whether notes are wanted at all. When `false`, building them is compiled away.
    const ON: bool;

    /// One note; `ply` is the node's distance from the root.
    fn note(&mut self, ply: usize, note: &Note);

    /// Whether it wants to be shown what the thread has learnt by now; asked after every note.
    #[inline(always)]
    fn wants_histories(&self) -> bool {
        false
    }

    /// What the thread has learnt by the last note.
    fn histories(&mut self, _histories: &Histories) {}
}

/// Watches nothing, at no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    const ON: bool = false;

    #[inline(always)]
    fn note(&mut self, _ply: usize, _note: &Note) {}
}

/// How often a technique was asked and how often it took effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Comparisons made.
    pub tested: u64,
    /// Comparisons that held, cuts, skips, reductions and extensions.
    pub effective: u64,
}

/// Keeps tallies for each technique.
#[derive(Clone, Debug)]
pub struct Counter {
    tallies: Vec<Tally>,
    /// Full nodes and quiescence nodes entered.
    pub nodes: [u64; 2],
    /// Nodes that failed high, and those of them that did so on the first move.
    pub fail_highs: [u64; 2],
    /// Moves searched, for each node entered and not left.
    searched: Vec<u32>,
}

impl Counter {
    /// What is known of one technique.
    pub fn tally(&self, technique: Technique) -> Tally {
        self.tallies[technique as usize]
    }
}

impl Default for Counter {
    fn default() -> Self {
        Counter {
            tallies: vec![Tally::default(); Technique::ALL.len()],
            nodes: [0; 2],
            fail_highs: [0; 2],
            searched: Vec::new(),
        }
    }
}

impl Observer for Counter {
    const ON: bool = true;

    fn note(&mut self, _ply: usize, note: &Note) {
        match *note {
            Note::Enter { quiescence, .. } => {
                self.nodes[usize::from(quiescence)] += 1;
                self.searched.push(0);
            }
            Note::Exit { .. } => {
                self.searched.pop();
            }
            Note::Verified { held } => {
                let tally = &mut self.tallies[Technique::NullVerify as usize];
                tally.tested += 1;
                tally.effective += u64::from(!held);
            }
            Note::DepthChanged { by, .. } => self.tallies[by as usize].effective += 1,
            Note::Tested(test) => self.tallies[test.by as usize].tested += 1,
            Note::Cut { by, .. } | Note::Extended { by, .. } => self.tallies[by as usize].effective += 1,
            Note::Skipped { test, .. } | Note::SkippedInQuiescence { test, .. } => {
                self.tallies[test.by as usize].effective += 1
            }
            Note::Reduced { .. } => self.tallies[Technique::Lmr as usize].effective += 1,
            Note::Searched { bound, .. } => {
                let first = self.searched.last_mut().is_some_and(|count| {
                    *count += 1;
                    *count == 1
                });
                if bound == Bound::Lower {
                    self.fail_highs[0] += 1;
                    self.fail_highs[1] += u64::from(first);
                }
            }
            _ => {}
        }
    }
}

/// Keeps the notes themselves, up to a limit.
#[derive(Clone, Debug)]
pub struct Recorder {
    notes: Vec<(usize, Note)>,
    limit: usize,
    dropped: u64,
}

impl Recorder {
    /// Keeps at most `limit` notes; later ones are counted but not kept.
    pub fn new(limit: usize) -> Recorder {
        Recorder { notes: Vec::new(), limit, dropped: 0 }
    }

    /// The notes in the order of the search, each with its ply.
    pub fn notes(&self) -> &[(usize, Note)] {
        &self.notes
    }

    /// How many notes did not fit.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }
}

impl Observer for Recorder {
    const ON: bool = true;

    fn note(&mut self, ply: usize, note: &Note) {
        if self.notes.len() < self.limit {
            self.notes.push((ply, *note));
        } else {
            self.dropped += 1;
        }
    }
}
