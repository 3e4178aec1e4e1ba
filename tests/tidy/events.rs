//! Checks that the compiler asks for a new kind of event or of command everywhere: no match over them has an arm for all others.

use super::sources::{Source, is_word, names, none, sources};

const REMEDY: &str = "Name each event, with the groups of crates/bar/src/engine/event/groups.rs for those that do nothing here, or ask one of \
                      the functions of crates/bar/src/engine/event. A call reads its event with `first_of` of src/http/contract/answer.rs. \
                      Name each command too, or ask for a single one with `if let`";

/// `text` with spaces in place of what comments, strings and characters contain; lines stay where they are.
pub fn without_words(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut code = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let end = skipped(&chars, at);
        if end == at {
            code.push(chars[at]);
            at += 1;
        } else {
            code.extend(chars[at..end].iter().map(|c| if *c == '\n' { '\n' } else { ' ' }));
            at = end;
        }
    }
    code
}

/// The end of the comment, string or character that begins at `at`; `at` if none does.
fn skipped(chars: &[char], at: usize) -> usize {
    let starts = |text: &str| text.chars().enumerate().all(|(i, c)| chars.get(at + i) == Some(&c));
    let find = |from: usize, is_end: &dyn Fn(usize) -> bool| (from..chars.len()).find(|place| is_end(*place)).unwrap_or(chars.len());
    let ends_word = at > 0 && is_word(chars[at - 1]);
    if starts("//") {
        return find(at, &|place| chars[place] == '\n');
    }
    if starts("/*") {
        return (find(at + 2, &|place| chars[place] == '*' && chars.get(place + 1) == Some(&'/')) + 2).min(chars.len());
    }
    if starts("r\"") || starts("r#") && !ends_word {
        let hashes = chars[at + 1..].iter().take_while(|c| **c == '#').count();
        if chars.get(at + 1 + hashes) == Some(&'"') {
            let closes = |place: usize| chars[place] == '"' && (1..=hashes).all(|i| chars.get(place + i) == Some(&'#'));
            return (find(at + 2 + hashes, &closes) + 1 + hashes).min(chars.len());
        }
    }
    if starts("\"") {
        let mut place = at + 1;
        while place < chars.len() && chars[place] != '"' {
            place += if chars[place] == '\\' { 2 } else { 1 };
        }
        return (place + 1).min(chars.len());
    }
    match (chars[at], chars.get(at + 1), chars.get(at + 2)) {
        ('\'', Some('\\'), _) => (find(at + 3, &|place| chars[place] == '\'') + 1).min(chars.len()),
        ('\'', Some(_), Some('\'')) => at + 3,
        _ => at,
    }
}

/// Places in `code` of `word` as a whole word.
pub fn words<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let is_alone = |at: usize| !code[..at].ends_with(is_word) && !code[at + word.len()..].starts_with(is_word);
    code.match_indices(word).map(|(at, _)| at).filter(move |at| is_alone(*at))
}

/// Splits `code` at each `separator` outside of brackets, and ends at a bracket that was opened before `code`.
pub fn split_outside_brackets<'a>(code: &'a str, separator: &str) -> Vec<&'a str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0i32);
    for (at, c) in code.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ if depth == 0 && at >= start && code[at..].starts_with(separator) => {
                parts.push(&code[start..at]);
                start = at + separator.len();
            }
            _ => {}
        }
        if depth < 0 {
            parts.push(&code[start..at]);
            return parts;
        }
    }
    parts.push(&code[start..]);
    parts
}

/// The patterns of the arms of a match, of which `code` begins behind the opening bracket.
fn patterns(code: &str) -> Vec<&str> {
    let (mut found, mut start, mut depth) = (Vec::new(), 0, 0i32);
    // Whether the place is in the body of an arm, and whether that body is a block.
    let mut body = None;
    for (at, c) in code.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        match (body, c) {
            _ if depth < 0 => break,
            (None, '=') if depth == 0 && code[at..].starts_with("=>") => {
                // What precedes a comma is the rest of a body with commas, such as `a::<B, C>()`.
                found.push(split_outside_brackets(&code[start..at], ",").pop().unwrap_or_default());
                body = Some(code[at + 2..].trim_start().starts_with('{'));
            }
            (Some(true), '}') | (Some(false), ',') if depth == 0 => (body, start) = (None, at + 1),
            (None, ',') if depth == 0 && code[start..at].trim().is_empty() => start = at + 1,
            _ => {}
        }
    }
    found
}

