use chess::{Color, Position};
use engine::UciScore::{self, Cp, Mate};

use super::*;

/// A position at move 30 whose fifty-move clock stands at `clock`.
fn at(clock: u16) -> Position {
    Position::from_fen(&format!("4k3/8/8/8/8/8/3R4/4K3 w - - {clock} 30")).unwrap()
}

/// Feeds scores of White and Black in turn, with a running clock, and tells after how many a game ended, and how.
fn ends(rules: &Rules, scores: &[UciScore]) -> Option<(usize, GameResult)> {
    let mut adjudicator = Adjudicator::new(rules);
    for (index, &score) in scores.iter().enumerate() {
        let position = at(index as u16 + 1);
        adjudicator.note(Color::ALL[index % 2], Some(score), &position);
        if let Some(end) = adjudicator.verdict(&position) {
            assert_eq!(end.termination, Termination::Adjudication);
            return Some((index + 1, end.result));
        }
    }
    None
}

fn draw(move_number: u32) -> Rules {
    Rules { draw: Some(DrawRule { move_number, move_count: 2, score: 10 }), ..Rules::default() }
}

fn resign(two_sided: bool) -> Rules {
    Rules { resign: Some(ResignRule { move_count: 2, score: 400, two_sided }), ..Rules::default() }
}

#[test]
fn nothing_is_adjudicated_by_default() {
    assert_eq!(ends(&Rules::default(), &[Cp(0); 90]), None);
    assert_eq!(ends(&Rules::default(), &[Mate(-1); 90]), None);
}

#[test]
fn a_draw_needs_level_scores_of_both_players_in_a_row() {
    let rules = draw(29);
    assert_eq!(ends(&rules, &[Cp(10), Cp(-10), Cp(0), Cp(5)]), Some((4, GameResult::Draw)));
    assert_eq!(ends(&rules, &[Cp(0), Cp(0), Cp(11), Cp(0), Cp(0), Cp(0)]), None);
    // A mate is never level, however near its number is to zero.
    assert_eq!(ends(&rules, &[Cp(0), Cp(0), Cp(0), Mate(3), Cp(0), Cp(0), Cp(0)]), None);
}

#[test]
fn a_draw_needs_the_move_number_to_have_been_completed() {
    assert_eq!(ends(&draw(30), &[Cp(0); 20]), None);
    assert_eq!(ends(&draw(29), &[Cp(0); 20]), Some((4, GameResult::Draw)));
}

#[test]
fn progress_starts_the_count_of_a_draw_again() {
    let rules = draw(0);
    let mut adjudicator = Adjudicator::new(&rules);
    let after = |adjudicator: &mut Adjudicator, clock| {
        adjudicator.note(Color::White, Some(Cp(0)), &at(clock));
        adjudicator.verdict(&at(clock)).is_some()
    };
    // The move that makes progress counts, what came before it does not.
    let ended: Vec<bool> =
        [1, 2, 3, 0, 1, 2, 3].into_iter().map(|clock| after(&mut adjudicator, clock)).collect();
    assert_eq!(ended, [false, false, false, false, false, false, true]);
}

#[test]
fn a_missing_score_breaks_every_row() {
    for rules in [draw(0), resign(false), resign(true)] {
        let mut adjudicator = Adjudicator::new(&rules);
        for index in 0..24 {
            let score =
                if rules.draw.is_some() { Cp(0) } else { Cp(if index % 2 == 0 { -500 } else { 500 }) };
            // Both colours leave a score out once in a while, never two moves apart.
            adjudicator.note(Color::ALL[index % 2], (index / 2 % 2 == 0).then_some(score), &at(5));
            assert_eq!(adjudicator.verdict(&at(5)), None, "{rules:?} after {index}");
        }
    }
}

#[test]
fn one_sided_resignation_goes_by_the_loser_alone() {
    let rules = resign(false);
    assert_eq!(ends(&rules, &[Cp(-400), Cp(0), Cp(-700)]), Some((3, GameResult::BlackWins)));
    assert_eq!(ends(&rules, &[Cp(0), Mate(-9), Cp(0), Cp(-400)]), Some((4, GameResult::WhiteWins)));
    // Interrupted, not bad enough, or good.
    assert_eq!(ends(&rules, &[Cp(-500), Cp(0), Cp(-399), Cp(0), Cp(-500), Cp(0)]), None);
    assert_eq!(ends(&rules, &[Cp(900), Cp(0), Cp(900), Cp(0), Mate(2), Cp(0)]), None);
}

#[test]
fn two_sided_resignation_needs_both() {
    let rules = resign(true);
    assert_eq!(ends(&rules, &[Cp(-500), Cp(0), Cp(-500), Cp(0), Cp(-500), Cp(399)]), None);
    // Decided after four plies; the loser is whoever has the negative score, even when they move first.
    assert_eq!(ends(&rules, &[Cp(500), Cp(-500), Cp(500), Cp(-500)]), Some((4, GameResult::WhiteWins)));
    assert_eq!(
        ends(&rules, &[Cp(-500), Cp(500), Mate(-3), Mate(3), Cp(-900)]),
        Some((5, GameResult::BlackWins))
    );
}

#[test]
fn long_games_are_drawn_after_so_many_moves_of_each_player() {
    let rules = Rules { max_moves: Some(3), ..Rules::default() };
    assert_eq!(ends(&rules, &[Cp(300); 20]), Some((6, GameResult::Draw)));
}
