//! System tests: the network addresses of the box, and its clock.

mod clock;
mod network;
