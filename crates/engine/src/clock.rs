//! Time: how long a search may take, and when it has taken long enough.
//!
//! Two limits. The **soft** limit is looked at between iterations and bends with what the search has seen: a best move
//! that takes most of the nodes and has not changed for long needs less time, a falling score needs more. The **hard**
//! limit is looked at inside the search and does not bend. Both are shares of what remains on the clock after the
//! overhead, so no sequence of moves can overdraw it.

use std::time::{Duration, Instant};

use chess::Color;

use crate::limits::Limits;

/// How time is divided. Shares and factors are in percent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeParams {
    /// Moves the remaining time is divided among, unless the next time control is nearer.
    pub horizon_moves: i32,
    /// Share of the increment that is spent at once.
    pub increment_share: i32,
    /// The hard limit as a multiple of the soft one.
    pub hard_factor: i32,
    /// Share of the remaining time that the hard limit never exceeds.
    pub hard_share: i32,
    /// The same on the last move before a time control, when nothing need be left over.
    pub last_move_share: i32,
    /// Node share: the factor when the best move took all nodes.
    pub node_share_base: i32,
    /// Node share: what is added to the factor as the best move's share of the nodes goes from all to none.
    pub node_share_range: i32,
    /// Stability: the factor when the best move has just changed.
    pub stability_base: i32,
    /// Stability: what each iteration with the same best move takes off the factor.
    pub stability_step: i32,
    /// Stability: iterations that count.
    pub stability_max: i32,
    /// Score trend: what a score falling by one pawn adds to the factor.
    pub trend_per_pawn: i32,
    /// Score trend: the least factor, however fast the score rises.
    pub trend_min: i32,
    /// Score trend: the greatest factor, however fast the score falls.
    pub trend_max: i32,
    /// The factor when there is only one legal move.
    pub only_move: i32,
}

impl TimeParams {
    /// First values; none has been tuned by play yet.
    pub const DEFAULT: TimeParams = TimeParams {
        horizon_moves: 28,
        increment_share: 75,
        hard_factor: 300,
        hard_share: 40,
        last_move_share: 90,
        node_share_base: 40,
        node_share_range: 160,
        stability_base: 120,
        stability_step: 4,
        stability_max: 10,
        trend_per_pawn: 50,
        trend_min: 80,
        trend_max: 150,
        only_move: 10,
    };
}

impl Default for TimeParams {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// What the search has seen so far that says whether more time would change the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stability {
    /// The best move's share of all nodes searched, in permille.
    pub best_move_nodes: u32,
    /// Iterations since the best move last changed.
    pub best_move_age: u32,
    /// How far the score has fallen over the last iterations, in centipawns; negative when it has risen.
    pub score_drop: i32,
    /// Whether there is only one legal move.
    pub only_move: bool,
}

impl Stability {
    /// The factor on the soft limit, as the product of its named parts.
    #[must_use]
    pub fn factor(&self, params: &TimeParams) -> f64 {
        if self.only_move {
            return percent(params.only_move);
        }
        self.node_share(params) * self.stability(params) * self.trend(params)
    }

    /// The more of the nodes went into the best move, the less the others are contending.
    fn node_share(&self, params: &TimeParams) -> f64 {
        let others = 1.0 - f64::from(self.best_move_nodes.min(1000)) / 1000.0;
        percent(params.node_share_base) + percent(params.node_share_range) * others
    }

    /// The longer the best move has stood, the less likely it is to change.
    fn stability(&self, params: &TimeParams) -> f64 {
        let age = i32::try_from(self.best_move_age).unwrap_or(i32::MAX).min(params.stability_max);
        percent(params.stability_base.saturating_sub(params.stability_step.saturating_mul(age)))
    }

    /// A falling score means that something has been overlooked.
    fn trend(&self, params: &TimeParams) -> f64 {
        let pawns = f64::from(self.score_drop) / 100.0;
        let factor = 1.0 + percent(params.trend_per_pawn) * pawns;
        factor.max(percent(params.trend_min)).min(percent(params.trend_max))
    }
}

/// One search's clock.
///
/// ```
/// use std::time::Duration;
/// use chess::Color;
/// use engine::{Limits, clock::{Clock, TimeParams}};
/// let mut limits = Limits::default();
/// limits.time[Color::White.index()] = Some(Duration::from_secs(60));
/// let clock = Clock::new(&limits, Color::White, Duration::from_millis(10), TimeParams::DEFAULT);
/// assert!(clock.soft() < clock.hard());
/// assert!(clock.hard().expect("a timed game") < Duration::from_secs(60));
/// ```
#[derive(Clone, Debug)]
pub struct Clock {
    begun: Instant,
    /// When our own time began to run; `None` while pondering.
    charged_from: Option<Instant>,
    soft: Option<Duration>,
    hard: Option<Duration>,
    /// Whether the soft limit bends; the time of `go movetime` does not.
    bends: bool,
    params: TimeParams,
}

