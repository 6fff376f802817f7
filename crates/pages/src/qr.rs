//! A link as a QR code.

use std::fmt::Write as _;

use maud::{Markup, PreEscaped};

use qrcodegen::{QrCode, QrCodeEcc};

/// The code as SVG; nothing if the text is too long for one.
pub fn code(text: &str) -> Markup {
    let Ok(code) = QrCode::encode_text(text, QrCodeEcc::Medium) else { return html! {} };
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        for x in 0..size {
            if code.get_module(x, y) {
                let _ = write!(path, "M{} {}h1v1h-1z", x + 4, y + 4);
            }
        }
    }
    let side = size + 8;
    html! {
        svg class="qr" viewBox={ "0 0 " (side) " " (side) } role="img" aria-label="QR code of the link" {
            rect width=(side) height=(side) fill="#fff" {}
            (PreEscaped(format!("<path d=\"{path}\" fill=\"#000\"/>")))
        }
    }
}
