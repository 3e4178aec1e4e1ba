//! The password of a new Wi-Fi.

/// Letters and digits that are not mistaken for each other, in capital letters or small ones.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
/// 60 random bits: enough that nobody who records a phone joining finds the password by trying.
const LENGTH: usize = 12;
/// Letters of a group.
const GROUP: usize = 4;

/// A random password in three groups, such as `k7wq-m4tz-9xhp`.
///
/// # Errors
/// If the machine gives no random bytes.
pub fn new_password() -> Result<String, getrandom::Error> {
    let mut random = [0u8; LENGTH];
    getrandom::fill(&mut random)?;
    let letters = random.map(|byte| char::from(LETTERS[usize::from(byte) % LETTERS.len()]));
    Ok(letters.chunks(GROUP).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use appliance::network::is_password;

    #[test]
    fn a_password_is_one_that_a_wifi_takes_and_new_each_time() {
        let (one, other) = (new_password().expect("random bytes"), new_password().expect("random bytes"));
        assert!(is_password(&one), "{one}");
        assert_eq!(one.len(), 14);
        assert_ne!(one, other);
    }
}
