//! What must not be serialisable is not. The compile-fail examples in the documentation of `Hidden` and `Seed` show the
//! same for states that people write; here it is asked of the types themselves, with controls that can be serialised.

use std::marker::PhantomData;

use gloria_lots as lots;
use gloria_lots::Lots;
use gloria_table::{Fair, Hidden, Record, Seed};
use serde::Serialize;

/// Asks whether a type can be serialised: the constant below wins only where its bound holds.
struct Ask<T>(PhantomData<T>);

trait Otherwise {
    const SERIALISABLE: bool = false;
}

impl<T> Otherwise for Ask<T> {}

impl<T: Serialize> Ask<T> {
    const SERIALISABLE: bool = true;
}

#[test]
fn secrets_are_not_serialisable() {
    let secrets = [
        Ask::<Hidden<u8>>::SERIALISABLE,
        Ask::<Seed>::SERIALISABLE,
        Ask::<Fair>::SERIALISABLE,
        Ask::<Lots>::SERIALISABLE,
        Ask::<Record<Lots>>::SERIALISABLE,
    ];
    assert_eq!(secrets, [false; 5]);
}

#[test]
fn what_is_open_is_serialisable() {
    let open = [Ask::<u8>::SERIALISABLE, Ask::<lots::View>::SERIALISABLE, Ask::<lots::Public>::SERIALISABLE];
    assert_eq!(open, [true; 3]);
}
