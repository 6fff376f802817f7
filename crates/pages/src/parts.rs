//! The changing page cut into parts, so that an update brings only those that changed.
//!
//! A part is one element with an `id`. A page that is cut has in the place of each part a [`stub`], and a part's own parts are stubs in
//! it. Of what a stream has sent nothing is kept but [`Told`]: for each part a hash of what it was drawn from and one of how it was drawn.
//! A part whose inputs are the same is not drawn again; one that is drawn the same is not sent again. An update has the parts that
//! changed, whole, with stubs for what stays inside them.
//!
//! A part may be open: drawn from its inputs and the table's names alone, whoever looks. What all see alike is drawn for the first of
//! them, and the others of the same moment are given the same drawing ([`Alike`]), if they were told the same of it before. Of
//! everything else nothing is shared between viewers: what a stream is told depends on what its own viewer was told before.

use std::cell::RefCell;
use std::collections::hash_map::RandomState;
use std::fmt::Write as _;
use std::hash::{BuildHasher as _, Hash, Hasher};
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

use maud::{Markup, PreEscaped};
use memchr::memchr;
use memchr::memmem::Finder;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// How a stub begins: an element that no page has otherwise. No text that somebody typed can look like it, since `<` is escaped there.
const STUB: &str = "<wbr id=";

/// The field of every form that says which state was seen; in a cut page it is empty, because whoever shows the page knows.
const SEQ: &str = "name=\"seq\" value=\"\"";

/// One part as it was told last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    key: u64,
    /// A hash of what it was drawn from; 0 where it is drawn every time.
    inputs: u64,
    /// A hash of how it was drawn, with stubs for its own parts.
    drawn: u64,
    /// Half the key of the part right before it in the same one, if nothing lies between them; 0 otherwise.
    follows: u32,
    /// How many parts it is with those inside it; they stand right before it.
    size: u32,
}

/// What was told of a page: enough to know of each part whether it is the same again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Told {
    /// Those inside a part stand before it.
    entries: Vec<Entry>,
    root: u64,
}

impl Told {
    /// Where a part is, looked for from this place on.
    fn find(&self, key: u64, from: usize) -> Option<usize> {
        let fits = |entry: &Entry| entry.key == key;
        let from = from.min(self.entries.len());
        let ahead = self.entries[from..].iter().position(fits).map(|at| from + at);
        ahead.or_else(|| self.entries[..from].iter().position(fits))
    }
}

/// A part that was drawn and is not what was told.
#[derive(Clone, Debug)]
struct News {
    key: u64,
    html: Arc<str>,
}

/// An open part as it was drawn for somebody.
#[derive(Debug)]
struct Drawing {
    key: u64,
    inputs: u64,
    /// A hash of what was told of it before.
    before: u64,
    /// It and those inside it.
    entries: Box<[Entry]>,
    news: Box<[News]>,
}

/// What was drawn at one moment of a table for all who see it alike.
#[derive(Debug, Default)]
pub struct Alike(Mutex<Moment>);

#[derive(Debug, Default)]
struct Moment {
    seq: u64,
    drawings: Vec<Arc<Drawing>>,
    lines: Vec<Line>,
}

/// A part without others inside it, by the hash of what it tells, and a hash of how it was drawn.
#[derive(Clone, Debug)]
struct Line {
    key: u64,
    told: u64,
    drawn: u64,
    html: Arc<str>,
}

impl Alike {
    fn at(&self, seq: u64) -> MutexGuard<'_, Moment> {
        let mut moment = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if moment.seq != seq {
            *moment = Moment { seq, ..Moment::default() };
        }
        moment
    }

    fn find(&self, seq: u64, (key, inputs, before): (u64, u64, u64)) -> Option<Arc<Drawing>> {
        let fits = |it: &&Arc<Drawing>| it.key == key && it.inputs == inputs && it.before == before;
        self.at(seq).drawings.iter().find(fits).map(Arc::clone)
    }
}

