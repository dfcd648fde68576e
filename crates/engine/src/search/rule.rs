//! What a rule answers: the two numbers it compared.

use crate::techniques::Technique;

/// A comparison made by a rule. The rule takes effect when [`Test::holds`].
///
/// The search acts on this very value, so an explanation built from it cannot differ from the decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Test {
    /// The technique the rule belongs to.
    pub by: Technique,
    /// What the node or move has.
    pub have: i32,
    /// What it would need for the rule to take effect.
    pub need: i32,
}

impl Test {
    /// Whether the rule takes effect.
    #[inline(always)]
    pub fn holds(self) -> bool {
        self.have >= self.need
    }
}
