//! Words on a page.

use maud::Render;

/// Words as they stand on a page or in an attribute of it: escaped, piece by piece where there is anything to escape.
#[derive(Clone, Copy, Debug)]
pub struct Words<T>(pub T);

impl<T: AsRef<str>> Render for Words<T> {
    fn render_to(&self, page: &mut String) {
        let mut rest = self.0.as_ref();
        while let Some(at) = rest.bytes().position(|letter| matches!(letter, b'&' | b'<' | b'>' | b'"')) {
            page.push_str(&rest[..at]);
            page.push_str(match rest.as_bytes()[at] {
                b'&' => "&amp;",
                b'<' => "&lt;",
                b'>' => "&gt;",
                _ => "&quot;",
            });
            rest = &rest[at + 1..];
        }
        page.push_str(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_escaped_as_maud_does() {
        for words in ["", "plain", "<b>\"you\" & 'me'</b>", "&&", "“é” > ü", "a<", ">"] {
            assert_eq!(Words(words).render().into_string(), words.render().into_string());
        }
    }
}
