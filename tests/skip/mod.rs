//! Says that a test is skipped where the harness does not swallow it: `eprintln!` of a test that
//! passes is not shown.

use std::io::Write as _;

/// Shows a line on the terminal.
pub(crate) fn skipped(why: &str) {
    // Whether anybody can read it does not decide about the test.
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}
