//! The training in small, on a processor: a net learns from made-up games, others by playing themselves.

use std::path::Path;

use crate::steps::{exists, gently, install};

/// Any that is first on the path, and Debian's own, which `apt-get` installs for.
const PYTHONS: [&str; 2] = ["python3", "/usr/bin/python3"];

/// What is missing, and what to install.
const MISSING: &str = "PyTorch is not here (Debian: apt-get install python3-torch python3-numpy, elsewhere python3 -m pip install torch numpy)";

/// A Python that has `PyTorch`: installed where we may. Nothing where there is none and we may not, which is said.
pub fn prepare(root: &Path) -> Result<Option<&'static str>, String> {
    let found = || PYTHONS.into_iter().find(|python| exists(root, &[python, "-c", "import numpy, torch"]));
    let there = found();
    if there.is_some() {
        return Ok(there);
    }
    let may = install(root, &["python3-torch", "python3-numpy"])?;
    let there = found();
    match there {
        None if may => Err(MISSING.to_owned()),
        None => {
            println!("   left out: {MISSING}, so no net is trained");
            Ok(None)
        }
        there => Ok(there),
    }
}

/// The readers' own tests, then every kind of training; the answer says what was proved.
pub fn smoke(root: &Path, python: &str, gloria: &str) -> Result<String, String> {
    // Others work beside it: one thread waits for no other.
    let with = ["env", "PYTHONDONTWRITEBYTECODE=1", "OMP_NUM_THREADS=1", python];
    gently(root, &[&with[..], &["-m", "unittest", "discover", "training"]].concat())?;
    let said = gently(root, &[&with[..], &["training/smoke.py", "--gloria", gloria]].concat())?;
    Ok(format!("   {}\n", said.lines().last().unwrap_or_default()))
}
