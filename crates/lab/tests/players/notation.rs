//! PGN: what is written is read back, and says what fastchess's says.

use std::io::Cursor;
use std::ops::ControlFlow;

use chess::{Color, Game, Position, parse_uci};
use lab::Cancel;
use lab::tournament::adjudication::Rules;
use lab::tournament::game::{GameRecord, Opening, play};
use lab::tournament::pgn::{PgnOptions, Tags, write};
use pgn_reader::{RawComment, RawTag, Reader, SanPlus, Visitor};
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen, uci::UciMove};

use crate::{ample, friendly, pace, start, this_engine};

/// A game as another program reads it.
#[derive(Default)]
struct Seen {
    tags: Vec<(String, String)>,
    position: Chess,
    moves: Vec<String>,
    comments: Vec<String>,
}

impl Seen {
    fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

struct Witness;

impl Visitor for Witness {
    type Tags = Seen;
    type Movetext = Seen;
    type Output = Seen;

    fn begin_tags(&mut self) -> ControlFlow<Seen, Seen> {
        ControlFlow::Continue(Seen::default())
    }

    fn tag(&mut self, seen: &mut Seen, name: &[u8], value: RawTag<'_>) -> ControlFlow<Seen> {
        let (name, value) =
            (String::from_utf8_lossy(name).into_owned(), value.decode_utf8_lossy().into_owned());
        if name == "FEN" {
            let fen: Fen = value.parse().unwrap();
            seen.position = fen.into_position(CastlingMode::Chess960).unwrap();
        }
        seen.tags.push((name, value));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, seen: Seen) -> ControlFlow<Seen, Seen> {
        ControlFlow::Continue(seen)
    }

    fn san(&mut self, seen: &mut Seen, san: SanPlus) -> ControlFlow<Seen> {
        let mv = san.san.to_move(&seen.position).expect("a legal move");
        seen.moves.push(UciMove::from_chess960(mv).to_string());
        seen.position.play_unchecked(mv);
        ControlFlow::Continue(())
    }

    fn comment(&mut self, seen: &mut Seen, comment: RawComment<'_>) -> ControlFlow<Seen> {
        seen.comments.push(String::from_utf8_lossy(comment.as_bytes()).into_owned());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, seen: Seen) -> Seen {
        seen
    }
}

fn tags() -> Tags {
    Tags {
        event: "A \"test\" \\ of tags".to_owned(),
        site: "?".to_owned(),
        round: "3".to_owned(),
        names: ["white".to_owned(), "black".to_owned()],
        time_controls: ["8+0.08".to_owned(), "8+0.08".to_owned()],
    }
}

fn read(record: &GameRecord, options: &PgnOptions) -> Seen {
    let text = write(record, &tags(), options);
    assert!(text.ends_with("\n\n") && !text.ends_with("\n\n\n"));
    let seen = Reader::new(Cursor::new(&text)).read_game(&mut Witness).unwrap().expect(&text);
    let expected: Vec<String> = record.game().moves().iter().map(|mv| mv.uci(true).to_string()).collect();
    assert_eq!(seen.moves, expected, "{text}");
    assert_eq!(seen.tag("Result"), Some(record.result.as_str()));
    seen
}

fn played(start: Position, moves: &[&str]) -> GameRecord {
    let mut game = Game::new(start);
    for text in moves {
        let mv = parse_uci(game.position(), text).unwrap();
        game.play(mv).unwrap();
    }
    let opening = Opening { start: game.start().clone(), moves: game.moves().to_vec() };
    let pace = pace("nodes", "200");
    let rules = Rules { max_moves: Some(40), ..Rules::default() };
    play(&mut this_engine(), &mut this_engine(), [&pace, &pace], &opening, &rules, &Cancel::default())
}

#[test]
fn games_are_read_back_as_they_were_played() {
    let black_begins =
        Position::from_fen("r3k2r/pppq1ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPPQ1PPP/R3K2R b KQkq - 5 8");
    for (start, moves) in [
        (Position::startpos(), &["e2e4", "c7c5"][..]),
        (black_begins.unwrap(), &["e8g8", "e1c1"]),
        (Position::chess960(7), &[]),
        (Position::dfrc(100, 900), &[]),
    ] {
        let record = played(start.clone(), moves);
        let seen = read(&record, &PgnOptions::default());
        assert_eq!(seen.tag("Event"), Some("A \"test\" \\ of tags"));
        assert_eq!(
            seen.tag("Termination"),
            Some("adjudication").filter(|_| record.reason.contains("adj")).or(Some("normal"))
        );
        assert_eq!(seen.tag("PlyCount"), Some(seen.moves.len().to_string().as_str()));
        assert_eq!(seen.tag("TimeControl"), Some("8+0.08"));
        assert_eq!(seen.tag("Variant"), start.is_chess960().then_some("Chess960"));
        assert_eq!(seen.tag("SetUp").is_some(), start != Position::startpos());
        assert_eq!(seen.comments.len(), seen.moves.len());
        assert!(seen.comments[..moves.len()].iter().all(|comment| comment == "book"));
        assert!(seen.comments.last().unwrap().ends_with(&record.reason));
        let short = read(&record, &PgnOptions { min: true, ..PgnOptions::default() });
        assert_eq!(
            (short.comments.len(), short.tag("PlyCount"), short.tag("White")),
            (0, None, Some("white"))
        );
    }
}

#[test]
fn comments_have_fastchess_s_form() {
    let all = PgnOptions {
        min: false,
        time_left: true,
        latency: true,
        nodes: true,
        seldepth: true,
        nps: true,
        hashfull: true,
        tbhits: true,
        pv: true,
    };
    let (mut toy, mut us) = (start("", &ample()), this_engine());
    let mut record = friendly(&mut *toy, &mut us);
    record.moves[0].time = std::time::Duration::from_millis(531);
    record.moves[0].time_left = Some(std::time::Duration::from_millis(12_300));
    let seen = read(&record, &all);
    let mv = record.moves[0].mv.uci(false);
    assert_eq!(
        seen.comments[0],
        format!(
            "+0.10/1 0.531s, tl=12.300s, latency=0.531s, n=3, sd=2, nps=4, hashfull=5, tbhits=6, pv=\"{mv}\""
        )
    );
    assert_eq!(
        (seen.tag("EngineWhiteName"), seen.tag("EngineWhiteAuthor")),
        (Some("Toy 1.0"), Some("nobody"))
    );
}

#[test]
fn an_illegal_move_is_shown_behind_the_last_legal_one() {
    for (misbehaviour, expected) in
        [("illegal-move@2", "White makes an illegal move: a1a1"), ("garbage@2", "Nf3! ")]
    {
        let record = friendly(&mut *start(misbehaviour, &ample()), &mut this_engine());
        let seen = read(&record, &PgnOptions::default());
        assert_eq!((seen.moves.len(), seen.tag("Termination")), (2, Some("illegal move")));
        let last = &seen.comments[1];
        assert!(last.contains(expected.trim()), "{last}");
    }
    // Even when it was the first.
    let record = friendly(&mut *start("illegal-move@1", &ample()), &mut this_engine());
    assert_eq!(record.result.winner(), Some(Color::Black));
    assert_eq!(read(&record, &PgnOptions::default()).comments, ["White makes an illegal move: a1a1"]);
}
