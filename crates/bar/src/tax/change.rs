//! Changes of the settings of tax, and their rules.

use std::collections::BTreeSet;

use super::wrong::{Wrong, wrong};
use super::{CategoryClasses, DatedRate, NextMode, Percent, ServiceChargeMode, ServiceChargeSettings};
use super::{TaxClass, TaxDay, TaxKind, TaxMode, TaxSettings};
use base::{BusinessDay, Usd, text};

/// Most classes of a bar.
pub const CLASSES_MAX: usize = 12;
/// Most rates of a class.
pub const RATES_MAX: usize = 20;
/// Most parts of a rate.
pub const PARTS_MAX: usize = 3;
/// Longest name of a class, in characters.
pub const CLASS_NAME_MAX: usize = 40;
/// Longest name of a part, in characters: it stands beside two amounts on paper.
pub const PART_NAME_MAX: usize = 20;
/// Longest taxpayer number, in characters.
pub const TIN_MAX: usize = 30;
/// Smallest step of the price assistant.
const USD_STEP_MIN: Usd = Usd::minor(1);
/// Largest step of the price assistant.
const USD_STEP_MAX: Usd = Usd::minor(500);

/// One class of a list that was sent: an existing one with its id, or a new one without. `None` keeps a member.
#[derive(Debug, Clone, Default)]
pub struct ClassChange {
    /// See [`TaxClass::id`].
    pub id: Option<String>,
    /// See [`TaxClass::name`].
    pub name: Option<String>,
    /// See [`TaxClass::kind`]; a new class is taxed.
    pub kind: Option<TaxKind>,
    /// See [`TaxClass::active`]; a new class is active.
    pub active: Option<bool>,
    /// See [`TaxClass::rates`].
    pub rates: Option<Vec<DatedRate>>,
}

/// The classes of the categories; `None` keeps.
#[derive(Debug, Clone, Default)]
pub struct SetCategories {
    pub drinks: Option<String>,
    pub food: Option<String>,
    pub cigars: Option<String>,
    pub uncategorized: Option<String>,
}

/// A change of the settings of tax; `None` keeps.
#[derive(Debug, Clone, Default)]
pub struct SetTax {
    /// See [`TaxSettings::mode`].
    pub mode: Option<TaxMode>,
    /// See [`TaxSettings::next`]; `Some(None)` removes it.
    pub next: Option<Option<NextMode>>,
    /// See [`TaxSettings::day`].
    pub day: Option<TaxDay>,
    /// See [`TaxSettings::tin`]; `Some(None)` removes it.
    pub tin: Option<Option<String>>,
    /// The new list of classes.
    pub classes: Option<Vec<ClassChange>>,
    /// See [`TaxSettings::categories`].
    pub categories: SetCategories,
    /// See [`TaxSettings::usd_step`].
    pub usd_step: Option<Usd>,
}

/// What a change of these settings depends on.
#[derive(Debug, Clone)]
pub struct TaxFacts {
    /// The present business day.
    pub today: BusinessDay,
    /// Ids of the classes that products have of their own.
    pub of_products: BTreeSet<String>,
}

impl SetTax {
    /// `now` with these changes.
    ///
    /// # Errors
    /// What is wrong with the list of classes.
    pub fn applied_to(&self, now: &TaxSettings, today: BusinessDay) -> Result<TaxSettings, Wrong> {
        let now = now.as_of(today);
        let or = |given: &Option<String>, kept: &str| given.clone().unwrap_or_else(|| kept.to_owned());
        let SetCategories { drinks, food, cigars, uncategorized } = &self.categories;
        let classes = match &self.classes {
            Some(sent) => change_classes(sent, &now.classes).map_err(|sentence| wrong("tax.classes", sentence))?,
            None => now.classes,
        };
        Ok(TaxSettings {
            mode: self.mode.unwrap_or(now.mode),
            next: self.next.unwrap_or(now.next),
            day: self.day.unwrap_or(now.day),
            tin: self.tin.clone().unwrap_or(now.tin),
            classes,
            categories: CategoryClasses {
                drinks: or(drinks, &now.categories.drinks),
                food: or(food, &now.categories.food),
                cigars: or(cigars, &now.categories.cigars),
                uncategorized: or(uncategorized, &now.categories.uncategorized),
            },
            usd_step: self.usd_step.unwrap_or(now.usd_step),
        })
    }
}

