//! The few files every page uses: style, script, art. Their addresses carry a version, so they can be kept for ever.

/// The style sheet.
pub const STYLE: &str = include_str!("../assets/style.css");
/// The script: morphing, keyboard, drag, sound, motion.
pub const SCRIPT: &str = include_str!("../assets/table.js");
/// The pictures, each a symbol.
pub const ART: &str = include_str!("../assets/art.svg");
/// The icon.
pub const ICON: &str = include_str!("../assets/icon.svg");

/// A short hash of all files (FNV-1a), so that an address changes whenever its content does.
const VERSION: u32 = {
    let mut hash: u32 = 0x811c_9dc5;
    let files = [STYLE, SCRIPT, ART, ICON];
    let mut file = 0;
    while file < files.len() {
        let bytes = files[file].as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            hash = (hash ^ bytes[at] as u32).wrapping_mul(0x0100_0193);
            at += 1;
        }
        file += 1;
    }
    hash
};

/// Every file: its name, its kind, its content.
pub const FILES: [(&str, &str, &str); 4] = [
    ("style.css", "text/css; charset=utf-8", STYLE),
    ("table.js", "text/javascript; charset=utf-8", SCRIPT),
    ("art.svg", "image/svg+xml", ART),
    ("icon.svg", "image/svg+xml", ICON),
];

fn path(name: &str) -> String {
    format!("/assets/{VERSION:08x}/{name}")
}

/// The address of the style sheet.
pub fn style_path() -> String {
    path("style.css")
}

/// The address of the script.
pub fn script_path() -> String {
    path("table.js")
}

/// The address of the icon.
pub fn icon_path() -> String {
    path("icon.svg")
}

/// The address of one picture.
pub fn art(symbol: &str) -> String {
    format!("{}#{symbol}", path("art.svg"))
}
