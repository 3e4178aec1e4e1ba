//! Stories through the front door: the whole box, over real TCP, with a clock of the test's own.

mod bar;

mod sales;
