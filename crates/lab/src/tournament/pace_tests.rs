use super::*;

fn pace(pairs: &[(&str, &str)]) -> Result<Pace, LabError> {
    let mut pace = Pace::default();
    pairs.iter().try_for_each(|(key, value)| pace.set(key, value))?;
    pace.check()?;
    Ok(pace)
}

#[test]
fn time_controls_are_read_and_written_as_fastchess_does() {
    for (text, tag) in [
        ("8+0.08", "8+0.08"),
        ("8.0s", "8"),
        ("40/60", "40/60"),
        ("40/1:30+0.5", "40/90+0.5"),
        ("0:30+0.25", "30+0.25"),
        ("1:00", "60"),
        ("0+1", "0+1"),
        ("inf/10+0.1", "10+0.1"),
        ("0.001", "0.001"),
    ] {
        assert_eq!(pace(&[("tc", text)]).unwrap().tag(), tag, "{text}");
    }
    assert_eq!(pace(&[("st", "0.1")]).unwrap().tag(), "0.1/move");
    assert_eq!(pace(&[("tc", "inf"), ("depth", "3")]).unwrap().tag(), "-");
}

#[test]
fn what_people_read_names_every_limit() {
    assert_eq!(pace(&[("nodes", "5000")]).unwrap().to_string(), "5000 nodes");
    assert_eq!(pace(&[("st", "0.1"), ("plies", "12")]).unwrap().to_string(), "0.1/move, 12 plies");
    assert_eq!(Pace::default().to_string(), "-");
}

#[test]
fn nonsense_is_refused() {
    for text in [
        "",
        "+",
        "8+",
        "+1",
        "-8",
        "8+-1",
        "0",
        "0+0",
        "0/60",
        "x/60",
        "40/",
        "1:2:3",
        "hg",
        "1e3",
        "nan",
        "8,5",
        "8++1",
        "1e400",
        "99999999999",
    ] {
        let error = pace(&[("tc", text)]).unwrap_err().to_string();
        assert!(error.contains(&format!("not '{text}'")), "{text}: {error}");
    }
    for (key, value) in [
        ("st", "0"),
        ("st", "inf"),
        ("nodes", "0"),
        ("nodes", "-1"),
        ("depth", "x"),
        ("timemargin", "-1"),
        ("fps", "1"),
    ] {
        assert!(pace(&[(key, value)]).is_err(), "{key} {value}");
    }
}

#[test]
fn limits_go_together_but_for_two_ways_to_measure_time() {
    assert!(pace(&[("tc", "8"), ("nodes", "5"), ("depth", "3")]).is_ok());
    for pairs in [[("tc", "8"), ("st", "1")], [("st", "1"), ("tc", "8")], [("tc", "8"), ("tc", "8")]] {
        assert!(pace(&pairs).is_err(), "{pairs:?}");
    }
    // Nothing, or explicitly no clock, does not end a search.
    assert!(pace(&[]).is_err());
    assert!(pace(&[("tc", "inf")]).unwrap_err().to_string().contains("tc, st, nodes or depth"));
}

#[test]
fn a_player_s_own_limits_come_first() {
    let general = pace(&[("tc", "8+0.08"), ("nodes", "5000"), ("timemargin", "50")]).unwrap();
    let own = pace(&[("st", "1")]).unwrap().or(&general);
    assert_eq!((own.tag().as_str(), own.nodes, own.margin), ("1/move", Some(5000), general.margin));
    let mut untimed = Pace::default();
    untimed.set("tc", "inf").unwrap();
    assert_eq!(untimed.or(&general).tag(), "-");
}

#[test]
fn a_clock_never_shows_less_than_nothing() {
    let pace = pace(&[("tc", "1+0.5"), ("timemargin", "1000")]).unwrap();
    let mut clock = GameClock::new(&pace);
    assert_eq!(clock.left(), Some(Duration::from_millis(1500)));
    clock.charge(Duration::from_millis(2000));
    assert_eq!(clock.left(), Some(Duration::from_millis(500)));
}
