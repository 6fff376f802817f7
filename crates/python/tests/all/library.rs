//! The library as it was built beside these tests.

use std::path::PathBuf;

/// The library beside this test, where cargo builds what tests depend on.
fn library() -> Vec<u8> {
    let own = std::env::current_exe().expect("a test has a path");
    let folder = own.parent().expect("it lies in target/PROFILE/deps");
    let name = format!("{}_gloria{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let path: PathBuf = folder.join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{} can't be read: {error}", path.display()))
}

fn contains(bytes: &[u8], name: &str) -> bool {
    bytes.windows(name.len()).any(|window| window == name.as_bytes())
}

/// What Python calls is there, and no Python is asked for: the same file works with every version from 3.10.
#[test]
fn the_library_is_one_that_any_python_can_load() {
    let library = library();
    assert!(contains(&library, "PyInit__gloria"), "Python begins there");
    assert!(!contains(&library, "PyInit_gloria"), "the check can fail");
    if cfg!(target_os = "linux") {
        assert!(!contains(&library, "libpython3."), "no Python is linked");
    }
}
