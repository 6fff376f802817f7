//! Text for a terminal.

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// A `%` behind a space at which no line is broken.
const BOUND: &str = "\u{a0}%";

/// Breaks text at spaces into lines of at most `width` columns, keeping the breaks it has; every line but the first starts with
/// `indent` spaces. A word that is too long for a line stays whole, and a number stays with its `%`.
///
/// ```
/// use gloria_table::wrap;
///
/// assert_eq!(wrap("one two three four", 9, 2), "one two\n  three\n  four");
/// assert_eq!(wrap("one\ntwo three", 9, 2), "one\n  two\n  three");
/// assert_eq!(wrap("a-word-too-long-to-fit here", 8, 0), "a-word-too-long-to-fit\nhere");
/// assert_eq!(wrap("a chance of 55 %", 14, 0), "a chance of\n55 %");
/// assert_eq!(wrap("    keeps its start", 12, 6), "    keeps\n      its\n      start");
/// ```
pub fn wrap(text: &str, width: usize, indent: usize) -> String {
    let indent = " ".repeat(indent);
    let text = text.replace(" %", BOUND);
    let options = Options::new(width)
        .subsequent_indent(&indent)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    // Line by line, as each line but the first has less room from its start on.
    let later = options.clone().initial_indent(&indent);
    let wrapped = text.lines().enumerate().map(|(number, line)| {
        let options = if number == 0 { &options } else { &later };
        textwrap::fill(line, options)
    });
    wrapped.collect::<Vec<_>>().join("\n").replace(BOUND, " %")
}
