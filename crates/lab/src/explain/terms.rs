//! A rule's two numbers, written as the sums they are.
//!
//! The search notes what it compared ([`Test`]). Where the numbers came from is worked out here again, from the very facts the rule
//! was given; a sum that does not give the number the search acted on would be a lie, so it is dropped and the bare number stands.

use std::fmt;

use chess::{Move, PieceType, Position};
use engine::search::{MoveFacts, Node, Test};
use engine::see::SeeValues;
use engine::{Score, Settings, Technique};
use serde::Serialize;

use super::score_text;

/// One comparison made by the search, with the terms of its two numbers. The rule takes effect if `have >= need`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Comparison {
    /// The technique, by its name.
    pub rule: &'static str,
    /// What the node or move has.
    pub have: i32,
    /// What it would need for the rule to take effect.
    pub need: i32,
    /// Whether the rule took effect.
    pub holds: bool,
    /// Both sides with their terms: `143 - 80·3 = -97 < beta 35`.
    pub text: String,
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.rule, self.text, if self.holds { "yes" } else { "no" })
    }
}

/// A number and how it is written.
#[derive(Clone, Debug)]
pub(super) struct Side {
    text: String,
    pub(super) value: i32,
    /// It is worked out from others, so that its value is to be given.
    sum: bool,
}

impl Side {
    /// A number with or without a name before it: `beta 35`.
    pub(super) fn of(name: &str, value: i32) -> Side {
        let number = score_text(Score::from_raw(value));
        Side { text: format!("{name} {number}").trim_start().to_owned(), value, sum: false }
    }

    /// A count or an amount that is no score.
    pub(super) fn amount(name: &str, value: i32) -> Side {
        Side { text: format!("{name} {value}").trim_start().to_owned(), value, sum: false }
    }

    /// A formula with its value.
    pub(super) fn formula(text: String, value: i32) -> Side {
        Side { text, value, sum: true }
    }

    /// One more term; `text` writes its size.
    pub(super) fn plus(self, text: impl fmt::Display, size: i32) -> Side {
        Side::formula(format!("{} + {text}", self.text), self.value + size)
    }

    /// One term less.
    fn minus(self, text: impl fmt::Display, size: i32) -> Side {
        Side::formula(format!("{} - {text}", self.text), self.value - size)
    }

    /// A number taken away; a negative one stands in brackets.
    pub(super) fn less(self, number: i32) -> Side {
        if number < 0 { self.minus(format_args!("({number})"), number) } else { self.minus(number, number) }
    }

    /// A number added, whatever its sign.
    pub(super) fn and(self, number: i32) -> Side {
        if number < 0 { self.minus(-number, -number) } else { self.plus(number, number) }
    }

    pub(super) fn written(&self) -> String {
        if self.sum { format!("{} = {}", self.text, self.value) } else { self.text.clone() }
    }
}

/// Writes a comparison; a side whose terms do not give the number compared is replaced by that number.
pub(super) fn compare(rule: Technique, have: (i32, Option<Side>), need: (i32, Option<Side>)) -> Comparison {
    let side = |(number, side): (i32, Option<Side>)| {
        let side = side.filter(|side| side.value == number);
        side.unwrap_or_else(|| Side::of("", number)).written()
    };
    let holds = have.0 >= need.0;
    let (have_number, need_number) = (have.0, need.0);
    let text = format!("{} {} {}", side(have), if holds { ">=" } else { "<" }, side(need));
    Comparison { rule: rule.name(), have: have_number, need: need_number, holds, text }
}

fn of_test(test: Test, sides: Option<(Side, Side)>) -> Comparison {
    let (have, need) = sides.unzip();
    compare(test.by, (test.have, have), (test.need, need))
}

