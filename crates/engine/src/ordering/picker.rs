//! Staged, lazy move selection.
//!
//! Most nodes cut after one to three moves, so nothing is generated or sorted before it is needed: the table's move
//! comes first without any generation, noisy moves are generated and picked by selection, quiets only after them.

use super::scoring::{CheckSquares, OrderingContext};
use crate::see::see_ge;
use crate::techniques::Technique;
use arrayvec::ArrayVec;
use chess::{Move, MoveList};

/// Why a move stands where it stands in the order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The transposition table's move.
    TtMove,
    /// A capture or promotion that does not lose material.
    WinningNoisy,
    /// The latest killer of this ply.
    Killer1,
    /// The older killer of this ply.
    Killer2,
    /// The refutation of the previous move.
    CounterMove,
    /// A quiet, by its histories.
    Quiet,
    /// A capture or promotion that loses material by static exchange.
    LosingNoisy,
}

/// A move with its place in the order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Picked {
    /// The move.
    pub mv: Move,
    /// Why it comes now.
    pub reason: Reason,
    /// Its score among moves of the same reason (0 where the reason alone decides).
    pub score: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    TtMove,
    GenerateNoisy,
    Noisy,
    Killer1,
    Killer2,
    CounterMove,
    GenerateQuiets,
    Quiets,
    LosingNoisy,
    Done,
}

const CAPACITY: usize = 256;

/// Yields the legal moves of a node, best first.
#[derive(Clone, Debug)]
pub struct Picker {
    stage: Stage,
    tt_move: Option<Move>,
    killers: [Option<Move>; 2],
    counter: Option<Move>,
    skip_quiets: bool,
    unsorted: bool,
    // Losing noisy moves, then what is still to be picked from `next` on.
    moves: ArrayVec<(Move, i32), CAPACITY>,
    losing: usize,
    next: usize,
}

impl Picker {
    /// All moves of a node. `tt_move`, killers and counter-move are hints; a hint that is not legal here is
    /// passed over.
    pub fn new(
        ctx: &OrderingContext<'_>,
        tt_move: Option<Move>,
        killers: [Option<Move>; 2],
        counter: Option<Move>,
    ) -> Picker {
        let killers = if ctx.on(Technique::Killers) { killers } else { [None; 2] };
        let counter = counter.filter(|_| ctx.on(Technique::CounterMove));
        Picker {
            stage: Stage::TtMove,
            tt_move: tt_move.filter(|&mv| ctx.pos.is_legal(mv)),
            killers,
            counter,
            skip_quiets: false,
            unsorted: false,
            moves: ArrayVec::new(),
            losing: 0,
            next: 0,
        }
    }

    /// Noisy moves only, the table's move first if it is noisy: for quiescence and ProbCut.
    pub fn noisy(ctx: &OrderingContext<'_>, tt_move: Option<Move>) -> Picker {
        let tt_move = tt_move.filter(|mv| mv.is_noisy());
        let mut picker = Picker::new(ctx, tt_move, [None; 2], None);
        picker.skip_quiets = true;
        picker
    }

    /// From now on yields no more quiets.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// From now on yields quiets in the order of generation: for when hardly any of them will be searched.
    pub fn stop_sorting_quiets(&mut self) {
        self.unsorted = true;
    }

