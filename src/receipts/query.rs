//! A receipt put together for paper and screens: its head, its lines, the business as it is now.

use super::{Business, Document, Item, Receipt};
use crate::base::Dual;
use crate::sales::{self, PaymentMethod, Sale};
use crate::settings::{Settings, settings};
use crate::store::{Stored, View};

/// Who bought when nobody said.
const WALK_IN: &str = "Walk-in Customer";

/// The receipt as it can be shown and printed.
pub fn document(view: &dyn View, receipt: &Receipt) -> Stored<Document> {
    let settings = settings(view)?;
    let mut sold = Vec::with_capacity(receipt.sale_ids.len());
    for id in &receipt.sale_ids {
        sold.extend(sales::sale(view, *id)?);
    }
    let (date, time) = settings.bar_time().on_paper(receipt.at);
    Ok(Document {
        number: receipt.number.clone(),
        date,
        time,
        payment_method: in_words(receipt.method).to_owned(),
        rate: receipt.rate,
        customer_name: receipt.customer.as_ref().map_or(WALK_IN, |customer| &customer.name).to_owned(),
        served_by: receipt.served_by.clone(),
        voided: !sold.is_empty() && sold.iter().all(|sale| sale.voided_at.is_some()),
        items: sold.into_iter().map(item).collect(),
        total: receipt.total,
        paid: Some(receipt.paid),
        change: (receipt.change != Dual::ZERO).then_some(receipt.change),
        guest_url: String::new(),
        notes: receipt.notes.clone().unwrap_or_default(),
        business: business(&settings),
    })
}

fn item(sale: Sale) -> Item {
    Item {
        name: sale.line.product_name,
        brand: sale.line.brand.unwrap_or_default(),
        quantity: sale.line.quantity,
        unit: sale.line.unit,
        total: sale.line.total,
        currency: sale.line.currency,
        list: sale.line.discount_reason.map(|_| sale.line.list),
        voided: sale.voided_at.is_some(),
    }
}

/// Who sells, as the settings say.
pub fn business(settings: &Settings) -> Business {
    Business {
        name: settings.business_name.clone(),
        address: settings.address.clone(),
        phone: settings.phone.clone(),
        thank_you: settings.thank_you_message.clone(),
        website: settings.website.clone(),
        social_media: settings.social_media.clone(),
    }
}

/// A payment method as people call it.
pub fn in_words(method: PaymentMethod) -> &'static str {
    match method {
        PaymentMethod::Cash => "Cash",
        PaymentMethod::Card => "Credit/Debit Card",
        PaymentMethod::Digital => "Digital Payment",
        PaymentMethod::Check => "Check",
        PaymentMethod::Mobile => "Mobile",
        PaymentMethod::Mixed => "Mixed",
    }
}
