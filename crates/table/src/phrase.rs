//! How a decision is written, and read again: one table for both, so that what a button says, what is recorded and what can be typed never
//! differ.

use crate::game::Unread;
use crate::seat::Seat;
use crate::text::{Text, whose};

/// Something that is written in notation and read back; `R` are the rules of the table, which name its cards.
pub trait Phrase<R>: Sized {
    /// How it is written.
    fn label(&self, rules: &R) -> Text;

    /// Reads it, in letters of either case; the error says what was not understood and what was expected.
    fn read(text: &str, rules: &R) -> Result<Self, Unread>;
}

/// Makes a type of things that are said: each stands once, with how it is written and, after `|`, how it may be typed as well. Each `{}`
/// stands for a piece, which is a value when it is written and a pattern when it is read.
///
/// ```
/// use gloria_table::{Phrase, Seat};
///
/// gloria_table::phrases! {
///     /// What can be done.
///     #[derive(Clone, Copy, PartialEq, Debug)]
///     pub enum Deed for () {
///         /// Give somebody a coin.
///         Pay(to: Seat) = "pay {}" | "pay to {}": to;
///         /// Wait.
///         Rest = "have a rest" | "rest";
///     }
/// }
///
/// let bob = Seat::all(2).nth(1).expect("a seat");
/// assert_eq!(Deed::Pay(bob).label(&()).to_string(), "pay B");
/// assert_eq!(Deed::read("Pay to b", &()), Ok(Deed::Pay(bob)));
/// assert_eq!(Deed::read("rest", &()), Ok(Deed::Rest));
/// assert_eq!(Deed::read("pay 7", &()), Err("'7' is not a seat: expected A to E".into()));
/// assert_eq!(Deed::read("pay", &()), Err("'pay' is not understood: expected pay …".into()));
/// assert_eq!(Deed::read("fly", &()), Err("'fly' is not understood: expected pay or have".into()));
/// assert_eq!(Deed::Pay(bob).veiled().to_string(), "pay ?");
/// ```
#[macro_export]
macro_rules! phrases {
    ($(#[$outer:meta])* pub enum $Type:ident for $Rules:ty { $(
        $(#[$doc:meta])*
        $Name:ident $(( $($field:ident: $Field:ty),* ))?
            = $words:tt $(| $also:tt)* $(: $( $piece:ident $(( $($part:ident),* ))? ),* )?;
    )* }) => {
        $(#[$outer])*
        pub enum $Type { $( $(#[$doc])* $Name $(( $($Field),* ))? ),* }

        #[allow(dead_code, unused_variables, reason = "some have neither pieces nor secrets")]
        impl $Type {
            /// How it is written where nobody is told what it is about.
            pub(crate) fn veiled(self) -> $crate::Text {
                match self { $(
                    Self::$Name $(( $($field),* ))? => $crate::say!($words $(, $( $crate::phrases!(@veil $piece) ),* )?),
                )* }
            }
        }

        #[allow(unused_variables, reason = "some have no pieces")]
        impl $crate::Phrase<$Rules> for $Type {
            fn label(&self, rules: &$Rules) -> $crate::Text {
                match *self { $(
                    Self::$Name $(( $($field),* ))? => $crate::say!(
                        $words $(, $( $crate::Phrase::label(&$piece $(( $($part),* ))?, rules) ),* )?
                    ),
                )* }
            }

            fn read(text: &str, rules: &$Rules) -> Result<Self, $crate::Unread> {
                let mut reading = $crate::Reading::of(text);
                $( for form in [$words $(, $also)*] {
                    let read = reading.as_form(form, |pieces| {
                        $( $( let $piece $(( $($part),* ))? = $crate::Phrase::read(pieces.next().unwrap_or_default(), rules)?; )* )?
                        Ok(Self::$Name $(( $($field),* ))?)
                    });
                    if let Some(read) = read {
                        return Ok(read);
                    }
                } )*
                Err(reading.failed(&[$($words),*]))
            }
        }
    };
    (@veil $piece:ident) => { "?" };
}

/// A text that is being read, and the best that can be said of what is wrong with it.
#[doc(hidden)]
pub struct Reading {
    text: String,
    fault: String,
    /// How long the form was that the text had but for that fault.
    fitted: usize,
}

impl Reading {
    /// Begins to read.
    pub fn of(text: &str) -> Self {
        Self { text: text.trim().to_lowercase(), fault: String::new(), fitted: 0 }
    }

    /// Reads the text as a form: its words, with something in place of each `{}`.
    pub fn as_form<T>(
        &mut self,
        form: &str,
        read: impl FnOnce(&mut dyn Iterator<Item = &str>) -> Result<T, Unread>,
    ) -> Option<T> {
        let form = form.to_lowercase();
        let mut words = form.split("{}");
        let mut rest = self.text.strip_prefix(words.next()?)?;
        let mut pieces = Vec::new();
        for word in words {
            let at = if word.is_empty() { rest.len() } else { rest.find(word)? };
            pieces.push(rest[..at].trim());
            rest = &rest[at + word.len()..];
        }
        if !rest.is_empty() {
            return None;
        }
        match read(&mut pieces.into_iter()) {
            Ok(read) => Some(read),
            Err(fault) => {
                if form.len() > self.fitted {
                    (self.fault, self.fitted) = (fault.into(), form.len());
                }
                None
            }
        }
    }

    /// What was wrong with it: one of its pieces, or else the whole, which is none of these forms.
    pub fn failed(self, forms: &[&str]) -> Unread {
        if !self.fault.is_empty() {
            return self.fault.into();
        }
        not_understood(&self.text, forms)
    }
}

/// That a text is none of these forms, and what was expected: the forms of its first word with `…` in their holes, or else the first words
/// of all, each once.
///
/// ```
/// use gloria_table::not_understood;
///
/// let forms = ["lead {} {}", "add {}", "pass", "add {} to {}", "add {}{}"];
/// assert_eq!(not_understood("lead", &forms).0, "'lead' is not understood: expected lead …");
/// assert_eq!(not_understood("Add", &forms).0, "'Add' is not understood: expected add … or add … to …");
/// assert_eq!(not_understood("fly", &forms).0, "'fly' is not understood: expected lead, add or pass");
/// ```
pub fn not_understood(text: &str, forms: &[&str]) -> Unread {
    let verb = |form: &str| form.split(' ').next().unwrap_or_default().to_lowercase();
    // Holes side by side are one to whoever types.
    let holes = |form: &&str| form.replace("{}{}", "{}").replace("{} {}", "{}").replace("{}", "…");
    let mut meant: Vec<String> = forms.iter().filter(|form| verb(form) == verb(text)).map(holes).collect();
    if meant.is_empty() {
        meant = forms.iter().map(|form| verb(form)).collect();
    }
    let mut expected: Vec<String> = Vec::new();
    for form in meant {
        if !expected.contains(&form) {
            expected.push(form);
        }
    }
    let last = expected.pop().unwrap_or_default();
    let others = if expected.is_empty() { String::new() } else { expected.join(", ") + " or " };
    format!("'{text}' is not understood: expected {others}{last}").into()
}

impl<R> Phrase<R> for Seat {
    fn label(&self, _: &R) -> Text {
        Text::of(*self)
    }

    fn read(text: &str, _: &R) -> Result<Self, Unread> {
        Ok(Self::from_letter(text).ok_or_else(|| format!("'{text}' is not a seat: expected A to E"))?)
    }
}

/// Somebody, as the owner of what is named next.
pub struct Whose(pub Seat);

impl<R> Phrase<R> for Whose {
    fn label(&self, _: &R) -> Text {
        Text::of(whose(self.0))
    }

    fn read(text: &str, rules: &R) -> Result<Self, Unread> {
        Phrase::read(text, rules).map(Self)
    }
}