/// The new list of classes.
///
/// # Errors
/// A sentence about the first thing that is wrong with it.
fn change_classes(sent: &[ClassChange], now: &[TaxClass]) -> Result<Vec<TaxClass>, String> {
    if !(1..=CLASSES_MAX).contains(&sent.len()) {
        return Err(format!("There are 1 to {CLASSES_MAX} tax classes"));
    }
    let mut taken: BTreeSet<String> = now.iter().map(|class| class.id.clone()).collect();
    let mut classes: Vec<TaxClass> = Vec::with_capacity(sent.len());
    for row in sent {
        let known = match &row.id {
            Some(id) => Some(now.iter().find(|class| class.id == *id).ok_or_else(|| format!("Unknown tax class {id}"))?),
            None => None,
        };
        let name = row.name.as_deref().map(text::collapse).or_else(|| known.map(|class| class.name.clone())).unwrap_or_default();
        if name.is_empty() || name.chars().count() > CLASS_NAME_MAX {
            return Err(format!("A tax class needs a name of at most {CLASS_NAME_MAX} characters"));
        }
        let class = TaxClass {
            id: known.map_or_else(|| free_id(&name, &taken), |class| class.id.clone()),
            kind: row.kind.or(known.map(|class| class.kind)).unwrap_or(TaxKind::Taxed),
            active: row.active.or(known.map(|class| class.active)).unwrap_or(true),
            rates: row.rates.clone().or_else(|| known.map(|class| class.rates.clone())).unwrap_or_default(),
            name,
        };
        let same = |other: &TaxClass| other.id == class.id || text::fold(&other.name) == text::fold(&class.name);
        if classes.iter().any(same) {
            return Err(format!("{} is there twice", class.name));
        }
        taken.insert(class.id.clone());
        classes.push(with_checked_rates(class)?);
    }
    Ok(classes)
}

/// An id for a new class, made from its name: `VAT (food)` becomes `vat-food`.
fn free_id(name: &str, taken: &BTreeSet<String>) -> String {
    let letters = name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { ' ' });
    let words = text::collapse(&letters.collect::<String>()).replace(' ', "-");
    let base = if words.is_empty() { "class".to_owned() } else { words };
    let numbered = (2..).map(|number: u32| format!("{base}-{number}"));
    std::iter::once(base.clone()).chain(numbered).find(|id| !taken.contains(id)).unwrap_or_default()
}

/// The class with its rates in order.
fn with_checked_rates(mut class: TaxClass) -> Result<TaxClass, String> {
    let TaxClass { name, kind, rates, .. } = &mut class;
    if *kind != TaxKind::Taxed && !rates.is_empty() {
        return Err(format!("{name} is not taxed and has no rates"));
    }
    if rates.len() > RATES_MAX {
        return Err(format!("A tax class has at most {RATES_MAX} rates"));
    }
    for rate in rates.iter() {
        if !(1..=PARTS_MAX).contains(&rate.parts.len()) {
            return Err(format!("A rate has 1 to {PARTS_MAX} parts"));
        }
        if rate.parts.iter().any(|part| part.name.is_empty() || part.name.chars().count() > PART_NAME_MAX) {
            return Err(format!("Each part of a rate needs a name of at most {PART_NAME_MAX} characters"));
        }
        if rate.parts.iter().any(|part| !(Percent::MIN..=Percent::MAX).contains(&part.percent)) {
            return Err("The percent of a rate is between 0.01 and 100.00".to_owned());
        }
    }
    rates.sort_by_key(|rate| rate.from);
    match rates.windows(2).find(|pair| pair[0].from == pair[1].from).map(|pair| pair[0].from) {
        Some(Some(from)) => Err(format!("Two rates start on {from}")),
        Some(None) => Err("Two rates are for always".to_owned()),
        None => Ok(class),
    }
}

/// The settings of tax before and after a change, with what else its rules depend on.
pub struct TaxChange<'a> {
    pub before: &'a TaxSettings,
    pub after: &'a TaxSettings,
    /// After the change.
    pub service: &'a ServiceChargeSettings,
    pub facts: &'a TaxFacts,
}