/// Who looks: what the parts of their page depend on.
#[derive(Clone, Copy, Debug)]
pub struct Eyes<'a, O, B> {
    /// What was told before.
    pub before: &'a Told,
    /// What every open part depends on: names, language.
    pub open: O,
    /// What every other part depends on besides: whose eyes.
    pub own: B,
    /// What was drawn for the others at this table.
    pub alike: &'a Alike,
    /// The moment.
    pub seq: u64,
}

#[derive(Default)]
struct Work {
    entries: Vec<Entry>,
    news: Vec<News>,
    names: Names,
    /// Where in what was told the next part is likely to be.
    next: usize,
    bytes: Vec<u8>,
    /// While an open part is drawn: where in what was told it and those inside it are.
    within: Option<Range<usize>>,
    /// Whether what is drawn just now depends on something outside the open part.
    mixed: bool,
}

/// Which keys there may be: where it says no, there is none.
struct Names([u64; 64]);

impl Default for Names {
    fn default() -> Self {
        Self([0; 64])
    }
}

impl Names {
    const fn has(&self, key: u64) -> bool {
        self.0[(key >> 6) as usize % 64] & (1 << (key % 64)) != 0
    }

    fn add(&mut self, key: u64) {
        self.0[(key >> 6) as usize % 64] |= 1 << (key % 64);
    }
}

/// Cuts a page while it is drawn.
struct Cut<'a> {
    before: &'a Told,
    /// What every open part depends on.
    open: u64,
    /// What every other part depends on.
    base: u64,
    alike: &'a Alike,
    seq: u64,
    work: RefCell<Work>,
}

/// A page that is drawn in parts, or in one piece.
pub struct Parts<'a>(Option<Cut<'a>>);

impl std::fmt::Debug for Parts<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "Parts::cut" } else { "Parts::WHOLE" })
    }
}

/// Bytes to be hashed together.
struct Collected<'a>(&'a mut Vec<u8>);

impl Hasher for Collected<'_> {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn finish(&self) -> u64 {
        hashed(self.0)
    }
}

/// A hash that nobody outside can aim at: its seed is this process's own.
fn hashed(bytes: &[u8]) -> u64 {
    static SEED: OnceLock<u64> = OnceLock::new();
    xxh3_64_with_seed(bytes, *SEED.get_or_init(|| RandomState::new().hash_one(0)))
}

/// Half of a key, never 0.
const fn half(key: u64) -> u32 {
    key as u32 | 1
}

/// What something comes to as the input of a part.
pub(crate) fn mark(inputs: &impl Hash) -> u64 {
    let mut bytes = Vec::with_capacity(128);
    inputs.hash(&mut Collected(&mut bytes));
    hashed(&bytes)
}

/// What stands in the place of a part.
fn stub(id: &str) -> Markup {
    PreEscaped([STUB, id, ">"].concat())
}

impl<'a> Parts<'a> {
    /// A page in one piece.
    pub const WHOLE: Self = Self(None);

    /// A page cut into parts, for these eyes.
    pub fn cut(eyes: &Eyes<'a, impl Hash, impl Hash>) -> Self {
        let Eyes { before, alike, seq, .. } = *eyes;
        let mut bytes = Vec::with_capacity(256);
        eyes.open.hash(&mut Collected(&mut bytes));
        let open = hashed(&bytes);
        eyes.own.hash(&mut Collected(&mut bytes));
        let base = hashed(&bytes);
        let work = Work { bytes, entries: Vec::with_capacity(before.entries.len()), ..Work::default() };
        Self(Some(Cut { before, open, base, alike, seq, work: RefCell::new(work) }))
    }

    /// Whether the page is cut.
    pub const fn is_cut(&self) -> bool {
        self.0.is_some()
    }

