use super::*;

#[test]
fn days_are_counted_as_the_calendar_does() {
    for (seconds, expected) in [
        (0, "1970-01-01T00:00:00 +0000"),
        (951_782_399, "2000-02-28T23:59:59 +0000"),
        (951_782_400, "2000-02-29T00:00:00 +0000"),
        (951_868_800, "2000-03-01T00:00:00 +0000"),
        (1_785_328_496, "2026-07-29T12:34:56 +0000"),
        (4_107_542_400, "2100-03-01T00:00:00 +0000"),
    ] {
        let moment = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        assert_eq!(date(moment).iso(), expected);
    }
    assert_eq!(date(SystemTime::UNIX_EPOCH).dots(), "1970.01.01");
    assert_eq!(hours(Duration::from_secs(3_723)), "01:02:03");
}

#[test]
fn scores_are_pawns_or_plies_to_mate() {
    for (value, expected) in [
        (UciScore::Cp(25), "+0.25"),
        (UciScore::Cp(-1234), "-12.34"),
        (UciScore::Cp(0), "0.00"),
        (UciScore::Mate(3), "+M5"),
        (UciScore::Mate(-2), "-M4"),
        (UciScore::Mate(0), "-M0"),
        (UciScore::Mate(i32::MIN), "-M4294967296"),
    ] {
        assert_eq!(score(value), expected);
    }
}

#[test]
fn lines_end_before_column_eighty_unless_a_part_is_longer() {
    let mut lines = Wrapped::default();
    for length in [40, 38, 1, 90, 5] {
        lines.add(&"x".repeat(length));
    }
    let lengths: Vec<usize> = lines.text.lines().map(str::len).collect();
    // 40 + 1 + 38 leaves no room for another blank and letter: fastchess, too, stops at 80 with the blank counted.
    assert_eq!(lengths, [79, 1, 90, 5]);
}