    /// The next move, or `None` when there are no more.
    pub fn next(&mut self, ctx: &OrderingContext<'_>) -> Option<Picked> {
        loop {
            let picked = match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::GenerateNoisy;
                    self.tt_move.map(|mv| Picked { mv, reason: Reason::TtMove, score: 0 })
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(ctx);
                    self.stage = Stage::Noisy;
                    None
                }
                Stage::Noisy => self.winning_noisy(ctx),
                Stage::Killer1 => self.hint(ctx, self.killers[0], Reason::Killer1, Stage::Killer2),
                Stage::Killer2 => self.hint(ctx, self.killers[1], Reason::Killer2, Stage::CounterMove),
                Stage::CounterMove => {
                    self.hint(ctx, self.counter_not_killer(), Reason::CounterMove, Stage::GenerateQuiets)
                }
                Stage::GenerateQuiets => {
                    self.generate_quiets(ctx);
                    None
                }
                Stage::Quiets => self.quiet(),
                Stage::LosingNoisy => self.losing_noisy(),
                Stage::Done => return None,
            };
            if picked.is_some() {
                return picked;
            }
        }
    }

    fn generate_noisy(&mut self, ctx: &OrderingContext<'_>) {
        let mut list = MoveList::new();
        ctx.pos.noisy_moves(&mut list);
        for &mv in &list {
            if Some(mv) != self.tt_move {
                self.moves.push((mv, ctx.noisy_score(mv)));
            }
        }
    }

    fn winning_noisy(&mut self, ctx: &OrderingContext<'_>) -> Option<Picked> {
        while let Some((mv, score)) = self.select_best() {
            if ctx.on(Technique::SeeOrder) && !see_ge(ctx.pos, mv, 0) {
                // Keep it for the end: move it to the front segment of losing moves, in the order found.
                self.moves.swap(self.losing, self.next - 1);
                self.losing += 1;
                continue;
            }
            return Some(Picked { mv, reason: Reason::WinningNoisy, score });
        }
        self.stage = Stage::Killer1;
        None
    }

    fn hint(
        &mut self,
        ctx: &OrderingContext<'_>,
        hint: Option<Move>,
        reason: Reason,
        then: Stage,
    ) -> Option<Picked> {
        self.stage = then;
        let mv = hint.filter(|&mv| !self.skip_quiets && Some(mv) != self.tt_move)?;
        (mv.is_quiet() && ctx.pos.is_legal(mv)).then_some(Picked { mv, reason, score: 0 })
    }

    fn counter_not_killer(&self) -> Option<Move> {
        self.counter.filter(|_| !self.killers.contains(&self.counter))
    }

    fn generate_quiets(&mut self, ctx: &OrderingContext<'_>) {
        self.stage = Stage::Quiets;
        if self.skip_quiets {
            return;
        }
        let mut list = MoveList::new();
        ctx.pos.quiet_moves(&mut list);
        let hints = [self.tt_move, self.killers[0], self.killers[1], self.counter];
        let checks = CheckSquares::new(ctx.pos, ctx.settings);
        self.next = self.moves.len();
        for &mv in &list {
            if !hints.contains(&Some(mv)) {
                self.moves.push((mv, ctx.quiet_score(mv) + checks.bonus(ctx.pos, mv, ctx.settings)));
            }
        }
    }

    fn quiet(&mut self) -> Option<Picked> {
        if !self.skip_quiets
            && let Some((mv, score)) = if self.unsorted { self.select_next() } else { self.select_best() }
        {
            return Some(Picked { mv, reason: Reason::Quiet, score });
        }
        self.stage = Stage::LosingNoisy;
        self.next = 0;
        None
    }

    fn losing_noisy(&mut self) -> Option<Picked> {
        if self.next == self.losing {
            self.stage = Stage::Done;
            return None;
        }
        let (mv, score) = self.moves[self.next];
        self.next += 1;
        Some(Picked { mv, reason: Reason::LosingNoisy, score })
    }

    fn select_next(&mut self) -> Option<(Move, i32)> {
        let next = self.moves.get(self.next).copied();
        self.next += usize::from(next.is_some());
        next
    }

    /// One step of a selection sort: the best of the rest, the earliest among equals.
    fn select_best(&mut self) -> Option<(Move, i32)> {
        let rest = &mut self.moves[self.next..];
        let (first, others) = rest.split_first()?;
        let mut best = 0;
        let mut best_score = first.1;
        for (index, &(_, score)) in others.iter().enumerate() {
            if score > best_score {
                best = index + 1;
                best_score = score;
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(self.moves[self.next - 1])
    }
}
