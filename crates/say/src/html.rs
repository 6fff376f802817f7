//! Words in a template: everything a reader sees of it goes through the language that is spoken.
//!
//! The template is maud's. Literal words where content stands, and those of attributes that are read (`title`, `aria-label`, …), become
//! `(path::tongue::phrase("…"))`; conditions, patterns, loops and all other attributes stay as they are.

use proc_macro::{Delimiter, Group, Literal, Punct, Spacing, TokenStream, TokenTree};

use crate::{group, unquoted};

/// Attributes whose values are read by people.
const READ: [&str; 8] = [
    "title",
    "aria-label",
    "aria-description",
    "aria-roledescription",
    "aria-valuetext",
    "placeholder",
    "alt",
    "label",
];

/// Elements whose content is no language: programs, addresses, keys.
const VERBATIM: [&str; 4] = ["code", "kbd", "script", "style"];

type Tokens = std::iter::Peekable<proc_macro::token_stream::IntoIter>;

/// The template with its words looked up by `path::tongue::phrase`.
pub(crate) fn spoken(path: &TokenStream, template: TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = template.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Literal(literal) => out.extend(words(path, literal)),
            TokenTree::Group(inside) if inside.delimiter() == Delimiter::Brace => {
                out.extend([again(&inside, spoken(path, inside.stream()))]);
            }
            TokenTree::Punct(at) if at.as_char() == '@' => {
                out.extend([TokenTree::Punct(at)]);
                control(path, &mut tokens, &mut out);
            }
            TokenTree::Ident(name) => {
                let element = name.to_string();
                out.extend([TokenTree::Ident(name)]);
                attributes(path, &element, &mut tokens, &mut out);
            }
            other @ (TokenTree::Group(_) | TokenTree::Punct(_)) => out.extend([other]),
        }
    }
    out
}

fn again(group: &Group, inside: TokenStream) -> TokenTree {
    let mut again = Group::new(group.delimiter(), inside);
    again.set_span(group.span());
    TokenTree::Group(again)
}

