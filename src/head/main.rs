//! Entry point of `barback-head`.

fn main() {}
