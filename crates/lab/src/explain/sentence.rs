//! The answer in plain words.

use super::moves::{Fate, MoveReport};
use super::node::NodeReport;

/// A score with the bound it is.
pub(super) fn in_words(score: &str, bound: &str) -> String {
    match bound {
        "lower" => format!("at least {score}"),
        "upper" => format!("at most {score}"),
        _ => score.to_owned(),
    }
}

/// Why the move was played or not, or not even searched, at this node.
pub(super) fn of_move(node: &NodeReport, told: &MoveReport) -> String {
    let san = &told.mv.san;
    match told.fate {
        Fate::Searched => of_searched(node, told),
        Fate::Skipped => format!(
            "{san} was not searched: it came up as number {} ({}) and was {}.",
            told.number.unwrap_or_default(),
            told.reason.as_deref().unwrap_or_default(),
            told.text
        ),
        Fate::Cut => format!(
            "{san} was not searched: even without it the node beats beta by a search of half the depth, and was cut when {san} came up."
        ),
        Fate::NotReached | Fate::NodeEnded | Fate::NotGenerated | Fate::NotAllowed => {
            format!("{san} was not searched: {}.", told.text)
        }
    }
}

fn of_searched(node: &NodeReport, told: &MoveReport) -> String {
    let san = &told.mv.san;
    let (Some(score), Some(bound)) = (&told.score, told.bound) else {
        return format!("{san} came up, but what its search brought is not on record.");
    };
    let scores = in_words(score, bound);
    let depth = told.searches.last().map_or(0, |search| search.depth);
    if node.best.as_ref() == Some(&told.mv) {
        let verdict = if bound == "lower" { "enough to cut the node" } else { "the best there is" };
        return format!("{san} was chosen: searched to depth {depth}, it has {scores}, {verdict}.");
    }
    let plies = told.reduction.as_ref().map_or(0, |reduction| reduction.plies);
    let how = match (told.searches.len(), plies) {
        (1, 1..) => {
            format!("only to depth {depth} instead of {}, with no reason to look again", depth + plies)
        }
        _ => format!("to depth {depth}"),
    };
    let reply = told.searches.last().and_then(|search| search.reply.as_ref());
    let reply = reply.map_or_else(String::new, |reply| format!(" because of {}", reply.san));
    let instead = match &node.best {
        Some(best) if bound == "exact" => format!("{} came later and was better", best.san),
        Some(best) => format!("{} has {}", best.san, in_words(&node.score, node.bound)),
        None => format!("like all others it does not reach alpha {}", node.alpha),
    };
    format!(
        "{san} was searched as number {}, {how}: it has {scores}{reply}, and {instead}.",
        told.number.unwrap_or_default()
    )
}
