//! How likely a text is one that people wrote: tells encodings of one byte for each letter apart.

/// Small letters of Western Europe that are usual in names.
const USUAL: &str = "àáâãäåæçèéêëíîïñòóôõöøùúûüß";
/// Letters that stand for a word alone.
const WORDS: &str = "àéèóòÀÉÈ";
/// Letters that one reading has and names do not.
const NEVER: &str = "ﬁﬂƒ";

/// What a usual letter in a word of one case counts.
const LETTER: i32 = 2;
/// What a rare one counts.
const RARE: i32 = 1;
/// What a sign counts that stands where people write it.
const SIGN: i32 = 3;
/// What a quote counts that is closed on the same line.
const PAIR: i32 = 5;
/// What a letter or sign costs that stands where nothing of its kind does.
const ODD: i32 = -2;

/// A number that grows with the letters and signs beyond ASCII that stand where people write them: letters whose case is that of their
/// neighbours, apostrophes between letters, quotes around words, `€` beside a figure.
pub(super) fn likelihood(text: &str) -> i32 {
    let letters: Vec<char> = text.chars().collect();
    let mut sum = 0;
    let mut at = 0;
    while at < letters.len() {
        let end = at + letters[at..].iter().take_while(|c| c.is_alphabetic()).count();
        if end > at {
            sum += word(&letters, at, end);
            at = end;
        } else {
            sum += if letters[at].is_ascii() { 0 } else { sign(&letters, at) };
            at += 1;
        }
    }
    sum
}

/// What the letters from `at` to `end` count, which are a word.
fn word(letters: &[char], at: usize, end: usize) -> i32 {
    let word = &letters[at..end];
    let beyond = word.iter().filter(|c| !c.is_ascii());
    let beside = [at.checked_sub(1), Some(end)].into_iter().flatten().filter_map(|place| letters.get(place));
    let has_digit = beside.clone().any(|c| c.is_ascii_digit());
    let is_lower = |c: &char| c.is_lowercase() || !c.is_uppercase();
    let fits = word[1..].iter().all(is_lower) || word.iter().all(|c| c.is_uppercase() || *c == 'ß');
    let is_alone = word.len() == 1 && !has_digit;
    let worth = |(place, c): (usize, &char)| {
        let next = word.get(place + 1).copied();
        match *c {
            _ if !fits || has_digit || NEVER.contains(*c) => ODD,
            c if is_alone => {
                if WORDS.contains(c) {
                    RARE
                } else {
                    0
                }
            }
            // `cœur`, `œuf`.
            'œ' | 'Œ' if next.is_some_and(|next| "uiUI".contains(next)) => SIGN,
            c if c.to_lowercase().all(|small| USUAL.contains(small)) => LETTER,
            _ => RARE,
        }
    };
    if beyond.count() == 0 { 0 } else { word.iter().enumerate().filter(|(_, c)| !c.is_ascii()).map(worth).sum() }
}

/// What the sign at `at` counts.
fn sign(letters: &[char], at: usize) -> i32 {
    let before = at.checked_sub(1).map(|before| letters[before]);
    let after = letters.get(at + 1).copied();
    let is = |c: Option<char>, of: fn(char) -> bool| c.is_some_and(of);
    let starts = !is(before, char::is_alphanumeric) && is(after, char::is_alphanumeric);
    let ends = !is(after, char::is_alphanumeric) && is(before, |c| c.is_alphanumeric() || ".!?".contains(c));
    let is_inside = is(before, char::is_alphabetic) && is(after, char::is_alphabetic);
    match letters[at] {
        '’' if is_inside && is_apostrophe(letters, at) => SIGN,
        '’' if is_inside => 0,
        '“' | '‘' | '«' | '„' | '‚' if starts => {
            if closes(&letters[at + 1..]) {
                PAIR
            } else {
                RARE
            }
        }
        '”' | '’' | '»' if ends => RARE,
        '€' | '£' | '¢' | '½' | '¼' | '¾' if has_figure_or_word(before, after) => SIGN,
        '–' | '—' if is(before, char::is_whitespace) && is(after, char::is_whitespace) => SIGN,
        '™' | '®' | '©' | '°' if ends => SIGN,
        '…' if ends => RARE,
        '\u{a0}' if before.is_some() && after.is_some() => RARE,
        '“' | '”' | '‘' | '’' | '„' | '‚' if is_inside => ODD,
        '\u{80}'..='\u{9f}' => ODD,
        _ => 0,
    }
}

/// A letter before it, such as `O’` and `L’`, or an ending behind it, such as `’s`.
fn is_apostrophe(letters: &[char], at: usize) -> bool {
    let before = letters[..at].iter().rev().take_while(|c| c.is_alphabetic()).count();
    let behind: String = letters[at + 1..].iter().take_while(|c| c.is_alphabetic()).flat_map(|c| c.to_lowercase()).collect();
    before == 1 || ["s", "t", "d", "m", "n", "ll", "re", "ve", "em"].contains(&behind.as_str())
}

/// Whether a quote is closed on the same line, before another is opened.
fn closes(rest: &[char]) -> bool {
    let next = rest.iter().find(|c| "“”‘’«»„‚\r\n".contains(**c));
    next.is_some_and(|c| "”’»“".contains(*c))
}

fn has_figure_or_word(before: Option<char>, after: Option<char>) -> bool {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let is_end = |c: Option<char>| c.is_none_or(|c| !c.is_alphabetic());
    (is_digit(before) || is_digit(after) || before == Some(' ') || after == Some(' ')) && is_end(before) && is_end(after)
}
