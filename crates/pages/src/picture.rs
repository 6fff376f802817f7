//! The games' own pictures: small ones on cards and boards, large ones with their frame.

use maud::Markup;

use crate::assets;

/// A picture of a game. It never carries a meaning alone: its name stands beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The set it belongs to: a game's, or one of its kingdoms'.
    pub game: &'static str,
    /// What it is called in its set.
    pub id: String,
}

impl Picture {
    /// The picture of what has this name.
    pub fn of(game: &'static str, name: &str) -> Self {
        Self { game, id: id(name) }
    }

    /// Whether its set has it.
    pub fn there(&self) -> bool {
        assets::has_picture(self.game, &self.id)
    }

    /// The picture of what has this name, or of what comes next where its set has none: a card of somebody's own set looks like its
    /// family.
    pub fn of_or(game: &'static str, name: &str, family: &str) -> Self {
        let own = Self::of(game, name);
        if assets::has_picture(game, &own.id) { own } else { Self::of(game, family) }
    }

    /// Small: the bare picture, as wide as its box.
    pub fn small(&self) -> Markup {
        html! {
            svg class="c-art pic" viewBox="0 0 96 64" aria-hidden="true" { use href=(assets::picture(self.game, &self.id)) {} }
        }
    }

    /// Large: laid in stones, with its frame.
    pub fn large(&self) -> Markup {
        let (stones, joints, frame) =
            (assets::shared("stones"), assets::shared("joints"), assets::shared("frame"));
        html! {
            svg class="pic plate" viewBox="-6 -6 108 76" aria-hidden="true" {
                use href=(stones) width="96" height="64" {}
                svg x="-1" y="-1" width="98" height="66" viewBox="-1 -1 98 66" {
                    use href=(assets::picture(self.game, &self.id)) width="96" height="64" {}
                    use href=(joints) width="96" height="64" {}
                }
                use href=(frame) x="-6" y="-6" width="108" height="76" {}
            }
        }
    }
}

/// The id of what has this name: small letters and figures, everything between them a hyphen.
fn id(name: &str) -> String {
    let letters = name.chars().filter(|letter| *letter != '\'').map(|letter| letter.to_ascii_lowercase());
    letters.map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
}

/// A picture as the gallery shows it.
#[derive(Clone, Debug)]
pub struct Plate {
    /// What sort of thing it is: buildings, heroes, monsters.
    pub family: &'static str,
    /// The name of what it shows.
    pub name: String,
    /// The class of its colour.
    pub paint: &'static str,
    /// The picture.
    pub picture: Picture,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_ids() {
        assert_eq!(Picture::of("glory", "Will o' Wisps").id, "will-o-wisps");
        assert_eq!(Picture::of("glory", "Hroth Mountain-Breaker").id, "hroth-mountain-breaker");
    }
}