/// How many events a pattern names; a group counts as two.
fn events_in(pattern: &str) -> usize {
    let named = ["Event", "Self"].iter().flat_map(|word| words(pattern, word).map(move |at| &pattern[at + word.len()..]));
    let variants = named.filter(|rest| rest.strip_prefix("::").is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase())));
    variants.count() + 2 * pattern.matches("_events!(").count()
}

/// Whether a pattern names a command.
fn names_command(pattern: &str) -> bool {
    let mut named = pattern.match_indices("Command::").map(|(at, found)| &pattern[at + found.len()..]);
    named.any(|rest| rest.starts_with(|c: char| c.is_uppercase()))
}

/// Whether a pattern matches whatever event comes, perhaps with a condition.
fn is_wild(pattern: &str) -> bool {
    let pattern = words(pattern, "if").next().map_or(pattern, |at| &pattern[..at]);
    split_outside_brackets(pattern, "|").into_iter().any(is_wild_part)
}

fn is_wild_part(part: &str) -> bool {
    let part = part.trim().trim_start_matches('&').trim_start();
    let part = ["ref ", "mut "].iter().fold(part, |part, word| part.strip_prefix(word).unwrap_or(part));
    let inside = ["Some(", "Ok(", "("].iter().find_map(|opening| part.strip_prefix(opening)).and_then(|rest| rest.strip_suffix(')'));
    match inside {
        Some(inside) => split_outside_brackets(inside, ",").into_iter().all(|part| part.trim().is_empty() || is_wild_part(part)),
        None => part == ".." || (part.starts_with(|c: char| c.is_lowercase() || c == '_') && part.chars().all(is_word)),
    }
}

/// The lines of `text` that answer for events or commands without naming them, and what is wrong there.
fn unnamed_events(text: &str) -> Vec<(usize, &'static str)> {
    let code = without_words(text);
    let mut found = Vec::new();
    for at in words(&code, "match") {
        let scrutinee = length_before(&code[at..], '{');
        let Some(body) = code[at + scrutinee..].strip_prefix('{') else { continue };
        let patterns = patterns(body);
        if !patterns.iter().any(|pattern| is_wild(pattern)) {
            continue;
        }
        if patterns.iter().any(|pattern| events_in(pattern) > 0) {
            found.push((at, "a match over events has an arm for all others"));
        } else if patterns.iter().any(|pattern| names_command(pattern)) {
            found.push((at, "a match over commands has an arm for all others"));
        }
    }
    for (at, opening) in code.match_indices("matches!(") {
        if split_outside_brackets(&code[at + opening.len()..], ",").iter().skip(1).map(|part| events_in(part)).sum::<usize>() > 1 {
            found.push((at, "matches! lists events, which is false for a new one"));
        }
    }
    for at in words(&code, "let") {
        let pattern = &code[at..at + length_before(&code[at..], '=')];
        let before = code[..at].split_whitespace().rev().take(2);
        let is_chained = before.eq(["if", "else"]);
        if events_in(pattern) > 1 || (is_chained && events_in(pattern) > 0) {
            found.push((at, "`if let` decides between events, and passes a new one by"));
        }
    }
    for glob in ["Event::*", "Event::{", "Event as"] {
        let imports = code.match_indices(glob).filter(|(at, _)| !code[..*at].ends_with(is_word));
        found.extend(imports.map(|(at, _)| (at, "events have another name here, which this check does not know")));
    }
    let mut found: Vec<_> = found.into_iter().map(|(at, what)| (code[..at].matches('\n').count() + 1, what)).collect();
    found.sort_unstable();
    found
}

