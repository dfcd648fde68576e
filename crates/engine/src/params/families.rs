//! The declarations, one family for each module of the search that reads them.
//!
//! Start values are the usual ones of the literature; they are tuned by self-play. Depths are in plies,
//! margins in centipawns, fractional plies in 1/1024, history values in the range of the tables (±16384).

use super::params;

params! {
    /// Read by `search/whole_node.rs` and `search/negamax.rs`.
    pub struct WholeNodeParams {
        /// Reverse futility: greatest depth.
        rfp_max_depth: 7, 1..=20, 1;
        /// Reverse futility: margin a ply.
        rfp_margin: 80, 10..=250, 8;
        /// Reverse futility: what an improving side needs less.
        rfp_improving: 60, 0..=250, 8;
        /// Reverse futility: share of what the estimate has above beta that is claimed, percent.
        rfp_return_share: 50, 0..=100, 10;
        /// Razoring: greatest depth.
        razor_max_depth: 2, 1..=10, 1;
        /// Razoring: margin a ply.
        razor_margin: 300, 50..=800, 20;
        /// Null move: least depth.
        null_min_depth: 3, 1..=10, 1;
        /// Null move: reduction at depth 0.
        null_reduction: 3, 1..=8, 1;
        /// Null move: plies of depth that add one to the reduction.
        null_depth_divisor: 6, 1..=16, 1;
        /// Null move: centipawns above beta that add one to the reduction.
        null_eval_divisor: 200, 50..=800, 20;
        /// Null move: most plies added for the evaluation.
        null_eval_max: 3, 0..=8, 1;
        /// Null move verification: least depth.
        null_verify_depth: 14, 3..=40, 1;
        /// Null move verification: share of the remaining depth (in quarters) during which passing stays barred.
        null_verify_quarters: 3, 1..=4, 1;
        /// Internal iterative reduction: least depth.
        iir_min_depth: 4, 2..=12, 1;
        /// ProbCut: least depth.
        probcut_min_depth: 5, 3..=12, 1;
        /// ProbCut: how far above beta the capture must stay.
        probcut_margin: 180, 20..=600, 16;
        /// ProbCut: what an improving side needs less.
        probcut_improving: 50, 0..=250, 8;
        /// ProbCut: plies taken off for the confirming search.
        probcut_reduction: 4, 2..=8, 1;
    }
}

params! {
    /// Read by `search/skip.rs` and `search/reduce.rs`.
    pub struct SkipParams {
        /// Late move pruning: greatest depth.
        lmp_max_depth: 8, 1..=20, 1;
        /// Late move pruning: quiets always kept (before halving for a side that is not improving).
        lmp_base: 3, 0..=20, 1;
        /// Late move pruning: quiets added per squared ply, in 1/100.
        lmp_depth_factor: 100, 10..=400, 8;
        /// Futility: greatest depth.
        futility_max_depth: 6, 1..=20, 1;
        /// Futility: margin at depth 0.
        futility_base: 100, 0..=400, 10;
        /// Futility: margin a ply.
        futility_per_depth: 100, 10..=300, 8;
        /// Futility: history that is worth one centipawn of margin.
        futility_history_divisor: 256, 32..=2048, 32;
        /// SEE pruning: greatest depth.
        see_max_depth: 6, 1..=20, 1;
        /// SEE pruning: what a quiet may lose a ply.
        see_quiet_margin: 60, 5..=250, 6;
        /// SEE pruning: what a capture may lose a ply.
        see_capture_margin: 100, 10..=300, 8;
        /// Share of the late move reduction that counts against the depth skip rules go by, percent.
        skip_reduction_share: 100, 0..=100, 10;
        /// History pruning: greatest depth.
        history_prune_max_depth: 4, 1..=12, 1;
        /// History pruning: how bad the history must be, a ply.
        history_prune_margin: 1500, 100..=16000, 150;
    }
}

params! {
    /// Read by `search/reduce.rs` and `search/moves.rs`. Reductions are in 1/1024 ply.
    pub struct ReduceParams {
        /// Least depth at which moves are reduced.
        lmr_min_depth: 3, 1..=8, 1;
        /// Moves searched in full first (one more in PV nodes).
        lmr_min_moves: 1, 1..=8, 1;
        /// Reduction of the first move at depth 1.
        lmr_base: 768, 0..=2048, 64;
        /// Divisor of ln(depth) · ln(move number).
        lmr_divisor: 2304, 1024..=4608, 96;
        /// More outside the principal variation.
        lmr_non_pv: 1024, 0..=2048, 96;
        /// More when not improving.
        lmr_not_improving: 1024, 0..=2048, 96;
        /// More at nodes expected to fail high.
        lmr_cut_node: 1024, 0..=3072, 96;
        /// Less at nodes that once lay on a principal variation.
        lmr_tt_pv: 768, 0..=2048, 96;
        /// Less for moves that give check.
        lmr_check: 768, 0..=2048, 96;
        /// Less for killers and counter-moves.
        lmr_refuter: 768, 0..=2048, 96;
        /// More when the table move is a capture.
        lmr_tt_noisy: 512, 0..=2048, 96;
        /// More where many replies to moves of this node have failed high.
        lmr_child_cutoffs: 1024, 0..=2048, 96;
        /// So many of them.
        lmr_child_cutoffs_min: 3, 1..=12, 1;
        /// History that reduces one ply less.
        lmr_history_divisor: 8192, 1024..=32768, 512;
        /// Reduction of noisy moves that lose material, before their history.
        lmr_noisy_base: 1024, 0..=3072, 96;
        /// After a reduced fail high: this much above the best score, search a ply deeper.
        lmr_deeper_margin: 60, 0..=300, 8;
        /// After a reduced fail high: within this much of the best score, search a ply shallower.
        lmr_shallower_margin: 8, 0..=100, 3;
    }
}

