//! The list of a game's procedures, made into one type.

/// Makes the type of everything that can wait in a game: one variant for each procedure, which holds the value of the same name, the
/// procedure's locals. It also makes a macro `each!(frame, procedure => what)` that does the same with whichever it is, and `NAMES`.
#[macro_export]
macro_rules! procedures {
    ($(#[$outer:meta])* pub enum $Frame:ident { $( $(#[$inner:meta])* $Name:ident ),* $(,)? }) => {
        $(#[$outer])*
        pub enum $Frame { $( $(#[$inner])* $Name($Name) ),* }

        impl $Frame {
            /// The names of all procedures, in the order of the list.
            pub const NAMES: &'static [&'static str] = &[ $( stringify!($Name) ),* ];

            /// Its name.
            pub const fn name(&self) -> &'static str {
                match self { $( Self::$Name(_) => stringify!($Name) ),* }
            }
        }

        $( impl From<$Name> for $Frame {
            #[inline]
            fn from(procedure: $Name) -> Self {
                Self::$Name(procedure)
            }
        } )*

        $crate::procedures!(@each ($) $Frame $($Name)*);
    };
    (@each ($d:tt) $Frame:ident $($Name:ident)*) => {
        macro_rules! each {
            ($d frame:expr, $d procedure:ident => $d what:expr) => {
                match $d frame { $( $Frame::$Name($d procedure) => $d what ),* }
            };
        }
    };
}
