//! The commands of `barback-head`.

use std::path::PathBuf;

use clap::{CommandFactory, Subcommand};

/// What `barback-head` is asked to do.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum HeadTask {
    /// Run head office
    Serve {
        /// Run a ready-made head office of three bars to try things in
        #[arg(long)]
        demo: bool,
    },
    /// Bring the tables of the database up to this version
    Migrate,
    /// Set up role, database, secret and service on this machine (as root)
    Setup,
    /// List the bars
    Bars,
    /// Give a user a new password and let the user set up the second factor again
    User {
        /// The user
        name: String,
        /// Set a random password and show it once
        #[arg(long, required = true)]
        reset: bool,
    },
    /// Make a code that connects a box
    Pair {
        /// Name of a new bar
        #[arg(long, required_unless_present = "bar", conflicts_with = "bar")]
        name: Option<String>,
        /// A bar that is known: its number, or the beginning of it
        #[arg(long)]
        bar: Option<String>,
    },
    /// Load files that boxes without internet made with 'Save a file', in any order
    Import {
        /// The files, such as barback-0a1b2c3d-4001-5000.parcels
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Make a copy of a bar for `barback restore`, and prove that it gives the bar again
    RestoreBar {
        /// The bar: its name, its number, or the beginning of it
        bar: String,
        /// The file to write; it must not exist yet
        #[arg(long, value_name = "FILE")]
        to: PathBuf,
        /// Other books of the bar than those that count: 16 digits, as the list of its lines shows them
        #[arg(long)]
        line: Option<String>,
        /// Only up to this entry
        #[arg(long, value_name = "SEQ", value_parser = clap::value_parser!(u64).range(1..))]
        upto: Option<u64>,
    },
}

/// Options that only a running head office uses: hidden in the help of the other commands, which take them too.
const RUNNING: &[&str] = &["listen", "box_listen", "metrics", "tls", "tls_cert", "tls_key"];
/// Options that the commands need besides the database: those for which they are shown.
const SHOWN: &[(&str, &[&str])] = &[
    ("migrate", &["config", "database"]),
    ("setup", &["config", "secret_file"]),
    ("bars", &["config", "database"]),
    ("user", &["config", "database"]),
    ("pair", &["config", "database", "box_url", "secret_file"]),
    ("import", &["config", "database"]),
    ("restore-bar", &["config", "database"]),
];

/// The command line, in which each command's help shows only the options that matter to it.
pub(super) fn command_line<T: CommandFactory>() -> clap::Command {
    let mut program = T::command();
    let flags: Vec<clap::Arg> = program.get_arguments().filter(|flag| flag.is_global_set()).cloned().collect();
    for (name, shown) in SHOWN {
        let is_hidden = |flag: &&clap::Arg| {
            let id = flag.get_id().as_str();
            RUNNING.contains(&id) || !shown.contains(&id)
        };
        let hidden: Vec<clap::Arg> = flags.iter().filter(is_hidden).map(|flag| flag.clone().hide(true)).collect();
        // A command's own hidden option overrides the global one of that name.
        program = program.mut_subcommand(name, |command| command.args(hidden));
    }
    program
}
