//! Schema of the body of every answer that is not 2xx.

use serde_json::{Value, json};

pub(super) fn error_schema() -> Value {
    let mut schema = json!({
        "type": "object",
        "description": "Body of every answer that is not 2xx. Some codes have additional members.",
        "required": ["message", "code", "fields"],
        "properties": {
            "message": { "type": "string", "description": "Message for people." },
            "code": { "$ref": "#/components/schemas/ErrorCode", "description": "Machine-readable code." },
            "fields": {
                "type": ["object", "null"],
                "additionalProperties": { "type": "string" },
                "description": "Messages by field name.",
            },
            "available": { "type": "integer", "description": "With `insufficient_stock`." },
            "productId": { "type": "integer", "description": "With `insufficient_stock`." },
            "componentId": {
                "type": ["integer", "null"],
                "description": "With `insufficient_stock`: the ingredient that is missing; null for the product itself.",
            },
            "componentName": { "type": ["string", "null"], "description": "Its name." },
            "saved": {
                "type": ["boolean", "null"],
                "description": "With `read_only`, for writes: false if nothing was saved, null if that is not known.",
            },
            "triesLeft": { "type": "integer", "description": "With `wrong_pin`: further tries without a wait." },
            "approval": {
                "description": "With `approval_required`: what needs an approval. With `conflict`, for an approval that is not pending: as it is.",
                "oneOf": [
                    {
                        "type": "object",
                        "required": ["kind", "kinds", "summary"],
                        "properties": {
                            "kind": { "$ref": "#/components/schemas/ApprovalKind" },
                            "kinds": { "type": "array", "items": { "$ref": "#/components/schemas/ApprovalPart" } },
                            "summary": { "type": "string" },
                        },
                    },
                    { "$ref": "#/components/schemas/Approval" },
                ],
            },
            "rate": { "type": "number", "description": "With `rate_changed`: the current exchange rate." },
            "fresh": {
                "description": "With `price_changed` and `rate_changed`: the current figures, of one line or of each line.",
                "oneOf": [{ "$ref": "#/components/schemas/FreshPrice" }, { "type": "array", "items": { "$ref": "#/components/schemas/FreshPrice" } }],
            },
            "order": {
                "description": "With a 409 about an order: the order as it is now.",
                "oneOf": [{ "$ref": "#/components/schemas/Order" }, { "type": "null" }],
            },
            "target": {
                "description": "With a 409 about two orders: the other one as it is now.",
                "oneOf": [{ "$ref": "#/components/schemas/Order" }, { "type": "null" }],
            },
            "movedTo": {
                "type": ["integer", "null"],
                "description": "With `order_changed`: the order to which the item, or a part of it, went.",
            },
            "status": { "$ref": "#/components/schemas/TableStatus", "description": "With `table_not_free`: that of the table." },
            "shares": {
                "description": "With `share_changed`: how the order is paid in equal shares now; null if it is not.",
                "oneOf": [
                    {
                        "type": "object",
                        "required": ["of", "paid", "left"],
                        "properties": { "of": { "type": "integer" }, "paid": { "type": "integer" }, "left": { "type": "integer" } },
                    },
                    { "type": "null" },
                ],
            },
            "refundable": { "type": "string", "description": "With `conflict`, for a refund: what can still be given back of the line." },
            "remaining": { "type": "integer", "description": "With `conflict`, for a void or refund: the pieces that are left of the line." },
            "saleId": { "type": "integer", "description": "With `conflict`, for a void or refund: the line." },
            "grandTotalUSD": { "type": "string", "description": "With `price_changed`, for a claimed grand total: the right one." },
            "grandTotalLRD": { "type": "string", "description": "As `grandTotalUSD`, in Liberian dollars." },
            "candidates": {
                "type": "array",
                "description": "With `ambiguous_customer`: the customers of that name.",
                "items": {
                    "type": "object",
                    "required": ["customerId", "customerName", "customerPhone"],
                    "properties": {
                        "customerId": { "type": "string" },
                        "customerName": { "type": "string" },
                        "customerPhone": { "type": ["string", "null"] },
                    },
                },
            },
            "customerId": { "type": "string", "description": "With `taken`, for a customer: the one who has the name and phone." },
            "limitUSD": { "type": "string", "description": "With `over_limit`: how much may be due on the tab." },
            "dueUSD": { "type": "string", "description": "With `over_limit`: what is due on it already." },
            "otherBar": { "type": "boolean", "description": "For a second box: whether this box belongs to another bar." },
            "journal": { "type": "integer", "description": "For a second box: number of the newest journal entry of this box." },
            "errors": {
                "type": "array",
                "items": { "$ref": "#/components/schemas/ImportError" },
                "description": "Errors of an imported list, by line.",
            },
        },
        "example": { "message": "Only 2 units available", "code": "insufficient_stock", "fields": null, "available": 2, "productId": 7, "componentId": null, "componentName": null },
    });
    if let (Value::Object(members), Some(known)) = (import_members(), schema["properties"].as_object_mut()) {
        known.extend(members);
    }
    schema
}

/// What the refusal of a list has beside its errors.
fn import_members() -> Value {
    json!({
        "created": { "type": "integer", "description": "With `errors`, for a dry run with `details`: as in its answer; so are the next ten." },
        "updated": { "type": "integer" },
        "unchanged": { "type": "integer" },
        "skipped": { "type": "integer" },
        "ignoredColumns": { "type": "array", "items": { "type": "string" } },
        "changes": { "type": "array", "items": { "$ref": "#/components/schemas/ImportChange" } },
        "ignoredPrices": { "type": "array", "items": { "$ref": "#/components/schemas/IgnoredPrice" } },
        "format": { "$ref": "#/components/schemas/ImportFormat" },
        "columns": { "type": "array", "items": { "$ref": "#/components/schemas/ImportFileColumn" } },
        "questions": { "type": "array", "items": { "$ref": "#/components/schemas/ImportQuestion" } },
        "rows": { "type": "array", "items": { "$ref": "#/components/schemas/ImportRow" } },
    })
}
