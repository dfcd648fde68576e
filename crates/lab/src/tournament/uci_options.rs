//! The options that an engine declares.

/// An option as declared by an `option` line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Declared {
    pub(super) name: String,
    pub(super) default: Option<String>,
    kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Check,
    Spin { min: i64, max: i64 },
    Combo(Vec<String>),
    Button,
    Text,
}

impl Declared {
    /// Reads `option name N type T [default D] [min A] [max B] [var V]...`; `None` for anything else.
    pub(super) fn parse(line: &str) -> Option<Declared> {
        let mut fields: Vec<(&str, Vec<&str>)> = Vec::new();
        for word in line.strip_prefix("option ")?.split_whitespace() {
            match (word, fields.last_mut()) {
                // Inside a name, only the type ends it: `option name min depth type spin` is possible.
                ("name" | "default" | "min" | "max" | "var", Some((field, _))) if *field != "name" => {
                    fields.push((word, Vec::new()));
                }
                ("type", Some(_)) | ("name", None) => fields.push((word, Vec::new())),
                (_, Some((_, words))) => words.push(word),
                (_, None) => return None,
            }
        }
        let all = |wanted: &'static str| {
            fields.iter().filter(move |(field, _)| *field == wanted).map(|(_, words)| words.join(" "))
        };
        let bound = |field| all(field).next().and_then(|value| value.parse().ok());
        let kind = match all("type").next()?.as_str() {
            "check" => Kind::Check,
            "spin" => {
                Kind::Spin { min: bound("min").unwrap_or(i64::MIN), max: bound("max").unwrap_or(i64::MAX) }
            }
            "combo" => Kind::Combo(all("var").collect()),
            "button" => Kind::Button,
            "string" => Kind::Text,
            _ => return None,
        };
        Some(Declared { name: all("name").next()?, default: all("default").next(), kind })
    }

    /// Whether this is the option called `name`; case does not matter in UCI.
    pub(super) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The command that sets it.
    ///
    /// # Errors
    /// What would have been accepted.
    pub(super) fn command(&self, value: &str) -> Result<String, String> {
        let accepted = match &self.kind {
            Kind::Check => matches!(value, "true" | "false"),
            Kind::Spin { min, max } => value.parse().is_ok_and(|number: i64| (*min..=*max).contains(&number)),
            Kind::Combo(values) => values.iter().any(|known| known == value),
            Kind::Button => value == "true",
            Kind::Text => true,
        };
        match &self.kind {
            Kind::Button if accepted => Ok(format!("setoption name {}", self.name)),
            _ if accepted => Ok(format!("setoption name {} value {value}", self.name)),
            Kind::Check => Err("true or false".to_owned()),
            Kind::Spin { min, max } => Err(format!("a number in {min}..={max}")),
            Kind::Combo(values) => Err(format!("one of {}", values.join(", "))),
            Kind::Button | Kind::Text => Err("true".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declared_options_accept_what_they_declare() {
        for (line, accepted, refused) in [
            ("option name Hash type spin default 16 min 1 max 64", "64", "65"),
            ("option name min depth type spin default 3 min -4 max 4", "-4", "x"),
            ("option name Ponder type check default false", "true", "on"),
            ("option name Style type combo default All Out var All Out var Solid", "All Out", "All"),
            ("option name Clear Hash type button", "true", "1"),
        ] {
            let option = Declared::parse(line).unwrap();
            assert!(option.command(accepted).is_ok(), "{line}");
            assert!(option.command(refused).is_err(), "{line}");
        }
    }

    #[test]
    fn names_and_commands_are_the_engine_s_own() {
        let option = Declared::parse("option name Debug Log File type string default <empty>").unwrap();
        assert!(option.is("debug log file"));
        assert_eq!(option.default.as_deref(), Some("<empty>"));
        assert_eq!(option.command("a b=c").unwrap(), "setoption name Debug Log File value a b=c");
        let button = Declared::parse("option name Clear Hash type button").unwrap();
        assert_eq!(button.command("true").unwrap(), "setoption name Clear Hash");
    }

    #[test]
    fn other_lines_are_no_options() {
        for line in [
            "",
            "option",
            "option ",
            "option name X",
            "option type spin",
            "id name X",
            "option name X type y",
        ] {
            assert_eq!(Declared::parse(line), None, "{line}");
        }
    }
}
