//! The gallery: every picture of every game, to be looked at.

use maud::Markup;

use table::{Info, say, tongue};

use crate::layout::{Guest, page};
use crate::picture::Plate;

/// How large the pictures are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Size {
    /// As on a crowded table.
    Small,
    /// As on a card.
    #[default]
    Middle,
    /// With frame and joints.
    Large,
}

/// On what ground they are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shade {
    /// As the guest's own screen has it.
    #[default]
    Own,
    /// As on a light screen.
    Light,
    /// As on a dark screen.
    Dark,
}

/// What of the gallery is shown, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Show {
    /// How large.
    pub size: Size,
    /// On what ground.
    pub shade: Shade,
}

impl Size {
    /// All sizes: each with its word in the address, and how many pixels wide it is.
    pub const ALL: [(Self, &'static str, u16); 3] =
        [(Self::Small, "48", 48), (Self::Middle, "120", 120), (Self::Large, "400", 400)];

    fn class(self) -> &'static str {
        match self {
            Self::Small => "at-48",
            Self::Middle => "at-120",
            Self::Large => "at-400",
        }
    }
}

impl Shade {
    /// All grounds, each with its word in the address.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Own, "own"), (Self::Light, "light"), (Self::Dark, "dark")];

    fn class(self) -> &'static str {
        match self {
            Self::Own => "",
            Self::Light => " inks-light",
            Self::Dark => " inks-dark",
        }
    }

    fn called(self) -> &'static str {
        match self {
            Self::Own => "As your screen",
            Self::Light => "Light",
            Self::Dark => "Dark",
        }
    }
}

impl Show {
    fn address(self, game: &str) -> String {
        let word = |all: &[(Shade, &'static str)]| {
            all.iter().find(|(shade, _)| *shade == self.shade).map_or("", |(_, word)| word)
        };
        let size = Size::ALL.iter().find(|(size, _, _)| *size == self.size).map_or("", |(_, word, _)| word);
        format!("/gallery?game={game}&size={size}&ground={}", word(&Shade::ALL))
    }
}

/// The pictures of one game, family by family.
fn families(plates: &[Plate], size: Size) -> Markup {
    let mut names: Vec<&str> = Vec::new();
    for plate in plates {
        if !names.contains(&plate.family) {
            names.push(plate.family);
        }
    }
    html! {
        @for family in names {
            section class="family" {
                h2 { (tongue::phrase(family)) }
                ul class={ "plates " (size.class()) } {
                    @for plate in plates.iter().filter(|plate| plate.family == family) {
                        li class=(plate.paint) {
                            @match size {
                                Size::Small | Size::Middle => (plate.picture.small()),
                                Size::Large => (plate.picture.large()),
                            }
                            span { (tongue::name(&plate.name)) }
                        }
                    }
                }
            }
        }
    }
}

/// The gallery of one game, with the way to the others.
pub fn gallery(guest: &Guest<'_>, games: &[Info], shown: &Info, plates: &[Plate], show: Show) -> Markup {
    let title = say!("{}: the pictures", shown.title).to_string();
    let body = html! {
        div class={ "gallery" (show.shade.class()) } {
            h1 { (title) }
            nav class="row" aria-label="What is shown" {
                @for game in games { a class="button" href=(show.address(game.name)) aria-current=[(game.name == shown.name).then_some("page")] { (tongue::phrase(game.title)) } }
                @for (size, _, pixels) in Size::ALL { a class="button" href=(Show { size, ..show }.address(shown.name)) aria-current=[(size == show.size).then_some("true")] { (pixels) " px" } }
                @for (shade, _) in Shade::ALL { a class="button" href=(Show { shade, ..show }.address(shown.name)) aria-current=[(shade == show.shade).then_some("true")] { (tongue::phrase(shade.called())) } }
            }
            (families(plates, show.size))
        }
    };
    page(&title, Some(guest), "reading", &body)
}