    /// A part that is drawn from these inputs and nothing else: where they are what they were when it was told, it is not drawn. It must
    /// be one element with this id, which is letters, digits and hyphens.
    pub fn part(&self, id: &str, inputs: &impl Hash, draw: impl FnOnce() -> Markup) -> Markup {
        let Some(cut) = &self.0 else { return draw() };
        let (key, inputs) = (hashed(id.as_bytes()), cut.hash(inputs, cut.base));
        if cut.stays(key, inputs) {
            // In every test it is drawn all the same: what is the same by its inputs must look the same.
            #[cfg(debug_assertions)]
            cut.check(id, key, draw);
            return stub(id);
        }
        let start = cut.work.borrow().entries.len();
        cut.drawn(id, (key, inputs), start, draw())
    }

    /// A part that is drawn from these inputs and the names alone, whoever looks: nothing in it may be known to one viewer and not to
    /// another with the same inputs. It is drawn once for all who were told the same of it.
    pub fn open(&self, id: &str, inputs: &impl Hash, draw: impl FnOnce() -> Markup) -> Markup {
        let Some(cut) = &self.0 else { return draw() };
        let (key, inputs) = (hashed(id.as_bytes()), cut.hash(inputs, cut.open));
        if cut.stays(key, inputs) {
            #[cfg(debug_assertions)]
            cut.check(id, key, draw);
            return stub(id);
        }
        if cut.work.borrow().within.is_some() {
            let start = cut.work.borrow().entries.len();
            return cut.drawn(id, (key, inputs), start, draw());
        }
        let place = cut.place(key);
        let asked = (key, inputs, cut.told(&place));
        if let Some(drawing) = cut.alike.find(cut.seq, asked)
            && cut.takes(&drawing, &place)
        {
            #[cfg(debug_assertions)]
            cut.check_alike(id, &drawing, place, draw);
            return stub(id);
        }
        cut.drawn_for_all(id, asked, place, draw)
    }

    /// A part without others inside it that is told to each viewer from these inputs, and drawn alike for all who are told the same.
    pub fn told<T: Hash>(
        &self,
        id: &str,
        inputs: &impl Hash,
        tell: impl FnOnce() -> T,
        draw: impl Fn(&T) -> Markup,
    ) -> Markup {
        let Some(cut) = &self.0 else { return draw(&tell()) };
        let (key, inputs) = (hashed(id.as_bytes()), cut.hash(inputs, cut.base));
        if cut.stays(key, inputs) {
            #[cfg(debug_assertions)]
            cut.check(id, key, || draw(&tell()));
            return stub(id);
        }
        let told = tell();
        let hash = cut.hash(&told, cut.open);
        let found = {
            let moment = cut.alike.at(cut.seq);
            moment.lines.iter().find(|line| line.key == key && line.told == hash).cloned()
        };
        let line = found.unwrap_or_else(|| {
            let html: Arc<str> = draw(&told).into_string().into();
            let line = Line { key, told: hash, drawn: hashed(html.as_bytes()), html };
            cut.alike.at(cut.seq).lines.push(line.clone());
            line
        });
        #[cfg(debug_assertions)]
        assert_eq!(*line.html, *draw(&told).into_string(), "#{id} is not drawn alike for all");
        cut.put(id, Entry { key, inputs, drawn: line.drawn, follows: 0, size: 1 }, line.html)
    }

    /// A part that is drawn every time, and sent where it looks different; parts inside it may still be left out.
    pub fn frame(&self, id: &str, draw: impl FnOnce() -> Markup) -> Markup {
        let Some(cut) = &self.0 else { return draw() };
        let start = cut.work.borrow().entries.len();
        cut.drawn(id, (hashed(id.as_bytes()), 0), start, draw())
    }

