//! Enums whose values have names, in card files, options and notation: each is named once.

/// What has a name.
pub(crate) trait Named: Copy + 'static {
    /// All of them, in order.
    const VALUES: &'static [Self];

    /// Its name.
    fn named(self) -> &'static str;
}

/// Makes enums with the name of each value, all of them in a list, and what reads a name.
macro_rules! named {
    ($( $(#[$outer:meta])* pub enum $Name:ident { $( $(#[$inner:meta])* $Value:ident = $name:literal ),* $(,)? } )*) => { $(
        $(#[$outer])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $Name { $( $(#[$inner])* $Value ),* }

        impl $Name {
            /// All of them, in order.
            pub const ALL: [Self; Self::NAMES.len()] = [ $( Self::$Value ),* ];
            /// Their names, in order.
            pub const NAMES: &'static [&'static str] = &[ $( $name ),* ];

            /// Its name in files, options and notation.
            pub const fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }

            /// Its place among all.
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The one with this name.
            pub fn read(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|it| it.name() == name)
            }
        }

        impl $crate::named::Named for $Name {
            const VALUES: &'static [Self] = &Self::ALL;

            fn named(self) -> &'static str {
                self.name()
            }
        }
    )* };
}

pub(crate) use named;
