//! What is being built, and what has been.

use serde::Serialize;
use table::Seat;

use crate::cards::{Card, Material};
use crate::zone::Materials;

/// A foundation on its Site, or a finished structure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[allow(clippy::struct_excessive_bools)] // Four independent facts that lie on the table.
pub struct Structure {
    /// Whose it is now.
    pub owner: Seat,
    /// The foundation card.
    pub card: Card,
    /// The Site it was laid on. A finished structure's Site card lies in somebody's influence.
    pub site: Material,
    /// Whether it is finished.
    pub finished: bool,
    /// Whether a Stairway has opened its function to all (GTR-90).
    pub public: bool,
    /// Whether it was shown as a demand this turn (GTR-112).
    pub shown: bool,
    /// What lies under it, a Stairway's material included.
    pub materials: Materials,
}

impl Structure {
    /// A foundation just laid.
    pub fn foundation(owner: Seat, card: Card, site: Material) -> Self {
        let materials = Materials::default();
        Self { owner, card, site, finished: false, public: false, shown: false, materials }
    }

    /// Whether it is of this colour: its foundation's, or for a Statue also its Site's (GTR-91).
    pub fn is_of(&self, material: Material) -> bool {
        self.card.material() == material || self.site == material
    }

    /// Whether a Gate makes it work before it is finished: Marble, or Stone that was given Marble (GTR-75, GTR-76).
    pub fn counts_as_marble(&self) -> bool {
        self.card.material() == Material::Marble
            || (self.is_of(Material::Stone) && self.materials.has(Material::Marble))
    }

    /// How many materials complete it (GTR-32); a Statue goes by its Site (GTR-91).
    pub const fn cost(&self) -> u8 {
        self.site.value()
    }
}

impl Default for Structure {
    fn default() -> Self {
        Self::foundation(Seat::default(), Card::default(), Material::Rubble)
    }
}