impl Clock {
    /// Starts the clock for `side` under `limits`, keeping `overhead` in reserve for the way to the opponent's clock.
    ///
    /// A budget may be zero, when no more than the overhead is left: then the search should answer as soon as it has a move.
    #[must_use]
    pub fn new(limits: &Limits, side: Color, overhead: Duration, params: TimeParams) -> Clock {
        let begun = Instant::now();
        let mut clock = Clock {
            begun,
            charged_from: (!limits.ponder).then_some(begun),
            soft: None,
            hard: None,
            bends: true,
            params,
        };
        if limits.infinite {
            return clock;
        }
        if let Some(remaining) = limits.time_of(side) {
            let (soft, hard) = budget(limits, remaining, limits.inc[side.index()], overhead, &params);
            clock.soft = Some(soft);
            clock.hard = Some(hard);
        }
        if let Some(movetime) = limits.movetime {
            // However short the time, half of it is for thinking.
            let exact = movetime.saturating_sub(overhead).max(movetime / 2);
            clock.bends = clock.soft.is_some_and(|soft| soft < exact);
            clock.soft = Some(clock.soft.map_or(exact, |soft| soft.min(exact)));
            clock.hard = Some(clock.hard.map_or(exact, |hard| hard.min(exact)));
        }
        clock
    }

    /// The opponent played the move pondered on: our own time runs from now.
    pub fn ponderhit(&mut self) {
        if self.charged_from.is_none() {
            self.charged_from = Some(Instant::now());
        }
    }

    /// Whether the search is still on the opponent's time.
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.charged_from.is_none()
    }

    /// Time since the search began, pondering included.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Our own time spent so far; zero while pondering.
    #[must_use]
    pub fn spent(&self) -> Duration {
        self.charged_from.map_or(Duration::ZERO, |from| from.elapsed())
    }

    /// The time after which no new iteration should begin, before any factor; `None` for no limit.
    #[must_use]
    pub fn soft(&self) -> Option<Duration> {
        self.soft
    }

    /// The time after which the search must stop; `None` for no limit.
    #[must_use]
    pub fn hard(&self) -> Option<Duration> {
        self.hard
    }

    /// The soft limit as `stability` bends it; never beyond the hard limit.
    #[must_use]
    pub fn soft_scaled(&self, stability: &Stability) -> Option<Duration> {
        let (soft, hard) = (self.soft?, self.hard?);
        if !self.bends {
            return Some(soft);
        }
        let scaled = soft.as_secs_f64() * stability.factor(&self.params).max(0.0);
        Some(Duration::try_from_secs_f64(scaled).map_or(hard, |scaled| scaled.min(hard)))
    }

    /// Whether no new iteration should begin. Never while pondering.
    #[must_use]
    pub fn is_soft_over(&self, stability: &Stability) -> bool {
        !self.is_pondering() && self.soft_scaled(stability).is_some_and(|limit| self.spent() >= limit)
    }

    /// Whether the search must stop now. Never while pondering.
    #[must_use]
    pub fn is_hard_over(&self) -> bool {
        !self.is_pondering() && self.hard.is_some_and(|limit| self.spent() >= limit)
    }
}

/// Soft and hard limit of one move of a timed game. Neither exceeds what remains after `overhead`.
fn budget(
    limits: &Limits,
    remaining: Duration,
    increment: Duration,
    overhead: Duration,
    params: &TimeParams,
) -> (Duration, Duration) {
    let available = remaining.saturating_sub(overhead).as_secs_f64();
    let horizon = u32::try_from(params.horizon_moves).unwrap_or(1).max(1);
    // `movestogo 0` has been seen in the wild; it can only mean that a control is due.
    let moves = limits.movestogo.unwrap_or(horizon).clamp(1, horizon);
    let share = if moves == 1 { params.last_move_share } else { params.hard_share };
    let most = available * percent(share).min(1.0);
    // The increment arrives after the move, so it can be planned with but not drawn on.
    let soft = available / f64::from(moves) + increment.as_secs_f64() * percent(params.increment_share);
    let hard = (soft * percent(params.hard_factor)).min(most);
    let limit = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or_default();
    (limit(soft.min(hard)), limit(hard))
}

/// A percentage as a factor; never negative.
fn percent(value: i32) -> f64 {
    f64::from(value.max(0)) / 100.0
}

#[cfg(test)]
#[path = "clock_tests.rs"]
mod tests;
