//! What the script does with an update, done with text: for tests, and for programs that follow a page's stream.

/// Elements without an end.
const VOID: [&str; 5] = ["input", "wbr", "br", "img", "hr"];

/// Where the element ends whose tag begins at `start`.
fn end_of(html: &str, start: usize) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, start);
    loop {
        at += html[at..].find('<')?;
        let close = at + html[at..].find('>')?;
        let tag = &html[at + 1..close];
        let name = tag.split([' ', '/']).next().unwrap_or_default();
        if tag.starts_with('/') {
            depth = depth.checked_sub(1)?;
        } else if !tag.ends_with('/') && !VOID.contains(&name) {
            depth += 1;
        }
        at = close + 1;
        if depth == 0 {
            return Some(at);
        }
    }
}

/// Where the element with this id lies.
fn element(html: &str, id: &str) -> Option<(usize, usize)> {
    let named = html.find(&format!(" id=\"{id}\""))?;
    let start = html[..named].rfind('<')?;
    Some((start, end_of(html, start)?))
}

/// A text with what a page has in the place of stubs.
fn filled(html: &str, page: &str) -> Option<String> {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, after)) = rest.split_once("<wbr id=") {
        out.push_str(before);
        let (stub, after) = after.split_once('>')?;
        let (first, last) = stub.split_once(" to=").unwrap_or((stub, stub));
        out.push_str(&page[element(page, first)?.0..element(page, last)?.1]);
        rest = after;
    }
    out.push_str(rest);
    Some(out)
}

fn attribute<'h>(tag: &'h str, name: &str) -> Option<&'h str> {
    tag.split_once(&format!(" {name}=\""))?.1.split_once('"').map(|(value, _)| value)
}

/// The page (its changing part) after an update to it; `None` where the update is to another page than this.
pub fn patched(page: &str, update: &str) -> Option<String> {
    let (open, inside) = update.split_at(update.find('>')? + 1);
    let (seq, old) = (attribute(open, "data-seq")?, page.split_at(page.find('>')? + 1));
    let Some(base) = attribute(open, "data-base") else { return Some(update.to_owned()) };
    if attribute(old.0, "data-seq") != Some(base) {
        return None;
    }
    let mut new = format!("{}{}", open.replace(&format!(" data-base=\"{base}\""), ""), old.1);
    let mut at = 0;
    while inside[at..].starts_with('<') && !inside[at..].starts_with("</") {
        let end = end_of(inside, at)?;
        let part = &inside[at..end];
        let (start, stop) = element(&new, attribute(part, "id")?)?;
        new.replace_range(start..stop, &filled(part, page)?);
        at = end;
    }
    let mut out = String::with_capacity(new.len());
    for (nth, piece) in new.split("name=\"seq\" value=\"").enumerate() {
        if nth == 0 {
            out.push_str(piece);
        } else {
            out.push_str("name=\"seq\" value=\"");
            out.push_str(seq);
            out.push_str(&piece[piece.find('"')?..]);
        }
    }
    Some(out)
}
