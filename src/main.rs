//! The binary: nothing but the way in.
fn main() {}