params! {
    /// Read by `search/extend.rs`; hindsight by `search/whole_node.rs`.
    pub struct ExtendParams {
        /// Hindsight: a parent's reduction of so many plies is taken back by one where the evaluation has turned against it.
        hindsight_deeper: 3, 1..=16, 1;
        /// Hindsight: a parent's reduction of so many plies grows by one where the evaluations agree that it is lost.
        hindsight_shallower: 2, 1..=16, 1;
        /// Hindsight: how far the sum of both sides' evaluations must exceed zero for the latter.
        hindsight_margin: 100, 0..=400, 10;
        /// Singular extension: least depth.
        singular_min_depth: 7, 4..=16, 1;
        /// Singular extension: how many plies shallower the table entry may be.
        singular_tt_depth_slack: 3, 0..=8, 1;
        /// Singular extension: margin below the table score, in 1/16 centipawn a ply.
        singular_margin: 24, 1..=96, 3;
        /// Singular extension: this far below the margin extends two plies.
        singular_double_margin: 16, 0..=200, 4;
        /// Singular extension: most double extensions in one line.
        singular_double_max: 6, 0..=30, 1;
        /// Negative extension when the table score already beats beta, plies.
        singular_negative: 2, 0..=4, 1;
    }
}

params! {
    /// Read by `search/quiescence.rs`.
    pub struct QuiescenceParams {
        /// Delta pruning: safety margin on top of the victim.
        delta_margin: 200, 0..=600, 12;
        /// SEE pruning in quiescence: least exchange value kept.
        qsearch_see_margin: 0, -200..=200, 10;
    }
}

params! {
    /// Read by `ordering/` and `search/learn.rs`.
    pub struct OrderingParams {
        /// History bonus per squared ply.
        history_bonus_factor: 16, 1..=128, 4;
        /// History bonus per ply, which lets shallow nodes teach too.
        history_bonus_linear: 250, 0..=600, 16;
        /// Largest history bonus.
        history_bonus_max: 1200, 200..=4000, 64;
        /// Share of the bonus a quiet table move gets when the table cuts, percent.
        history_tt_share: 100, 0..=150, 10;
        /// Share of the bonus for a reduced move that is searched again, by what comes of it, percent.
        history_research_share: 100, 0..=150, 10;
        /// Weight of the victim's value in ordering captures.
        mvv_weight: 16, 1..=64, 2;
        /// Weight of the continuation history one ply back, in 1/64.
        conthist1_weight: 64, 0..=192, 6;
        /// Weight of the continuation history two plies back, in 1/64.
        conthist2_weight: 64, 0..=192, 6;
        /// Weight of the continuation history four plies back, in 1/64.
        conthist4_weight: 32, 0..=192, 6;
        /// What a quiet check is worth in history.
        check_order_bonus: 8192, 0..=32768, 512;
        /// What such a check may lose by static exchange.
        check_order_see: 75, 0..=300, 10;
    }
}

params! {
    /// Read by `ordering/correction.rs`.
    pub struct CorrectionParams {
        /// Weight of the pawn-structure table, in 1/64.
        corr_pawn_weight: 64, 0..=192, 6;
        /// Weight of the minor-piece table, in 1/64.
        corr_minor_weight: 48, 0..=192, 6;
        /// Weight of the major-piece table, in 1/64.
        corr_major_weight: 48, 0..=192, 6;
        /// Weight of the tables of one side's pieces, in 1/64.
        corr_non_pawn_weight: 48, 0..=192, 6;
    }
}

params! {
    /// Read by `search.rs`.
    pub struct AspirationParams {
        /// First depth with a narrow window.
        aspiration_min_depth: 4, 1..=12, 1;
        /// Half of the first window.
        aspiration_delta: 16, 2..=100, 2;
        /// Growth of the window after a failure, in percent.
        aspiration_growth: 50, 10..=300, 8;
        /// Most plies taken off while failing high.
        aspiration_max_reduction: 3, 0..=6, 1;
    }
}