/// Length of `code` before the first `end` outside of round and square brackets.
fn length_before(code: &str, end: char) -> usize {
    let mut depth = 0i32;
    for (at, c) in code.char_indices() {
        match c {
            _ if c == end && depth == 0 => return at,
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
    }
    code.len()
}

/// Whether a file is of the crate `bar` or of the box, and names events of the journal or commands.
fn asks_events(source: &Source) -> bool {
    let is_ours = source.path.starts_with("crates/bar/src/") || source.path.starts_with("src/");
    is_ours && !source.is_test() && source.text.lines().any(|line| names(line, "Event") || line.contains("Command::"))
}

#[test]
fn every_match_over_events_names_them_all() {
    let sources = sources();
    let asking: Vec<&Source> = sources.iter().filter(|source| asks_events(source)).collect();
    for (folder, least) in [("crates/bar/", 40), ("src/http/", 20)] {
        let found = asking.iter().filter(|source| source.path.starts_with(folder)).count();
        assert!(found > least, "the matches over events of {folder} were not found");
    }
    let mut broken = Vec::new();
    for source in asking {
        let unnamed = unnamed_events(source.before_tests()).into_iter();
        broken.extend(unnamed.map(|(line, what)| format!("{}:{line}: {what}. {REMEDY}.", source.path)));
    }
    none(broken);
}

#[test]
fn unnamed_events_are_found() {
    for bad in [
        "match event {\n    Event::A(a) => one(a),\n    _ => {}\n}",
        "match event { Event::A(a) => { one(a) } Event::B { id, .. } => two(id), _ => Ok(()), }",
        "match &entry.event { super::Event::A(_) | Event::B(_) => x::<A, B>(), other => two(other) }",
        "match self { Self::A(_) => true, _ if late => false, _ => true }",
        "match self { event if event.is_quiet() => 1, plain_events!() => 2 }",
        "match entries.first().map(|entry| &entry.event) { Some(Event::A(_)) => \"{\", Some(_) => '}', None => \"\" }",
        "match (event, applied) { (Event::A(a), Some(b)) if a == b => c, (_, _) => d }",
        "events.iter().find_map(|event| match event { Event::A(a) => Some(a), _ => None })",
        "match x(|y| { y }) { 1 => match event { Event::A(_) => 'x', &_ => 'y' }, 2 => 'z' }",
        "if matches!(event, Event::A(_) | Event::B(_)) {}",
        "if let Event::A(_) | Event::B(_) = event {}",
        "if let Event::A(a) = event { a } else if let Event::B(b) = event { b } else { c }",
        "use Event::*;",
        "match command { StockCommand::Count(a) => one(a), _ => two() }",
        "match (id, command) { (Some(id), StockCommand::Count(_)) => one(id), (..) => two() }",
        "match command { Command::Stock(StockCommand::Count(a)) if a.late => one(a), other => two(other) }",
    ] {
        assert!(!unnamed_events(bad).is_empty(), "{bad}");
    }
    for good in [
        "match event { Event::A(a) => match a.kind { Kind::C => 1, _ => 2 }, Event::B(_) | plain_events!() => 3 }",
        "match kind { Kind::A => Event::A(a), _ => Event::B(b) }",
        "match event { TillsEvent::A(a) => Event::A(a), _ => Event::B(b) }",
        "match kind { Kind::A => Command::A(a), _ => Command::B(b) }",
        "let program = match name { \"a\" => Command::new(a), _ => Command::new(b) };",
        "if let Command::A(a) = command { one(a) }",
        "// match event { Event::A(a) => 1, _ => 2 }",
        "let text = \"match event { Event::A(a) => 1, _ => 2 }\";",
        "let Event::A(a) = event else { return };",
        "let found = events.iter().any(|event| matches!(event, Event::A(_)));",
        "match event.moved() { Some(Moved::A(_)) => Event::A(a), Some(_) | None => Event::B(b) }",
    ] {
        assert_eq!(unnamed_events(good), [], "{good}");
    }
    let text = "/// Said.\nfn a<'a>(b: &'a Event) {\n    match b {\n        Event::A(_) => '\\'',\n        _ => '{',\n    }\n}\n";
    assert_eq!(unnamed_events(text).into_iter().map(|(line, _)| line).collect::<Vec<_>>(), [3]);
}
