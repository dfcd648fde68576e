//! Which parameters are tuned: lines as OpenBench takes them for SPSA, checked against the declarations.

use std::path::Path;

use engine::params::{ParamInfo, Params};

use super::spsa::Parameter;
use crate::error::LabError;

/// The rate at the end unless said otherwise: what is usual.
pub const DEFAULT_R_END: f64 = 0.002;

/// Fields of a line: name, int or float, value, least, greatest, C_end, R_end.
const FIELDS: usize = 7;

/// A parameter as it is declared.
fn declared(info: &ParamInfo, r_end: f64) -> Parameter {
    Parameter {
        name: info.name.to_owned(),
        integer: true,
        start: f64::from(info.default),
        min: f64::from(info.min),
        max: f64::from(info.max),
        c_end: f64::from(info.step),
        r_end,
    }
}

/// All parameters of a family (`whole_node`, `skip`, ...), or of all families for `all`.
///
/// # Errors
/// [`LabError::Value`] if there is no such family; the message names those there are.
pub fn of_group(group: &str, r_end: f64) -> Result<Vec<Parameter>, LabError> {
    let names = || Params::FAMILIES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let found: Vec<Parameter> = Params::FAMILIES
        .iter()
        .filter(|(name, _)| group == *name || group == "all")
        .flat_map(|(_, family)| family.iter().map(|info| declared(info, r_end)))
        .collect();
    if found.is_empty() {
        let expected = format!("all or one of {}", names());
        return Err(LabError::value("the group", expected, format!("'{group}'")));
    }
    Ok(found)
}

/// The parameters of a file: a line each, either as OpenBench takes them (`rfp_margin, int, 80, 10, 250, 8, 0.002`) or only the
/// name, which stands for the declaration with this `r_end`. Empty lines and what follows a `#` are skipped.
///
/// # Errors
/// [`LabError::Read`]; [`LabError::Content`] names the line that is wrong.
pub fn of_file(path: &Path, r_end: f64) -> Result<Vec<Parameter>, LabError> {
    parse(&crate::files::read(path)?, r_end)
        .map_err(|reason| LabError::Content { path: path.to_owned(), reason })
}

fn parse(text: &str, r_end: f64) -> Result<Vec<Parameter>, String> {
    let mut parameters: Vec<Parameter> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let at = |reason: String| format!("line {}: {reason}", number + 1);
        let parameter = parse_line(line, r_end).map_err(at)?;
        if parameters.iter().any(|known| known.name == parameter.name) {
            return Err(at(format!("{} is there already", parameter.name)));
        }
        parameters.push(parameter);
    }
    if parameters.is_empty() {
        return Err("there is no parameter in it".to_owned());
    }
    Ok(parameters)
}

fn parse_line(line: &str, r_end: f64) -> Result<Parameter, String> {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let info = Params::registry()
        .find(|info| info.name == fields[0])
        .ok_or_else(|| format!("there is no parameter '{}'", fields[0]))?;
    if fields.len() == 1 {
        return Ok(declared(info, r_end));
    }
    if fields.len() != FIELDS {
        return Err(format!(
            "{FIELDS} fields are needed (name, int, value, min, max, C_end, R_end) or the name alone, not {}",
            fields.len()
        ));
    }
    if fields[1] != "int" {
        return Err(format!("{} is an int, not '{}'", info.name, fields[1]));
    }
    let number = |index: usize| -> Result<f64, String> {
        let value = fields[index].parse::<f64>().ok().filter(|value| value.is_finite());
        value.ok_or_else(|| format!("'{}' is no number", fields[index]))
    };
    let parameter = Parameter {
        name: info.name.to_owned(),
        integer: true,
        start: number(2)?,
        min: number(3)?,
        max: number(4)?,
        c_end: number(5)?,
        r_end: number(6)?,
    };
    check(&parameter, info).map(|()| parameter)
}

