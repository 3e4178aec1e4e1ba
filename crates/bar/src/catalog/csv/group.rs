//! Parses the cell of a category.

use super::cells::{Cell, Parsed};
use crate::catalog::Category;
use crate::catalog::draft::section_name;

/// What a cell says of the category: one of the four, a section, or both.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Group {
    pub category: Option<Category>,
    pub section: Option<String>,
}

/// What stands between the parts of a path.
const ARROWS: [char; 4] = ['>', '›', '»', '→'];
/// What can stand between them, with a blank on both sides.
const SPACED: [&str; 3] = [" / ", " | ", " \\ "];
/// What stands between a category and a section, where the first part is a category.
const BEHIND_CATEGORY: [char; 6] = ['/', '\\', '|', '-', '–', '—'];
/// What Odoo calls the root of all categories.
const ROOT: &str = "all";

/// The category, ignoring case. What is none of the four is a section. Of a path such as `Drinks > Beer`, `Drinks:Beer` or
/// `All / Drinks / Beer` the last part is the section; of several with commas between them the first counts.
pub(super) fn group(cell: &str) -> Parsed<Group> {
    let parts = path(cell.trim());
    let known = parts.iter().find_map(|part| category(part));
    let last = parts.last().filter(|part| !part.is_empty() && category(part).is_none() && !part.eq_ignore_ascii_case(ROOT));
    let section = last.map(|part| section_name(part).map_err(|error| error.to_string())).transpose()?;
    Ok(Cell::Value(Group { category: known, section }))
}

fn category(word: &str) -> Option<Category> {
    Category::parse(&word.to_ascii_lowercase())
}

/// The parts of the first path in `cell`.
fn path(cell: &str) -> Vec<&str> {
    if let Some(arrow) = cell.find(ARROWS) {
        let end = end_of_first(cell, arrow);
        return cell[..end].split(ARROWS).map(str::trim).collect();
    }
    let first = &cell[..end_of_first(cell, 0)];
    if let Some(sign) = SPACED.into_iter().find(|sign| first.contains(sign)) {
        return first.split(sign).map(str::trim).collect();
    }
    if first.contains(':') && !first.contains(|c: char| c.is_ascii_digit()) {
        return first.split(':').map(str::trim).collect();
    }
    match first.split_once(BEHIND_CATEGORY) {
        Some((before, behind)) if category(before.trim()).is_some() => vec![before.trim(), behind.trim()],
        Some(_) | None => vec![first.trim()],
    }
}

/// Where the first of several paths ends: at a comma behind `from`. A comma in a list that `&` ends, such as `Food, Beverages & Tobacco`,
/// is part of a name.
fn end_of_first(cell: &str, from: usize) -> usize {
    let ends = cell.match_indices(',').map(|(at, _)| at).filter(|at| *at > from);
    let is_in_name = |at: usize| {
        let rest = &cell[at..];
        let part = &rest[..rest.find(ARROWS).unwrap_or(rest.len())];
        part.contains('&') || part.contains(" and ")
    };
    ends.into_iter().find(|at| !is_in_name(*at)).unwrap_or(cell.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::SECTION_MAX;

    #[test]
    fn categories_sections_and_paths() {
        for (cell, category, section) in [
            (" FOOD ", Some(Category::Food), None),
            ("Beer", None, Some("Beer")),
            ("Beer/Wine", None, Some("Beer/Wine")),
            ("Drinks > Beer", Some(Category::Drinks), Some("Beer")),
            ("Drinks>Beer", Some(Category::Drinks), Some("Beer")),
            ("Drinks » Beer", Some(Category::Drinks), Some("Beer")),
            ("Drinks:Beer", Some(Category::Drinks), Some("Beer")),
            ("Drinks : Soft : Juice", Some(Category::Drinks), Some("Juice")),
            ("Drinks/Beer", Some(Category::Drinks), Some("Beer")),
            ("Food - Soups", Some(Category::Food), Some("Soups")),
            ("Drinks | Beer", Some(Category::Drinks), Some("Beer")),
            ("Non-alcoholic", None, Some("Non-alcoholic")),
            ("Happy hour 17:30", None, Some("Happy hour 17:30")),
            ("All / Food / Soups", Some(Category::Food), Some("Soups")),
            ("All", None, None),
            ("Food > Soups, Specials", Some(Category::Food), Some("Soups")),
            ("Food > Soups, Drinks > Beer", Some(Category::Food), Some("Soups")),
            ("Beer, Specials", None, Some("Beer")),
            ("Beer, Wine & Spirits", None, Some("Beer, Wine & Spirits")),
            ("Food, Beverages & Tobacco > Beverages > Alcoholic Beverages > Beer", None, Some("Beer")),
            ("Food, Beverages & Tobacco > Food Items > Meat, Seafood & Eggs", None, Some("Meat, Seafood & Eggs")),
            ("Drinks > ", Some(Category::Drinks), None),
        ] {
            let found = Group { category, section: section.map(str::to_owned) };
            assert_eq!(group(cell), Ok(Cell::Value(found)), "{cell}");
        }
        assert_eq!(group(&"x".repeat(SECTION_MAX + 1)), Err("Must be at most 40 characters".to_owned()));
    }
}
