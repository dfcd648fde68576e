//! Conversations with the program over pipes: what every client may rely on.
//!
//! The deadlines of the harness only turn a hang into a failure; no test asserts a time.

mod audit;
mod checks;
mod command_line;
mod compliance;
mod console;
mod draws_and_mates;
mod errors;
mod explain;
mod fuzz;
mod harness;
mod limits;
mod lines_of_play;
mod options;
mod protocol;
mod suites;
mod tournament;
mod training;
mod tuning;