    /// The page as it is to be sent to somebody who has what was told before, and what was told then. `root` is the one element that all
    /// parts lie in; with `base` it is an update to the page of that seq, and says so.
    pub fn finish(self, root: Markup, seq: u64, base: Option<u64>) -> (String, Told) {
        let root = root.into_string();
        let Some(cut) = self.0 else { return (root, Told::default()) };
        let Work { mut entries, news, .. } = cut.work.into_inner();
        // Attributes have no `>` of their own: it is escaped there.
        let (open, inside) = root.split_at(root.find('>').map_or(root.len(), |at| at + 1));
        note_neighbours(inside, &mut entries);
        entries.shrink_to_fit();
        let told = Told { entries, root: hashed(inside.as_bytes()) };
        let same_root = told.root == cut.before.root;
        let mut sending = Sending {
            before: cut.before,
            told: &told,
            used: vec![false; news.len()],
            news: &news,
            next: (0, 0),
        };
        let mut html = String::with_capacity(1024);
        if let Some(base) = base.filter(|_| same_root) {
            html.push_str(&open[..open.len() - 1]);
            let _ = write!(html, " data-base=\"{base}\">");
            // A part stands behind those inside it, so the outermost come first.
            for at in (0..news.len()).rev() {
                if !sending.used[at] {
                    sending.put(at, &mut html);
                }
            }
            html.push_str("</div>");
        } else {
            debug_assert!(
                base.is_none() || !same_root,
                "a whole page is sent where the frame itself changed"
            );
            let mut cut_page = String::with_capacity(64 << 10);
            cut_page.push_str(open);
            sending.expand(inside, &mut cut_page);
            html = cut_page.replace(SEQ, &format!("name=\"seq\" value=\"{seq}\""));
        }
        (html, told)
    }
}

