//! Test vectors of the normal form in which names are compared, shared with the UI.

use base::text::fold;

#[test]
fn names_fold_as_on_the_screens() {
    let vectors: Vec<(String, String)> = serde_json::from_str(include_str!("folding.json")).expect("pairs");
    assert!(vectors.len() > 30);
    for (typed, folded) in vectors {
        assert_eq!(fold(&typed), folded, "{typed}");
        assert_eq!(fold(&folded), folded, "what is folded stays");
    }
}
