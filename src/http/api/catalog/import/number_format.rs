//! Number formats of spreadsheets: how a number is shown in its cell.

/// What a number format says of the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NumberFormat {
    /// Fewest digits before the decimal sign: a barcode can be shown with its zeros in front.
    pub digits: usize,
    /// Digits after the decimal sign.
    pub decimals: usize,
    /// Whether it names Liberian dollars.
    pub is_lrd: bool,
}

/// Most digits that are looked at.
const DIGITS_MAX: usize = 15;

impl NumberFormat {
    /// Parses the first section of a code such as `"L$" #,##0.00;-0.00`. `None` for `General`, and for dates, fractions, percents and
    /// exponents, which are no amounts.
    pub fn parse(code: &str) -> Option<Self> {
        let mut figure = String::new();
        let mut text = String::new();
        let mut letters = code.chars();
        while let Some(letter) = letters.next() {
            match letter {
                ';' => break,
                '"' => text.extend(letters.by_ref().take_while(|c| *c != '"')),
                '[' => text.extend(letters.by_ref().take_while(|c| *c != ']')),
                '\\' => text.extend(letters.next()),
                // A blank as wide as the next character, and what fills the cell.
                '_' | '*' => drop(letters.next()),
                letter => figure.push(letter),
            }
        }
        if figure.contains(|c: char| "%/@".contains(c) || (c.is_ascii_alphabetic())) || !figure.contains(['0', '#', '?']) {
            return None;
        }
        let (whole, decimals) = figure.split_once('.').unwrap_or((figure.as_str(), ""));
        let text = text.to_ascii_lowercase();
        let is_lrd = ["l$", "lr$", "ld$", "lrd"].iter().any(|word| text.contains(word)) || text.trim() == "ld";
        let digits = whole.chars().filter(|c| *c == '0').count().min(DIGITS_MAX);
        let decimals = decimals.chars().filter(|c| "0#?".contains(*c)).count().min(DIGITS_MAX);
        Some(NumberFormat { digits, decimals, is_lrd })
    }

    /// The number as it is shown, with a decimal point and without grouping.
    pub fn shown(self, number: f64) -> String {
        // 15 digits are what a spreadsheet knows of a number: 1.005 is not 1.00499999999999989.
        let short: f64 = format!("{number:.14e}").parse().unwrap_or(number);
        let decimals = self.decimals;
        let figure = rounded(&short.to_string(), decimals).unwrap_or_else(|| format!("{short:.decimals$}"));
        let whole = figure.split('.').next().map_or(0, str::len);
        let zeros = if figure.starts_with('-') { 0 } else { self.digits.saturating_sub(whole) };
        let figure = format!("{}{figure}", "0".repeat(zeros));
        if self.is_lrd { format!("LRD {figure}") } else { figure }
    }
}

/// A figure with a decimal point, rounded half away from zero; `None` if it is written in another way.
fn rounded(figure: &str, decimals: usize) -> Option<String> {
    let (whole, part) = figure.split_once('.')?;
    if part.len() <= decimals || !part.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let negative = whole.starts_with('-');
    let digits: u128 = format!("{}{}", whole.trim_start_matches('-'), &part[..decimals]).parse().ok()?;
    let digits = digits + u128::from(part.as_bytes()[decimals] >= b'5');
    let padded = format!("{digits:0>width$}", width = decimals + 1);
    let (whole, part) = padded.split_at(padded.len() - decimals);
    let sign = if negative && digits > 0 { "-" } else { "" };
    Some(if decimals == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_format_shows() {
        for (code, number, text) in [
            ("0.00", 1.842_105_263_157_89, "1.84"),
            ("#,##0.00", 1_250.005, "1250.01"),
            ("0.00", 1.005, "1.01"),
            ("0", 23.999_999_999_999_9, "24"),
            ("0.00", 3.5, "3.50"),
            ("0.00;[Red]-0.00", -1.255, "-1.26"),
            ("_-* #,##0.00\\ \"€\"_-;-* #,##0.00", 3.004, "3.00"),
            ("\"L$\"#,##0", 349.6, "LRD 350"),
            ("[$L$-409]#,##0.00", 350.0, "LRD 350.00"),
            ("\"LRD\" 0.00", 350.0, "LRD 350.00"),
            ("$#,##0.00", 3.499, "3.50"),
            ("0.000", 1.25, "1.250"),
            ("0.00", -0.001, "0.00"),
            ("000000000000", 12_345_678_905.0, "012345678905"),
            ("0", 6_001_000_000_018.0, "6001000000018"),
        ] {
            assert_eq!(NumberFormat::parse(code).map(|format| format.shown(number)).as_deref(), Some(text), "{code}");
        }
        for code in ["General", "yyyy-mm-dd", "0%", "# ?/?", "@", "0.00E+00", ""] {
            assert_eq!(NumberFormat::parse(code), None, "{code}");
        }
    }
}