impl TaxChange<'_> {
    /// What is wrong with the settings after the change, by field.
    pub fn check(&self) -> Vec<Wrong> {
        let TaxSettings { next, tin, usd_step, .. } = self.after;
        let mut found = Vec::new();
        if next.is_some_and(|next| next.from <= self.facts.today) {
            found.push(wrong("tax.next", "Choose a day after today"));
        }
        if tin.as_ref().is_some_and(|tin| tin.chars().count() > TIN_MAX) {
            found.push(wrong("tax.tin", format!("Must be at most {TIN_MAX} characters")));
        }
        if !(USD_STEP_MIN..=USD_STEP_MAX).contains(usd_step) {
            found.push(wrong("tax.usdStep", "Must be between 0.01 and 5.00"));
        }
        found.extend(self.unknown_class());
        found.extend(self.lost_class());
        if let Some(name) = self.class_without_rate() {
            found.push(wrong("tax.mode", set_a_rate(name)));
        }
        found
    }

    fn is_known(&self, id: &str) -> bool {
        self.before.class(id).is_some() || self.after.class(id).is_some()
    }

    fn unknown_class(&self) -> Vec<Wrong> {
        let mut ids = self.after.categories.ids().map(|id| ("tax.categories", id)).to_vec();
        ids.push(("serviceCharge.taxClass", &self.service.tax_class));
        let unknown = ids.into_iter().filter(|(_, id)| !self.is_known(id));
        unknown.map(|(field, id)| wrong(field, unknown_class(id))).collect()
    }

    /// A class that is in use must stay, and stay active.
    fn lost_class(&self) -> Option<Wrong> {
        let is_lost = |id: &&str| self.is_known(id) && self.after.class(id).is_none_or(|class| !class.active);
        let mut used = self.of_goods().into_iter().chain([self.service.tax_class.as_str()]);
        let id = used.find(is_lost)?;
        let class = self.after.class(id).or_else(|| self.before.class(id));
        Some(wrong("tax.classes", format!("{} is in use", class.map_or(id, |class| &class.name))))
    }

    /// Ids of the classes that categories and products have.
    fn of_goods(&self) -> Vec<&str> {
        self.after.categories.ids().into_iter().chain(self.facts.of_products.iter().map(String::as_str)).collect()
    }

    /// The name of a class that is in use and has no rate on the day on which a mode begins.
    fn class_without_rate(&self) -> Option<&str> {
        let of_service = (self.service.mode != ServiceChargeMode::Off).then_some(self.service.tax_class.as_str());
        let used: Vec<&str> = self.of_goods().into_iter().chain(of_service).collect();
        let days = self.after.taxed_days(self.facts.today);
        let classes = used.into_iter().filter_map(|id| self.after.class(id));
        let mut classes = classes.filter(|class| days.iter().any(|day| class.label_on(*day).is_none()));
        classes.next().map(|class| class.name.as_str())
    }
}

fn unknown_class(id: &str) -> String {
    format!("Unknown tax class {id}")
}

fn set_a_rate(name: &str) -> String {
    format!("Set a rate for {name} first")
}

impl TaxSettings {
    /// The days from which on there must be rates: today in a mode other than off, and that of a planned one.
    fn taxed_days(&self, today: BusinessDay) -> Vec<BusinessDay> {
        let modes = [Some((self.mode, today)), self.next.map(|next| (next.mode, next.from))];
        modes.into_iter().flatten().filter(|(mode, _)| *mode != TaxMode::Off).map(|(_, day)| day).collect()
    }

    /// Whether goods can get the class with this id.
    ///
    /// # Errors
    /// A sentence for a class that is unknown or switched off, and for one without a rate that the present or a planned mode needs.
    pub fn check_class(&self, id: &str, today: BusinessDay) -> Result<(), String> {
        let class = self.class(id).filter(|class| class.active).ok_or_else(|| unknown_class(id))?;
        let days = self.as_of(today).taxed_days(today);
        if days.iter().any(|day| class.label_on(*day).is_none()) { Err(set_a_rate(&class.name)) } else { Ok(()) }
    }
}

#[cfg(test)]
#[path = "change_tests.rs"]
mod tests;
