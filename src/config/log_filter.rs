//! Which lines go to the log.

use std::str::FromStr;

use tracing_subscriber::filter::{LevelFilter, Targets};

/// Environment variable with the levels: `debug`, or `warn,printer=trace` for single crates and modules.
const LOG_ENV: &str = "BARBACK_LOG";

/// What `BARBACK_LOG` says; `usual` and above if it is not set or cannot be read.
pub fn log_filter(usual: LevelFilter) -> Targets {
    filter_from(std::env::var(LOG_ENV).ok().as_deref(), usual)
}

fn filter_from(wanted: Option<&str>, usual: LevelFilter) -> Targets {
    let wanted = wanted.filter(|text| !text.trim().is_empty()).map(Targets::from_str);
    wanted.and_then(Result::ok).unwrap_or_else(|| Targets::new().with_default(usual))
}

#[cfg(test)]
mod tests {
    use tracing_subscriber::filter::LevelFilter;

    use super::filter_from;

    #[test]
    fn levels_are_those_of_the_variable_or_the_usual_ones() {
        let shown =
            |wanted: Option<&str>, target: &str, level: tracing::Level| filter_from(wanted, LevelFilter::INFO).would_enable(target, &level);
        for (wanted, target, level, is_shown) in [
            (None, "barback", tracing::Level::INFO, true),
            (None, "barback", tracing::Level::DEBUG, false),
            (Some(""), "barback", tracing::Level::INFO, true),
            (Some("no=such=level"), "barback", tracing::Level::INFO, true),
            (Some("trace"), "mdns_sd", tracing::Level::TRACE, true),
            (Some("warn,printer=debug"), "printer::find", tracing::Level::DEBUG, true),
            (Some("warn,printer=debug"), "barback::app", tracing::Level::INFO, false),
            (Some("off"), "barback", tracing::Level::ERROR, false),
        ] {
            assert_eq!(shown(wanted, target, level), is_shown, "{wanted:?} {target} {level}");
        }
    }
}
