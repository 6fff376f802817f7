//! The API is what its own document says: tried by Schemathesis, and played with a client generated from it.

use std::path::Path;

use crate::steps::gently;

/// How many requests each operation gets beside the fixed ones; more by hand (docs/api.md).
const EXAMPLES: &str = "20";

/// Tries the server `gloria`.
pub fn check(root: &Path, python: &Path, gloria: &str) -> Result<String, String> {
    gently(root, &[&python.display().to_string(), "crates/web/tests/api/check.py", gloria, EXAMPLES])
}