impl Cut<'_> {
    /// A hash of what a part depends on. Inside an open part all are open.
    fn hash(&self, inputs: &impl Hash, base: u64) -> u64 {
        let mut work = self.work.borrow_mut();
        let base = if work.within.is_some() { self.open } else { base };
        let bytes = &mut work.bytes;
        bytes.clear();
        bytes.extend_from_slice(&base.to_le_bytes());
        inputs.hash(&mut Collected(bytes));
        hashed(bytes).max(1)
    }

    /// Where a part was in what was told. What is inside an open part is looked for only there, so that its drawing does not depend on
    /// the rest of the page.
    fn find(&self, work: &Work, key: u64) -> Option<usize> {
        match &work.within {
            None => self.before.find(key, work.next),
            Some(within) => {
                let told = &self.before.entries[within.clone()];
                told.iter().position(|entry| entry.key == key).map(|at| within.start + at)
            }
        }
    }

    /// Takes a part over as it was told, with all inside it, if it was told from the same inputs.
    fn stays(&self, key: u64, inputs: u64) -> bool {
        let mut work = self.work.borrow_mut();
        let Some(at) = self.find(&work, key) else { return false };
        let entry = self.before.entries[at];
        if entry.inputs != inputs {
            return false;
        }
        let kept = &self.before.entries[at + 1 - entry.size as usize..=at];
        work.entries.extend_from_slice(kept);
        for entry in kept {
            work.names.add(entry.key);
        }
        work.next = at + 1;
        true
    }

    /// Where in what was told an open part is, with all inside it.
    fn place(&self, key: u64) -> Range<usize> {
        let found = self.before.find(key, self.work.borrow().next);
        found.map_or(0..0, |at| at + 1 - self.before.entries[at].size as usize..at + 1)
    }

    /// A hash of what was told of an open part. Behind which one it lay is not of its own.
    fn told(&self, place: &Range<usize>) -> u64 {
        let Some((last, inside)) = self.before.entries[place.clone()].split_last() else { return 0 };
        let mut work = self.work.borrow_mut();
        let bytes = &mut work.bytes;
        bytes.clear();
        for entry in inside.iter().chain([&Entry { follows: 0, ..*last }]) {
            for number in [entry.key, entry.inputs, entry.drawn, entry.follows.into(), entry.size.into()] {
                bytes.extend_from_slice(&number.to_le_bytes());
            }
        }
        hashed(bytes).max(1)
    }

    /// Takes an open part over as it was drawn for somebody else, unless something in it is on this page already.
    fn takes(&self, drawing: &Drawing, place: &Range<usize>) -> bool {
        let mut work = self.work.borrow_mut();
        let work = &mut *work;
        let twice = |key: u64| work.names.has(key) && work.entries.iter().any(|there| there.key == key);
        if drawing.entries.iter().any(|entry| twice(entry.key)) {
            return false;
        }
        work.entries.extend_from_slice(&drawing.entries);
        for entry in &drawing.entries {
            work.names.add(entry.key);
        }
        work.news.extend_from_slice(&drawing.news);
        if !place.is_empty() {
            work.next = place.end;
        }
        true
    }

    /// Draws an open part, and keeps the drawing for the others.
    fn drawn_for_all(
        &self,
        id: &str,
        (key, inputs, before): (u64, u64, u64),
        place: Range<usize>,
        draw: impl FnOnce() -> Markup,
    ) -> Markup {
        let (start, first) = {
            let mut work = self.work.borrow_mut();
            work.within = Some(place.clone());
            work.mixed = false;
            (work.entries.len(), work.news.len())
        };
        let markup = self.drawn(id, (key, inputs), start, draw());
        let mut work = self.work.borrow_mut();
        work.within = None;
        if !place.is_empty() {
            work.next = place.end;
        }
        if !work.mixed {
            let (entries, news) = (work.entries[start..].into(), work.news[first..].into());
            let drawing = Drawing { key, inputs, before, entries, news };
            self.alike.at(self.seq).drawings.push(Arc::new(drawing));
        }
        markup
    }

    /// Draws an open part that was taken over, apart from everything, and compares.
    #[cfg(debug_assertions)]
    fn check_alike(&self, id: &str, drawing: &Drawing, place: Range<usize>, draw: impl FnOnce() -> Markup) {
        let kept = self.work.replace(Work { within: Some(place), ..Work::default() });
        self.drawn(id, (drawing.key, drawing.inputs), 0, draw());
        let work = self.work.replace(kept);
        assert_eq!(work.entries[..], drawing.entries[..], "#{id} is open, but not drawn alike for all");
        let texts = |news: &[News]| news.iter().map(|news| news.html.to_string()).collect::<Vec<_>>();
        assert_eq!(texts(&work.news), texts(&drawing.news), "#{id} is open, but not drawn alike for all");
    }

    /// Draws a part that stays, apart from everything, and compares.
    #[cfg(debug_assertions)]
    fn check(&self, id: &str, key: u64, draw: impl FnOnce() -> Markup) {
        let (start, kept, news, next) = {
            let mut work = self.work.borrow_mut();
            let size = work.entries.last().map_or(0, |entry| entry.size as usize);
            let start = work.entries.len() - size;
            (start, work.entries.split_off(start), work.news.len(), work.next)
        };
        let html = draw().into_string();
        let mut work = self.work.borrow_mut();
        let was = kept.iter().rfind(|entry| entry.key == key).map(|entry| entry.drawn);
        assert_eq!(
            was,
            Some(hashed(html.as_bytes())),
            "#{id} changed, but not what it says it is drawn from: {html}"
        );
        assert_eq!(work.news.len(), news, "#{id} stays, but not all that is inside it: {html}");
        work.entries.truncate(start);
        work.entries.extend(kept);
        work.next = next;
    }

    fn drawn(&self, id: &str, (key, inputs): (u64, u64), start: usize, markup: Markup) -> Markup {
        let html = markup.into_string();
        note_neighbours(&html, &mut self.work.borrow_mut().entries[start..]);
        let drawn = hashed(html.as_bytes());
        let size = (self.work.borrow().entries.len() - start) as u32 + 1;
        self.put(id, Entry { key, inputs, drawn, follows: 0, size }, html)
    }

    /// Puts a part on the page; it is news where it is not what was told.
    fn put(&self, id: &str, entry: Entry, html: impl Into<Arc<str>> + AsRef<str>) -> Markup {
        let mut work = self.work.borrow_mut();
        let work = &mut *work;
        let Entry { key, drawn, .. } = entry;
        // Of two with the same name only the first is a part of its own.
        if work.names.has(key) && work.entries.iter().any(|there| there.key == key) {
            work.mixed = true;
            return PreEscaped(html.as_ref().to_owned());
        }
        work.names.add(key);
        work.entries.push(entry);
        let was = self.find(work, key);
        if let Some(at) = was {
            work.next = at + 1;
        }
        if was.is_none_or(|at| self.before.entries[at].drawn != drawn) {
            work.news.push(News { key, html: html.into() });
        }
        stub(id)
    }
}

