//! How often something happens, and how well that is known.

use serde::Serialize;

use super::Z_95;

/// So many of so many, with the 95 % interval of Wilson (1927): unlike the textbook one it stays within 0 to 1 and says
/// something sensible of none in twenty.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Proportion {
    /// How often it happened.
    pub count: u64,
    /// How often it might have.
    pub of: u64,
    /// The rate, 0 to 1; 0 when nothing was tried.
    pub rate: f64,
    /// The lower end of the interval, 0 to 1.
    pub low: f64,
    /// The upper end of the interval, 0 to 1; 1 when nothing was tried.
    pub high: f64,
}

impl Proportion {
    /// `count`, at most `of`, out of `of`.
    #[must_use]
    pub fn new(count: u64, of: u64) -> Proportion {
        if of == 0 {
            return Proportion { count, of, rate: 0.0, low: 0.0, high: 1.0 };
        }
        let (n, z) = (of as f64, Z_95);
        let rate = count as f64 / n;
        let centre = rate + z * z / (2.0 * n);
        let half = z * (rate * (1.0 - rate) / n + z * z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + z * z / n;
        let end = |value: f64| (value / scale).clamp(0.0, 1.0);
        // At the very ends the formula gives the rate itself, but for rounding.
        let low = if count == 0 { 0.0 } else { end(centre - half) };
        let high = if count == of { 1.0 } else { end(centre + half) };
        Proportion { count, of, rate, low, high }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I, method 3.
    #[test]
    fn published_intervals() {
        for (count, of, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
            (29, 29, 0.8830, 1.0),
        ] {
            let found = Proportion::new(count, of);
            assert!((found.low - low).abs() < 1e-4 && (found.high - high).abs() < 1e-4, "{found:?}");
        }
        let nothing = Proportion::new(0, 0);
        assert_eq!((nothing.rate, nothing.low, nothing.high), (0.0, 0.0, 1.0));
    }
}
