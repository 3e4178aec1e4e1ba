//! Users of this machine.

use std::fs;

/// User and group of `name`, from /etc/passwd.
pub(crate) fn system_user(name: &str) -> Option<(u32, u32)> {
    let users = fs::read_to_string("/etc/passwd").ok()?;
    let mut fields = users.lines().map(|line| line.split(':')).find(|line| line.clone().next() == Some(name))?.skip(2);
    Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}