/// The stubs of a text: where each begins and ends, and its key.
fn stubs(html: &str) -> impl Iterator<Item = (usize, usize, u64)> {
    static FINDER: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(STUB));
    let (finder, bytes) = (&*FINDER, html.as_bytes());
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + finder.find(&bytes[at..])?;
        let name = start + STUB.len();
        at = name + memchr(b'>', &bytes[name..])? + 1;
        Some((start, at, hashed(&bytes[name..at - 1])))
    })
}

/// Writes down which of these parts lie right behind one another.
fn note_neighbours(html: &str, entries: &mut [Entry]) {
    // A part with none inside it has no stubs.
    if entries.is_empty() {
        return;
    }
    let mut before: Option<(usize, u64)> = None;
    let mut next = 0;
    for (start, end, key) in stubs(html) {
        let found = entries[next..].iter().position(|entry| entry.key == key).map(|at| next + at);
        if let Some(at) = found.or_else(|| entries.iter().position(|entry| entry.key == key)) {
            entries[at].follows = before.filter(|(end, _)| *end == start).map_or(0, |(_, key)| half(key));
            next = at + 1;
        }
        before = Some((end, key));
    }
}

/// Puts what is news into one text.
struct Sending<'a> {
    before: &'a Told,
    told: &'a Told,
    used: Vec<bool>,
    news: &'a [News],
    /// Where in what was told before and what is told now the next part is likely to be.
    next: (usize, usize),
}

impl Sending<'_> {
    fn put(&mut self, at: usize, out: &mut String) {
        self.used[at] = true;
        let news = self.news;
        self.expand(&news[at].html, out);
    }

    /// A text with the news in the place of their stubs. Stubs of what stays are kept; a row of them that was a row before is one.
    fn expand(&mut self, html: &str, out: &mut String) {
        let mut copied = 0;
        // The last stub that was written, if the next one may become one with it: where its closing bracket is, and its key.
        let mut row: Option<(usize, u64)> = None;
        for (start, end, key) in stubs(html) {
            if start > copied {
                out.push_str(&html[copied..start]);
                row = None;
            }
            copied = end;
            if let Some(at) = self.news.iter().position(|news| news.key == key) {
                self.put(at, out);
                row = None;
                continue;
            }
            let name = &html[start + STUB.len()..end - 1];
            if let Some((close, last)) = row
                && self.follows(key, last)
            {
                out.truncate(close);
                out.push_str(" to=");
                out.push_str(name);
                out.push('>');
                row = Some((close, key));
            } else {
                out.push_str(STUB);
                out.push_str(name);
                out.push('>');
                row = Some((out.len() - 1, key));
            }
        }
        out.push_str(&html[copied..]);
    }

    /// Whether a part lay right behind another one, and does so still.
    fn follows(&mut self, key: u64, last: u64) -> bool {
        let of = |told: &Told, next: &mut usize| {
            let at = told.find(key, *next)?;
            *next = at + 1;
            Some(told.entries[at].follows)
        };
        of(self.before, &mut self.next.0) == Some(half(last))
            && of(self.told, &mut self.next.1) == Some(half(last))
    }
}