fn check(parameter: &Parameter, info: &ParamInfo) -> Result<(), String> {
    let Parameter { name, start, min, max, c_end, r_end, .. } = parameter;
    if min.fract() != 0.0 || max.fract() != 0.0 {
        return Err(format!("the range of {name} must be whole numbers, not {min} to {max}"));
    }
    if !(f64::from(info.min) <= *min && min < max && *max <= f64::from(info.max)) {
        return Err(format!(
            "the range of {name} must lie in {}..={}, not {min} to {max}",
            info.min, info.max
        ));
    }
    if !(min..=max).contains(&start) {
        return Err(format!("{name} must start in {min} to {max}, not at {start}"));
    }
    for (what, value) in [("C_end", c_end), ("R_end", r_end)] {
        if *value <= 0.0 {
            return Err(format!("the {what} of {name} must be above 0, not {value}"));
        }
    }
    Ok(())
}

/// A parameter with this value as a line for OpenBench.
#[must_use]
pub fn line(parameter: &Parameter, value: f64) -> String {
    let Parameter { name, integer, min, max, c_end, r_end, .. } = parameter;
    let kind = if *integer { "int" } else { "float" };
    let value = if *integer { value.round() } else { value };
    format!("{name}, {kind}, {value}, {min}, {max}, {c_end}, {r_end}")
}

/// The lines of parameters as they start, one below the other.
#[must_use]
pub fn lines(parameters: &[Parameter]) -> String {
    let lines: Vec<String> = parameters.iter().map(|parameter| line(parameter, parameter.start)).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_back() {
        for (name, family) in Params::FAMILIES {
            let parameters = of_group(name, DEFAULT_R_END).unwrap();
            assert_eq!(parameters.len(), family.len());
            assert_eq!(parse(&lines(&parameters), 1.0).unwrap(), parameters);
        }
        assert_eq!(of_group("all", 0.01).unwrap().len(), Params::registry().count());
        let rfp = &of_group("whole_node", DEFAULT_R_END).unwrap()[1];
        assert_eq!(line(rfp, 93.6), "rfp_margin, int, 94, 10, 250, 8, 0.002");
    }

    #[test]
    fn a_name_alone_stands_for_its_declaration() {
        let text =
            "# margins\n\n rfp_margin # the largest\r\nrazor_margin, int, 250, 100, 400, 16.5, 0.004\n";
        let parameters = parse(text, 0.01).unwrap();
        assert_eq!(
            lines(&parameters),
            "rfp_margin, int, 80, 10, 250, 8, 0.01\nrazor_margin, int, 250, 100, 400, 16.5, 0.004"
        );
    }

    #[test]
    fn every_mistake_is_named_with_its_line() {
        for (text, message) in [
            ("", "there is no parameter in it"),
            ("\nrfp_margn", "line 2: there is no parameter 'rfp_margn'"),
            ("nullmove", "line 1: there is no parameter 'nullmove'"),
            ("rfp_margin\nrfp_margin", "line 2: rfp_margin is there already"),
            ("rfp_margin, 80", "line 1: 7 fields are needed"),
            ("rfp_margin, float, 80, 10, 250, 8, 0.002", "line 1: rfp_margin is an int, not 'float'"),
            ("rfp_margin, int, x, 10, 250, 8, 0.002", "line 1: 'x' is no number"),
            ("rfp_margin, int, inf, 10, 250, 8, 0.002", "line 1: 'inf' is no number"),
            (
                "rfp_margin, int, 80, 0, 250, 8, 0.002",
                "line 1: the range of rfp_margin must lie in 10..=250, not 0 to 250",
            ),
            (
                "rfp_margin, int, 80, 90, 80, 8, 0.002",
                "line 1: the range of rfp_margin must lie in 10..=250, not 90 to 80",
            ),
            (
                "rfp_margin, int, 80, 10.5, 90, 8, 0.002",
                "line 1: the range of rfp_margin must be whole numbers",
            ),
            (
                "rfp_margin, int, 80, 90, 100, 8, 0.002",
                "line 1: rfp_margin must start in 90 to 100, not at 80",
            ),
            (
                "rfp_margin, int, 80, 10, 250, 0, 0.002",
                "line 1: the C_end of rfp_margin must be above 0, not 0",
            ),
            (
                "rfp_margin, int, 80, 10, 250, 8, -1",
                "line 1: the R_end of rfp_margin must be above 0, not -1",
            ),
        ] {
            let error = parse(text, DEFAULT_R_END).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
        let error = of_group("margins", DEFAULT_R_END).unwrap_err().to_string();
        assert!(error.contains("whole_node, skip, reduce"), "{error}");
    }
}
