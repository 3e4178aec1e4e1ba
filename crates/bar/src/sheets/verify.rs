//! What differs between a message as it was sent and as the box wrote it.

/// Most lines of a sent message that are compared; a message of the box has fewer.
const LINES_MAX: usize = 100;

/// A line that differs. One of the two is empty where a line was added or left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    pub sent: String,
    pub real: String,
}

/// The lines that differ, in their order. Equal lines are matched as a longest common subsequence, and what is between them in pairs.
pub fn differences(sent: &[String], real: &[String]) -> Vec<Difference> {
    let sent = &sent[..sent.len().min(LINES_MAX)];
    // common[i][j]: equal lines of sent[i..] and real[j..].
    let mut common = vec![vec![0usize; real.len() + 1]; sent.len() + 1];
    for i in (0..sent.len()).rev() {
        for j in (0..real.len()).rev() {
            common[i][j] = if sent[i] == real[j] { common[i + 1][j + 1] + 1 } else { common[i + 1][j].max(common[i][j + 1]) };
        }
    }
    let (mut i, mut j) = (0, 0);
    let (mut only_sent, mut only_real, mut found) = (Vec::new(), Vec::new(), Vec::new());
    while i < sent.len() || j < real.len() {
        if i < sent.len() && j < real.len() && sent[i] == real[j] {
            pair(&mut only_sent, &mut only_real, &mut found);
            (i, j) = (i + 1, j + 1);
        } else if j == real.len() || (i < sent.len() && common[i + 1][j] >= common[i][j + 1]) {
            only_sent.push(sent[i].clone());
            i += 1;
        } else {
            only_real.push(real[j].clone());
            j += 1;
        }
    }
    pair(&mut only_sent, &mut only_real, &mut found);
    found
}

fn pair(sent: &mut Vec<String>, real: &mut Vec<String>, found: &mut Vec<Difference>) {
    let length = sent.len().max(real.len());
    sent.resize(length, String::new());
    real.resize(length, String::new());
    found.extend(sent.drain(..).zip(real.drain(..)).map(|(sent, real)| Difference { sent, real }));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    fn found(sent: &str, real: &str) -> Vec<(String, String)> {
        differences(&lines(sent), &lines(real)).into_iter().map(|one| (one.sent, one.real)).collect()
    }

    #[test]
    fn changed_added_and_missing_lines_are_named() {
        let pair = |sent: &str, real: &str| (sent.to_owned(), real.to_owned());
        assert_eq!(found("a b c", "a b c"), []);
        assert_eq!(found("a X c", "a b c"), [pair("X", "b")]);
        assert_eq!(found("a c", "a b c"), [pair("", "b")]);
        assert_eq!(found("a b b2 c", "a b c"), [pair("b2", "")]);
        assert_eq!(found("x a Y Z d", "a b c d"), [pair("x", ""), pair("Y", "b"), pair("Z", "c")]);
        assert_eq!(found("", "a"), [pair("", "a")]);
    }

    proptest! {
        #[test]
        fn different_messages_differ_somewhere(sent in "([a-d] ){0,8}", real in "([a-d] ){0,8}") {
            let found = found(&sent, &real);
            prop_assert_eq!(found.is_empty(), lines(&sent) == lines(&real));
            prop_assert!(found.iter().all(|(sent, real)| sent != real || sent.is_empty()));
            prop_assert!(found.len() <= lines(&sent).len() + lines(&real).len());
        }
    }
}
