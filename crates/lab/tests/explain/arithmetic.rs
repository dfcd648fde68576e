//! Works out the sums that explanations print.

/// The value of a sum such as `eval 3 + 100·2 - 12/256`, words left aside; division is towards zero.
pub(crate) fn value(text: &str) -> i32 {
    let spaced: String = text.chars().filter(|c| !c.is_alphabetic()).collect();
    let tokens: Vec<char> = spaced.chars().filter(|c| !c.is_whitespace()).collect();
    let mut at = 0;
    let result = sum(&tokens, &mut at);
    assert_eq!(at, tokens.len(), "{text:?}");
    result
}

fn sum(tokens: &[char], at: &mut usize) -> i32 {
    let mut result = product(tokens, at);
    while let Some(sign @ ('+' | '-')) = tokens.get(*at) {
        *at += 1;
        let term = product(tokens, at);
        result += if *sign == '+' { term } else { -term };
    }
    result
}

fn product(tokens: &[char], at: &mut usize) -> i32 {
    let mut result = factor(tokens, at);
    while let Some(sign @ ('·' | '/')) = tokens.get(*at) {
        *at += 1;
        let right = factor(tokens, at);
        result = if *sign == '·' { result * right } else { result / right };
    }
    result
}

fn factor(tokens: &[char], at: &mut usize) -> i32 {
    let mut result = match tokens.get(*at) {
        Some('(') => {
            *at += 1;
            let inner = sum(tokens, at);
            assert_eq!(tokens.get(*at), Some(&')'));
            *at += 1;
            inner
        }
        Some('-') => {
            *at += 1;
            -factor(tokens, at)
        }
        _ => {
            let digits: String = tokens[*at..].iter().take_while(|c| c.is_ascii_digit()).collect();
            *at += digits.len();
            digits.parse().unwrap_or_else(|_| panic!("no number at {at} of {tokens:?}"))
        }
    };
    if tokens.get(*at) == Some(&'²') {
        *at += 1;
        result *= result;
    }
    result
}

#[test]
fn sums_are_worked_out() {
    assert_eq!(value("(3 + 100·6²/100)/2"), 19);
    assert_eq!(value("eval -3 + 100 + 100·2 - 300/256"), 296);
    assert_eq!(value("alpha 32 - (-5)"), 37);
}
