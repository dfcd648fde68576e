//! All notes of a search, sorted into visits by nothing but entries and exits: what explanations are held against.

use std::collections::HashMap;

use chess::Move;
use engine::{Engine, Limits, Note, Recorder, Technique};
use lab::explain::Options;

/// More notes than any search here makes.
const NOTES: usize = 4_000_000;

/// The notes of one visit, those of the nodes below left out, entry first and exit last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visit {
    pub(crate) iteration: i32,
    pub(crate) notes: Vec<Note>,
}

impl Visit {
    pub(crate) fn quiescence(&self) -> bool {
        matches!(self.notes[0], Note::Enter { quiescence: true, .. })
    }

    /// Answered by the table.
    pub(crate) fn by_table(&self) -> bool {
        self.notes.iter().any(|note| matches!(note, Note::Cut { by: Technique::Tt, .. }))
    }

    /// Neither settled without a search nor answered by the table.
    pub(crate) fn full(&self) -> bool {
        !self.by_table() && !self.notes.iter().any(|note| matches!(note, Note::Settled(_)))
    }
}

/// Every line the main search went down, with its visits in the order of their ends.
pub(crate) struct Oracle {
    pub(crate) lines: HashMap<Vec<Move>, Vec<Visit>>,
    /// Nodes searched.
    pub(crate) nodes: u64,
}

struct Open {
    ply: usize,
    /// `None` in side searches.
    line: Option<Vec<Move>>,
    visit: Visit,
    made: Option<Move>,
}

impl Oracle {
    pub(crate) fn of(options: &Options) -> Oracle {
        let mut engine = Engine::new(options.hash_mib).unwrap();
        engine.settings = options.settings.clone();
        engine.set_position(&options.game);
        let mut recorder = Recorder::new(NOTES);
        let nodes = engine.go_observed(&Limits::depth(options.depth), &mut |_| {}, &mut recorder).nodes;
        assert_eq!(recorder.dropped(), 0);
        Oracle { lines: sort(recorder.notes()), nodes }
    }

    /// The visit that is to be shown: of the last iteration in which more was done than to look into the table the last full one, quiescence
    /// and what rules settle only for want of it.
    pub(crate) fn shown(&self, line: &[Move]) -> &Visit {
        let visits = &self.lines[line];
        let last = visits.iter().filter(|visit| !visit.by_table()).map(|visit| visit.iteration).max();
        let last = last.unwrap_or_else(|| self.last_iteration(line));
        let rank = |visit: &&Visit| (!visit.by_table(), visit.full(), !visit.quiescence());
        visits.iter().filter(|visit| visit.iteration == last).max_by_key(rank).expect("a visit")
    }

    /// The last iteration that came here.
    pub(crate) fn last_iteration(&self, line: &[Move]) -> i32 {
        self.lines[line].iter().map(|visit| visit.iteration).max().expect("a visit")
    }
}

fn sort(notes: &[(usize, Note)]) -> HashMap<Vec<Move>, Vec<Visit>> {
    let mut lines: HashMap<Vec<Move>, Vec<Visit>> = HashMap::new();
    let mut open: Vec<Open> = Vec::new();
    let mut iteration = 0;
    for (ply, note) in notes {
        match note {
            Note::Iteration { depth } => iteration = *depth,
            Note::Enter { .. } => {
                let line = match open.last() {
                    None => Some(Vec::new()),
                    Some(above) => line_below(above, *ply),
                };
                open.push(Open {
                    ply: *ply,
                    line,
                    visit: Visit { iteration, notes: vec![*note] },
                    made: None,
                });
            }
            _ => {
                let node = open.last_mut().expect("a node");
                node.visit.notes.push(*note);
                if let Note::Made { mv } = note {
                    node.made = *mv;
                }
                if let Note::Exit { .. } = note
                    && let Some(Open { line: Some(line), visit, .. }) = open.pop()
                {
                    lines.entry(line).or_default().push(visit);
                }
            }
        }
    }
    lines
}

/// The line to a node entered from `above`, if the main search goes down it: not for a node entered again, nor after a pass,
/// nor for a capture tried by ProbCut, which comes before any move is picked.
fn line_below(above: &Open, ply: usize) -> Option<Vec<Move>> {
    let mut line = above.line.clone()?;
    let picked = above.visit.notes.iter().any(|note| matches!(note, Note::Picked(_)));
    line.push(above.made.filter(|_| picked && ply == above.ply + 1)?);
    Some(line)
}
