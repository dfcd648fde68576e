//! Sizes others build on.

use chess::{Move, Position};

#[test]
fn values_are_as_small_as_documented() {
    assert_eq!(size_of::<Option<Move>>(), 2);
    assert_eq!(size_of::<Position>(), 216);
}
