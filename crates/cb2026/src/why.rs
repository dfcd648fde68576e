//! `why`: the last search explained. It is repeated with an observer, from a clean state and with one thread, for nothing was
//! recorded while it ran; whether the repetition comes to the same is said.

use std::sync::{Arc, Mutex, PoisonError};

use chess::{Game, Move, Position};
use engine::{Outcome, Settings};
use lab::explain;
use lab::{Cancel, LabError};

use crate::output::Output;
use crate::worker::Report;

/// A finished search, with all that is needed to repeat it.
#[derive(Clone)]
pub(crate) struct Searched {
    /// The root and how it was reached.
    pub(crate) game: Game,
    /// The root moves it was restricted to; empty for all.
    pub(crate) searchmoves: Vec<Move>,
    /// Switches and numbers.
    pub(crate) settings: Settings,
    /// Size of the hash table, MiB.
    pub(crate) hash_mib: usize,
    /// Search threads.
    pub(crate) threads: usize,
    /// What it found.
    pub(crate) outcome: Outcome,
}

/// The last finished search: written by the search thread, read by `why` on that thread when its turn comes.
#[derive(Clone, Default)]
pub(crate) struct LastSearch(Arc<Mutex<Option<Searched>>>);

impl LastSearch {
    /// Remembers a search.
    pub(crate) fn set(&self, searched: Searched) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(searched);
    }

    fn get(&self) -> Option<Searched> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Answers `why MOVE` (about a move at the root), `why LINE` (about the node at its end) or `why` (about the root).
pub(crate) fn explain(last: &LastSearch, words: &[String], output: &Output, cancel: &Cancel) -> Report {
    let Some(searched) = last.get() else {
        output.remark("why: nothing has been searched yet; go searches");
        return Report::Refused;
    };
    let mut heed_reader = |_: &engine::Info| {
        if output.is_closed() {
            cancel.cancel();
        }
    };
    let report =
        options(&searched, words).and_then(|options| explain::run(&options, cancel, &mut heed_reader));
    match report {
        Ok(report) => {
            print(&comparison(&searched, &report), output);
            print(&report.to_string(), output);
            Report::Done
        }
        Err(error) => {
            output.remark(format_args!("why: {error}"));
            Report::Refused
        }
    }
}

fn options(searched: &Searched, words: &[String]) -> Result<explain::Options, LabError> {
    let root: &Position = searched.game.position();
    let (mut line, _) = explain::parse_line(root, &words.join(" "))?;
    let mv = if line.len() == 1 { line.pop() } else { None };
    Ok(explain::Options {
        line,
        mv,
        searchmoves: searched.searchmoves.clone(),
        settings: searched.settings.clone(),
        hash_mib: searched.hash_mib,
        ..explain::Options::new(searched.game.clone(), searched.outcome.depth)
    })
}

/// Whether the repetition came to what the search had found.
fn comparison(searched: &Searched, report: &explain::Report) -> String {
    let root = searched.game.position();
    let found = |best: Option<Move>| best.map_or_else(|| "no move".to_owned(), |mv| chess::san(root, mv));
    let (best, score) = (found(searched.outcome.best), explain::score_text(searched.outcome.score));
    let repeated = report.best.as_ref().map_or("no move", |best| &best.san);
    let how = "repeated from a clean state, with one thread";
    if report.stopped {
        format!("The search, {how}, was stopped at depth {} of {}.", report.depth, searched.outcome.depth)
    } else if (best.as_str(), score.as_str()) == (repeated, report.score.as_str()) {
        format!("The search, {how}, comes to the same: {best} with {score} at depth {}.", report.depth)
    } else {
        let threads =
            if searched.threads > 1 { format!("{} threads and ", searched.threads) } else { String::new() };
        format!(
            "The search chose {best} with {score}, with {threads}what its tables knew before or its last, unfinished iteration found; {how}, \
             it comes to {repeated} with {} at depth {}. The latter is explained.",
            report.score, report.depth
        )
    }
}

/// Text for a person; for a program each line of it is a remark.
fn print(text: &str, output: &Output) {
    if output.is_person() {
        return output.line(text);
    }
    text.lines().filter(|line| !line.is_empty()).for_each(|line| output.remark(line));
}
