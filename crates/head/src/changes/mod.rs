//! The calls of people about changes that head office asks of bars: list, send, withdraw. The queue that boxes fetch them from is `directives`.

mod body;
mod list;
mod send;
mod withdraw;

use crate::web;

web::calls!(list::list, send::send, withdraw::withdraw);
