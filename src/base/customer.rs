//! A customer is a name and a phone; there is no list of customers beside what they bought.

use serde::{Deserialize, Serialize};

use super::text::{collapse, fold};

/// Whose purchase it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Customer {
    /// As typed, inner blanks collapsed.
    pub name: String,
    /// As typed, inner blanks collapsed.
    pub phone: Option<String>,
}

impl Customer {
    /// From what was typed. `None` when the name is blank: a walk-in.
    pub fn new(name: &str, phone: Option<&str>) -> Option<Self> {
        let name = collapse(name);
        let phone = phone.map(collapse).filter(|phone| !phone.is_empty());
        (!name.is_empty()).then_some(Customer { name, phone })
    }

    /// Name and phone joined by an underscore, as the records carry it.
    pub fn id(&self) -> String {
        format!("{}_{}", self.name, self.phone.as_deref().unwrap_or(""))
    }

    /// What two spellings of one customer have in common.
    pub fn key(&self) -> String {
        format!("{}_{}", fold(&self.name), self.phone.as_deref().map(fold).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_customer_meet() {
        let one = Customer::new("  Musu   Kpadeh ", Some("0770 55 12 40")).expect("named");
        let two = Customer::new("MUSU KPADEH", Some(" 0770  55 12 40")).expect("named");
        assert_eq!(one.id(), "Musu Kpadeh_0770 55 12 40");
        assert_eq!(one.key(), two.key());
        assert_eq!(Customer::new("  ", Some("0770")), None);
        assert_eq!(Customer::new("Musu", Some(" ")).map(|c| c.id()).as_deref(), Some("Musu_"));
    }
}
