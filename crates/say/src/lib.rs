//! `say!("{seat} pays {}", many(2, "coin"))`: a sentence written as a format string that stays a value.
//!
//! It is used through `table::say!`, which names the function that puts it together. The sentence is looked up there as a whole, with
//! its holes numbered (`{0} pays {1}`), so that another language may say it in another order. Every piece in braces is said by
//! `table::Say`: a seat stays a seat, a card a card; a piece with a format (`{by:+}`) becomes plain words.

mod html;

use std::iter::Peekable;
use std::str::Chars;

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, TokenStream, TokenTree};

/// Makes a call of a format string: `say!(path; "{seat} pays {}", coins)` is `path("{0} pays {1}", &[&(seat), &(coins)])`.
#[proc_macro]
pub fn say(input: TokenStream) -> TokenStream {
    match expand(input) {
        Ok(tokens) => tokens,
        Err(message) => {
            let mut error: TokenStream = "::core::compile_error!".parse().expect("a path and a mark");
            let words = TokenTree::Literal(Literal::string(message));
            error.extend([group(Delimiter::Parenthesis, words.into())]);
            error
        }
    }
}

/// A template of maud whose words are looked up: `html!(path; …)` is `path::maud::html! { … }` with the words said by
/// `path::tongue::phrase`.
#[proc_macro]
pub fn html(input: TokenStream) -> TokenStream {
    let mut tokens = input.into_iter();
    let path: TokenStream = tokens
        .by_ref()
        .take_while(|token| !matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';'))
        .collect();
    let template = html::spoken(&path, tokens.collect());
    let mut call = path;
    call.extend("::maud::html!".parse::<TokenStream>().expect("a path and a mark"));
    call.extend([group(Delimiter::Brace, template)]);
    call
}

fn group(delimiter: Delimiter, inside: TokenStream) -> TokenTree {
    TokenTree::Group(Group::new(delimiter, inside))
}

fn expand(input: TokenStream) -> Result<TokenStream, &'static str> {
    let mut tokens = input.into_iter();
    let is =
        |token: &TokenTree, mark: char| matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark);
    let path: TokenStream = tokens.by_ref().take_while(|token| !is(token, ';')).collect();
    let Some(TokenTree::Literal(literal)) = tokens.next() else {
        return Err("expected a format string");
    };
    let words = unquoted(&literal.to_string()).ok_or("expected a plain string literal")?;
    let mut arguments: Vec<TokenStream> = vec![TokenStream::new()];
    for token in tokens {
        if is(&token, ',') {
            arguments.push(TokenStream::new());
        } else if let Some(last) = arguments.last_mut() {
            last.extend([token]);
        }
    }
    // What stands before the first comma is nothing; a comma at the end begins nothing.
    let mut arguments = arguments.into_iter().skip(1).filter(|argument| !argument.is_empty());
    let (mut template, mut values) = (String::new(), TokenStream::new());
    let mut holes = 0_usize;
    for piece in pieces(&words)? {
        match piece {
            Piece::Words(words) => template.push_str(&words.replace('{', "{{").replace('}', "}}")),
            Piece::Value { name, format } => {
                let value = if name.is_empty() {
                    arguments.next().ok_or("there are fewer arguments than braces")?
                } else {
                    TokenTree::Ident(Ident::new(&name, literal.span())).into()
                };
                let value = if format.is_empty() { value } else { formatted(&format, value) };
                template.extend(["{", &holes.to_string(), "}"]);
                holes += 1;
                values.extend([
                    TokenTree::Punct(Punct::new('&', Spacing::Alone)),
                    group(Delimiter::Parenthesis, value),
                    TokenTree::Punct(Punct::new(',', Spacing::Alone)),
                ]);
            }
        }
    }
    if arguments.next().is_some() {
        return Err("there are more arguments than braces");
    }
    let mut inside: TokenStream = TokenTree::Literal(Literal::string(&template)).into();
    inside.extend([
        TokenTree::Punct(Punct::new(',', Spacing::Alone)),
        TokenTree::Punct(Punct::new('&', Spacing::Alone)),
        group(Delimiter::Bracket, values),
    ]);
    let mut call = path;
    call.extend([group(Delimiter::Parenthesis, inside)]);
    Ok(call)
}

/// `::std::format!("{:format}", value)`.
fn formatted(format: &str, value: TokenStream) -> TokenStream {
    let mut inside: TokenStream = TokenTree::Literal(Literal::string(&format!("{{:{format}}}"))).into();
    inside.extend([TokenTree::Punct(Punct::new(',', Spacing::Alone))]);
    inside.extend(value);
    let mut call: TokenStream = "::std::format!".parse().expect("plain tokens");
    call.extend([group(Delimiter::Parenthesis, inside)]);
    call
}

enum Piece {
    Words(String),
    Value { name: String, format: String },
}

/// The words and values of a format string.
fn pieces(words: &str) -> Result<Vec<Piece>, &'static str> {
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut letters = words.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '{' | '}' if letters.peek() == Some(&letter) => {
                letters.next();
                plain.push(letter);
            }
            '{' => {
                if !plain.is_empty() {
                    pieces.push(Piece::Words(std::mem::take(&mut plain)));
                }
                pieces.push(value(&mut letters)?);
            }
            '}' => return Err("a brace is closed that was not opened"),
            _ => plain.push(letter),
        }
    }
    if !plain.is_empty() {
        pieces.push(Piece::Words(plain));
    }
    Ok(pieces)
}

fn value(letters: &mut Peekable<Chars<'_>>) -> Result<Piece, &'static str> {
    let inside: String = letters.by_ref().take_while(|letter| *letter != '}').collect();
    let (name, format) = inside.split_once(':').unwrap_or((&inside, ""));
    if name.chars().any(|letter| !letter.is_alphanumeric() && letter != '_') {
        return Err("braces hold a name, or nothing, and a format after a colon");
    }
    Ok(Piece::Value { name: name.to_owned(), format: format.to_owned() })
}

/// The text of a string literal with its usual escapes.
fn unquoted(literal: &str) -> Option<String> {
    let inside = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::new();
    let mut letters = inside.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            text.push(letter);
            continue;
        }
        match letters.next()? {
            'n' => text.push('\n'),
            't' => text.push('\t'),
            '"' => text.push('"'),
            '\\' => text.push('\\'),
            '\n' => {
                let rest = letters.as_str().trim_start();
                letters = rest.chars();
            }
            _ => return None,
        }
    }
    Some(text)
}