/// A comparison of a whole-node rule.
pub(super) fn of_node(test: Test, node: &Node, s: &Settings) -> Comparison {
    let p = &s.params.whole_node;
    let (alpha, beta) = (node.window.alpha.get(), node.window.beta.get());
    let depth = node.depth;
    let sides = match test.by {
        Technique::Rfp => {
            let improving = if node.improving { p.rfp_improving } else { 0 };
            let margin = p.rfp_margin * depth - improving;
            let text = match (margin < 0, improving) {
                (true, _) => "0".to_owned(),
                (_, 0) => format!("{}·{depth}", p.rfp_margin),
                _ => format!("({}·{depth} - {improving})", p.rfp_margin),
            };
            let have = Side::of("", node.estimate.get()).minus(text, margin.max(0));
            Some((have, Side::of("beta", beta)))
        }
        Technique::Razoring => {
            let need = Side::formula(format!("{}·{depth} + 1", p.razor_margin), p.razor_margin * depth + 1);
            Some((Side::of("alpha", alpha).less(node.static_eval.get()), need))
        }
        Technique::NullMove => {
            let (estimate, eval) = (node.estimate.get(), node.static_eval.get());
            let have = if estimate < eval {
                Side::formula(format!("the lesser of {estimate} and {eval}"), estimate)
            } else {
                Side::of("", eval)
            };
            Some((have, Side::of("beta", beta)))
        }
        _ => None,
    };
    of_test(test, sides)
}

/// A comparison of a rule that skips a move. `node` is as the move loop saw it.
pub(super) fn of_move(test: Test, node: &Node, mv: &MoveFacts, s: &Settings) -> Comparison {
    let p = &s.params.skip;
    let depth = mv.skip_depth;
    let sides = match test.by {
        Technique::Lmp => {
            let squared = node.depth * node.depth;
            let all = p.lmp_base + p.lmp_depth_factor * squared / 100;
            let text = format!("{} + {}·{}²/100", p.lmp_base, p.lmp_depth_factor, node.depth);
            let need = if node.improving {
                Side::formula(text, all)
            } else {
                Side::formula(format!("({text})/2"), all / 2)
            };
            Some((Side::amount("quiets before it", mv.quiets_before as i32), need))
        }
        Technique::Futility => {
            let divisor = p.futility_history_divisor;
            let eval = Side::of("eval", node.static_eval.get())
                .plus(p.futility_base, p.futility_base)
                .plus(format_args!("{}·{depth}", p.futility_per_depth), p.futility_per_depth * depth);
            let history = format!("{}/{divisor}", mv.history.abs());
            let size = mv.history.abs() / divisor;
            let need = if mv.history < 0 { eval.minus(history, size) } else { eval.plus(history, size) };
            Some((Side::of("alpha", node.window.alpha.get()), need))
        }
        Technique::HistPrune => {
            let margin = p.history_prune_margin;
            let need = Side::formula(format!("{margin}·{depth} + 1"), margin * depth + 1);
            Some((Side::amount("history below zero by", -mv.history), need))
        }
        Technique::SeePrune => {
            let margin = if mv.quiet { p.see_quiet_margin } else { p.see_capture_margin };
            let need = Side::formula(format!("{margin}·{depth} + 1"), margin * depth + 1);
            Some((Side::amount("material lost", test.have), need))
        }
        _ => None,
    };
    of_test(test, sides)
}

/// A comparison of a rule that skips a move in quiescence.
pub(super) fn of_quiescence(
    test: Test,
    pos: &Position,
    mv: Move,
    stand_pat: Score,
    s: &Settings,
) -> Comparison {
    let p = &s.params.quiescence;
    let sides = match test.by {
        Technique::Delta => {
            let victim = if mv.is_en_passant() {
                Some(PieceType::Pawn)
            } else {
                pos.piece_at(mv.to()).filter(|_| mv.is_capture()).map(|piece| piece.piece_type())
            };
            let gain = victim.map_or(0, |piece| SeeValues::DEFAULT.of(piece));
            let need =
                Side::of("stand pat", stand_pat.get()).plus(gain, gain).plus(p.delta_margin, p.delta_margin);
            Some((Side::of("alpha", test.have), need))
        }
        Technique::SeePrune => {
            let least = p.qsearch_see_margin;
            let need = Side::amount("", 1).less(least);
            Some((Side::amount("material lost", test.have), need))
        }
        _ => None,
    };
    of_test(test, sides)
}
