//! The training in small, on a processor: a net learns from made-up games, and another by playing itself.

use std::path::Path;

use crate::steps::{exists, gently};

/// What is missing, and what to install.
const MISSING: &str =
    "   left out: PyTorch is not here (python3 -m pip install torch numpy), so no net is trained\n";

/// Trains both; where there is no `PyTorch` that is said and nothing is proved.
pub fn smoke(root: &Path, gloria: &str) -> Result<String, String> {
    if !exists(root, &["python3", "-c", "import numpy, torch"]) {
        return Ok(MISSING.to_owned());
    }
    let words = ["env", "PYTHONDONTWRITEBYTECODE=1", "python3", "training/smoke.py", "--gloria", gloria];
    let said = gently(root, &words)?;
    Ok(format!("   {}\n", said.lines().last().unwrap_or_default()))
}