fn is(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

fn is_body(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// A literal as it is said; what surrounds the words (spaces) and what has none stays as it is.
fn words(path: &TokenStream, literal: Literal) -> TokenStream {
    let text = unquoted(&literal.to_string()).unwrap_or_default();
    if !text.chars().any(char::is_alphabetic) {
        return TokenTree::Literal(literal).into();
    }
    let said = text.trim();
    let (before, after) = (&text[..text.len() - text.trim_start().len()], &text[text.trim_end().len()..]);
    let mut out = TokenStream::new();
    let space = |space: &str| -> Option<TokenTree> {
        (!space.is_empty()).then(|| TokenTree::Literal(Literal::string(space)))
    };
    out.extend(space(before));
    let mut call = path.clone();
    call.extend("::tongue::phrase".parse::<TokenStream>().expect("a path"));
    call.extend([group(Delimiter::Parenthesis, TokenTree::Literal(Literal::string(said)).into())]);
    let mut words = path.clone();
    words.extend("::Words".parse::<TokenStream>().expect("a path"));
    words.extend([group(Delimiter::Parenthesis, call)]);
    out.extend([group(Delimiter::Parenthesis, words)]);
    out.extend(space(after));
    out
}

/// Copies tokens up to and with the first that ends them.
fn until(tokens: &mut Tokens, out: &mut TokenStream, ends: impl Fn(&TokenTree) -> bool) {
    for token in tokens.by_ref() {
        let last = ends(&token);
        out.extend([token]);
        if last {
            break;
        }
    }
}

/// What follows an `@`: its expressions and patterns are code, its blocks are template again.
fn control(path: &TokenStream, tokens: &mut Tokens, out: &mut TokenStream) {
    let Some(TokenTree::Ident(word)) = tokens.next() else { return };
    let kind = word.to_string();
    out.extend([TokenTree::Ident(word)]);
    match kind.as_str() {
        "let" => return until(tokens, out, |token| is(token, ';')),
        "for" => {
            until(tokens, out, |token| matches!(token, TokenTree::Ident(word) if word.to_string() == "in"));
        }
        // A pattern may have braces of its own.
        "if" | "else" | "while" => loop {
            let next = tokens.peek().map(ToString::to_string);
            match next.as_deref() {
                Some("if") => out.extend(tokens.next()),
                Some("let") => {
                    until(tokens, out, |token| is(token, '='));
                    break;
                }
                _ => break,
            }
        },
        _ => {}
    }
    for token in tokens.by_ref() {
        let TokenTree::Group(block) = &token else {
            out.extend([token]);
            continue;
        };
        if !is_body(&token) {
            out.extend([token]);
            continue;
        }
        let inside = if kind == "match" { arms(path, block.stream()) } else { spoken(path, block.stream()) };
        out.extend([again(block, inside)]);
        return;
    }
}

/// The arms of a `@match`: patterns are code, what they lead to is template.
fn arms(path: &TokenStream, stream: TokenStream) -> TokenStream {
    let (mut out, mut tokens) = (TokenStream::new(), stream.into_iter().peekable());
    while let Some(token) = tokens.next() {
        let arrow = is(&token, '=') && tokens.peek().is_some_and(|next| is(next, '>'));
        out.extend([token]);
        if !arrow {
            continue;
        }
        out.extend(tokens.next());
        if tokens.peek().is_some_and(is_body) {
            if let Some(TokenTree::Group(block)) = tokens.next() {
                out.extend([again(&block, spoken(path, block.stream()))]);
            }
            continue;
        }
        let mut body = TokenStream::new();
        while let Some(token) = tokens.next_if(|token| !is(token, ',')) {
            body.extend([token]);
        }
        out.extend(spoken(path, body));
    }
    out
}

/// The rest of an element: attributes, and its body.
fn attributes(path: &TokenStream, element: &str, tokens: &mut Tokens, out: &mut TokenStream) {
    let mut name = String::new();
    while let Some(token) = tokens.next() {
        match &token {
            TokenTree::Punct(punct) if punct.as_char() == ';' => return out.extend([token]),
            TokenTree::Punct(punct) if punct.as_char() == '=' => {
                out.extend([TokenTree::Punct(Punct::new('=', Spacing::Alone))]);
                let Some(value) = tokens.next() else { return };
                out.extend(attribute(path, &name, value));
                name.clear();
            }
            // A class or id written short: what follows belongs to it.
            TokenTree::Punct(punct) if matches!(punct.as_char(), '.' | '#') => {
                out.extend([token]);
                out.extend(tokens.next());
                name.clear();
            }
            TokenTree::Punct(punct) => {
                name.push(punct.as_char());
                out.extend([token]);
            }
            TokenTree::Ident(ident) => {
                // Names are joined by marks; after another name this one begins anew.
                if name.ends_with(|last: char| last.is_alphanumeric()) {
                    name.clear();
                }
                name.push_str(&ident.to_string());
                out.extend([token]);
            }
            TokenTree::Group(body) if body.delimiter() == Delimiter::Brace => {
                let verbatim = VERBATIM.contains(&element);
                let inside = if verbatim { body.stream() } else { spoken(path, body.stream()) };
                return out.extend([again(body, inside)]);
            }
            TokenTree::Group(_) | TokenTree::Literal(_) => out.extend([token]),
        }
    }
}

/// The value of an attribute.
fn attribute(path: &TokenStream, name: &str, value: TokenTree) -> TokenStream {
    if !READ.contains(&name) {
        return value.into();
    }
    match value {
        // Spaces around are not kept in a value.
        TokenTree::Literal(literal) => {
            let said = words(path, literal);
            TokenTree::Group(Group::new(Delimiter::Brace, said)).into()
        }
        TokenTree::Group(inside) if inside.delimiter() == Delimiter::Brace => {
            again(&inside, spoken(path, inside.stream())).into()
        }
        other @ (TokenTree::Group(_) | TokenTree::Ident(_) | TokenTree::Punct(_)) => other.into(),
    }
}
