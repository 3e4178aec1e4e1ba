//! System: the box's network addresses and its clock.

mod clock;
mod network;
