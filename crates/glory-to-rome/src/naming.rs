//! A view in names: what programs read.

use std::collections::BTreeMap;

use naming::{Counts, Detail, Named, Waiting, by_seat, counts, letter, letters, looker};
use serde::Serialize;
use table::Seat;
use utoipa::ToSchema;

use crate::State;
use crate::cards::{Card, Material, Role};
use crate::effect::{Purchase, Repeated};
use crate::procedures::{Bacchanalia, Frame, FromPool, Levy, Revels, Stage, Stopped, Used};
use crate::rules::Rules;
use crate::state::{self, Board, Camp, Public};
use crate::structure;
use crate::view::View;
use crate::zone::{Cards, Demands, Materials, Tally};

/// A position of Glory to Rome as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = GloryToRomeView)]
pub struct Names {
    /// The seat that looks; null for an onlooker.
    pub viewer: Option<String>,
    /// Turns begun, from 1.
    pub turn: u16,
    /// The seat that leads.
    pub leader: String,
    /// The role led this turn.
    pub role: Option<String>,
    /// The seats that led or followed this turn.
    pub playing: Vec<String>,
    /// Cards left in the draw pile.
    pub draw_pile: u8,
    /// Jacks left in their pile.
    pub jack_pile: u8,
    /// The Pool, by material.
    pub pool: Counts,
    /// Sites left in town, by material.
    pub sites_in_town: Counts,
    /// Sites left out of town, by material.
    pub sites_out_of_town: Counts,
    /// Cards that everyone has seen become mere materials, by name.
    pub seen_as_materials: Counts,
    /// What everyone knows of each player.
    pub players: BTreeMap<String, Player>,
    /// All foundations and structures, oldest first.
    pub structures: Vec<Structure>,
    /// Functions that everybody has.
    pub functions_of_all: Vec<String>,
    /// Cards that everyone knows to be in hands.
    pub known_cards: Vec<KnownCard>,
    /// Cards turned up by a Bacchanalia, and by one inside it.
    pub turned_up: Vec<Counts>,
    /// An action just saved for an out-of-town Site.
    pub saved_action: Option<SavedAction>,
    /// The procedures under way, the outermost first.
    pub procedures: Vec<Waiting>,
    /// How the game ended; null while it goes on.
    pub ending: Option<Ending>,
    /// The viewer's own Order cards, by name; empty for an onlooker.
    pub hand: Counts,
    /// What the viewer alone knows of the own vault, by material.
    pub own_vault: Counts,
    /// Cards shown for demands this turn that the viewer has sold from hand since, by material.
    pub sold_unseen: Counts,
    /// The card that the viewer has just drawn at the Fountain.
    pub drawn: Option<String>,
}

/// What everyone knows of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = GloryToRomePlayer)]
#[allow(clippy::struct_excessive_bools, reason = "independent facts that lie on the table")]
pub struct Player {
    /// Order cards in hand.
    pub orders_in_hand: u8,
    /// Jacks in hand.
    pub jacks_in_hand: u8,
    /// The stockpile, by material.
    pub stockpile: Counts,
    /// The clients, by role.
    pub clients: Counts,
    /// Of them, those hired this turn.
    pub clients_hired: Counts,
    /// Of them, those who have acted this turn.
    pub clients_acted: Counts,
    /// The Sites won, by material.
    pub sites: Counts,
    /// Cards in the vault.
    pub vault: u8,
    /// Of them, those everyone may know, by material.
    pub vault_known: Counts,
    /// Hand cards shown for demands this turn and not seen to leave since, by material.
    pub demanded: Counts,
    /// Hand cards that everyone has seen and that have not been seen to leave, by material.
    pub shown: Counts,
    /// Materials that everyone knows not to be in the hand.
    pub lacks: Vec<String>,
    /// Whether a hand card was lost to a demand this turn.
    pub robbed: bool,
    /// Whether a hand card was sold unseen this turn.
    pub sold_from_hand: bool,
    /// Whether a Craftsman action was done this turn.
    pub crafted: bool,
    /// To whom the player has surrendered.
    pub surrendered_to: Option<String>,
    /// The functions that the player has, by the names of their buildings.
    pub functions: Vec<String>,
    /// Order cards played this turn, by material.
    pub camp: Counts,
    /// Jacks played this turn.
    pub camp_jacks: u8,
    /// How many actions they are worth.
    pub camp_actions: u8,
}

/// A foundation on its Site, or a finished structure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = GloryToRomeStructure)]
#[allow(clippy::struct_excessive_bools, reason = "independent facts that lie on the table")]
pub struct Structure {
    /// Whose it is.
    pub owner: String,
    /// The foundation card.
    pub card: String,
    /// The Site it was laid on.
    pub site: String,
    /// Whether it is finished.
    pub finished: bool,
    /// Whether a Stairway has opened its function to all.
    pub open_to_all: bool,
    /// Whether it was shown as a demand this turn.
    pub shown: bool,
    /// What lies under it, by material.
    pub materials: Counts,
}

/// A card that everyone knows to be in a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = GloryToRomeKnownCard)]
pub struct KnownCard {
    /// Whose hand.
    pub seat: String,
    /// Which card.
    pub card: String,
}

/// An action saved for an out-of-town Site.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = GloryToRomeSavedAction)]
pub struct SavedAction {
    /// Whose it is.
    pub seat: String,
    /// Its role.
    pub role: String,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = GloryToRomeEnding)]
pub struct Ending {
    /// By what: `draw pile`, `Sites`, `Catacomb`, `Bacchanalia`, `Forum`, `Forum Romanum`, `Plebian Council` or `surrender`.
    pub by: String,
    /// Who won by it at once; empty where scores decide.
    pub winners: Vec<String>,
}

impl Named for State {
    type Names = Names;

    fn names(_: &Rules, view: &View) -> Names {
        let View { viewer, public, hand, filched, gone, drawn } = view;
        let Public {
            players,
            turn,
            leader,
            role,
            playing,
            deck,
            jacks,
            pool,
            in_town,
            out_of_town,
            seen,
            camps,
            boards,
            structures,
            functions,
            anybodys,
            known,
            revealed,
            half,
            stack,
            // A state in which something did not fit is never shown: `play` refuses what leads there.
            full: _,
            ending,
        } = public;
        let known_card = |it: &state::Known| KnownCard { seat: letter(it.seat), card: card(it.card) };
        let saved =
            |(seat, role): (Seat, Role)| SavedAction { seat: letter(seat), role: role.name().to_owned() };
        Names {
            viewer: looker(*viewer),
            turn: *turn,
            leader: letter(*leader),
            role: role.map(|role| role.name().to_owned()),
            playing: letters(*playing),
            draw_pile: *deck,
            jack_pile: *jacks,
            pool: materials(pool),
            sites_in_town: materials(in_town),
            sites_out_of_town: materials(out_of_town),
            seen_as_materials: tally(seen),
            players: by_seat(usize::from(*players), |seat| {
                player(&boards[seat], &camps[seat], functions[seat].0.iter().map(card).collect())
            }),
            structures: structures.iter().map(structure).collect(),
            functions_of_all: anybodys.0.iter().map(card).collect(),
            known_cards: known.iter().map(known_card).collect(),
            turned_up: revealed.iter().map(tally).collect(),
            saved_action: half.map(saved),
            procedures: stack.iter().map(|frame| waiting(*frame)).collect(),
            ending: how(*ending),
            hand: cards(hand),
            own_vault: materials(filched),
            sold_unseen: materials(gone),
            drawn: drawn.map(card),
        }
    }
}

fn card(card: Card) -> String {
    card.name().to_owned()
}

fn cards(pile: &Cards) -> Counts {
    counts(pile.iter().map(|(card, count)| (card.name(), count)))
}

fn tally(tally: &Tally) -> Counts {
    counts(Card::all().map(|card| (card.name(), tally.count(card))))
}

fn materials(pile: &Materials) -> Counts {
    counts(Material::ALL.map(|material| (material.name(), pile[material])))
}

/// Clients by what they do, not by their colour.
fn clients(pile: &Materials) -> Counts {
    counts(Material::ALL.map(|material| (material.role().name(), pile[material])))
}

fn player(board: &Board, camp: &Camp, functions: Vec<String>) -> Player {
    let Board {
        orders,
        jacks,
        stock,
        clients: all,
        fresh,
        acted,
        sites,
        vault,
        open,
        demanded,
        shown,
        lacks,
        lost,
        filched,
        crafted,
        surrendered,
    } = board;
    let Camp { orders: played, jacks: camp_jacks, actions } = camp;
    let lacking = Material::ALL.into_iter().filter(|material| lacks >> material.index() & 1 != 0);
    Player {
        orders_in_hand: *orders,
        jacks_in_hand: *jacks,
        stockpile: materials(stock),
        clients: clients(all),
        clients_hired: clients(fresh),
        clients_acted: clients(acted),
        sites: materials(sites),
        vault: *vault,
        vault_known: materials(open),
        demanded: materials(demanded),
        shown: materials(shown),
        lacks: lacking.map(|material| material.name().to_owned()).collect(),
        robbed: *lost,
        sold_from_hand: *filched,
        crafted: *crafted,
        surrendered_to: surrendered.map(letter),
        functions,
        camp: materials(played),
        camp_jacks: *camp_jacks,
        camp_actions: *actions,
    }
}

fn structure(it: &structure::Structure) -> Structure {
    let structure::Structure { owner, card: foundation, site, finished, public, shown, materials: under } =
        it;
    Structure {
        owner: letter(*owner),
        card: card(*foundation),
        site: site.name().to_owned(),
        finished: *finished,
        open_to_all: *public,
        shown: *shown,
        materials: materials(under),
    }
}

fn how(ending: state::Ending) -> Option<Ending> {
    let end = |by: &str, winners| Some(Ending { by: by.to_owned(), winners });
    match ending {
        state::Ending::None => None,
        state::Ending::Deck => end("draw pile", Vec::new()),
        state::Ending::Sites => end("Sites", Vec::new()),
        state::Ending::Catacomb => end("Catacomb", Vec::new()),
        state::Ending::Bacchanalia => end("Bacchanalia", Vec::new()),
        state::Ending::Forum(seats) => end("Forum", letters(seats)),
        state::Ending::ForumRomanum(seats) => end("Forum Romanum", letters(seats)),
        state::Ending::PlebianCouncil(seats) => end("Plebian Council", letters(seats)),
        state::Ending::Surrender(seat) => end("surrender", vec![letter(seat)]),
    }
}

/// A procedure with its locals; where these are packed, what they stand for.
fn waiting(frame: Frame) -> Waiting {
    let mut waiting = frame.told();
    if let Frame::FromPool(FromPool { seat: _, at, demands: _ }) = frame {
        waiting.details.remove("at");
        let material = Material::ALL.get(usize::from(at / 32)).map(|material| material.name());
        return waiting.with_any("material", material).with("asked", at % 32);
    }
    if let Frame::Bacchanalia(Bacchanalia { seat: _, pile, used: _ }) = frame {
        waiting.details.remove("pile");
        return waiting.with("inside_another", pile > 0);
    }
    waiting
}

macro_rules! details {
    ($($Given:ty: $it:ident => $detail:expr;)*) => { $(
        impl From<$Given> for Detail {
            fn from($it: $Given) -> Self {
                $detail.into()
            }
        }
    )* };
}

details! {
    Material: it => it.name();
    Role: it => it.name();
    Card: it => it.name();
    Demands: it => counts(it.kinds().map(|material| (material.name(), it.of(material))));
    Used: it => it.named();
    Revels: it => it.named();
    Stage: it => match it {
        Stage::Follow => "follow",
        Stage::Act => "act",
        Stage::Castra => "Castra",
        Stage::Senate => "Senate",
        Stage::Sewer => "Sewer",
        Stage::Clear => "clear",
        Stage::Academy => "Academy",
        Stage::End => "end",
    };
    Stopped: it => match it {
        Stopped::Nothing => "nothing",
        Stopped::Role => "role",
        Stopped::All => "all",
    };
    Levy: it => match it {
        Levy::Cards => "cards",
        Levy::Clients => "clients",
        Levy::Foundations => "foundations",
    };
    Repeated: it => match it {
        Repeated::Craftsman => "Craftsman",
        Repeated::Laborer => "Laborer",
        Repeated::Patron => "Patron",
        Repeated::Think => "Think",
    };
    Purchase: it => match it {
        Purchase::Structure => "structure",
        Purchase::Bonus => "bonus",
    };
}

impl Used {
    fn named(self) -> Vec<&'static str> {
        let parts = [
            (Self::MAIN, "main"),
            (Self::HAND, "hand"),
            (Self::DECK, "draw pile"),
            (Self::DOMUS, "Domus"),
            (Self::BATH, "Bath"),
            (Self::SPARED, "spared"),
        ];
        parts.into_iter().filter(|(part, _)| self.has(*part)).map(|(_, name)| name).collect()
    }
}

impl Revels {
    fn named(self) -> Vec<&'static str> {
        let parts = [
            (Self::STOCK, "stockpile"),
            (Self::CLIENT, "client"),
            (Self::VAULT, "vault"),
            (Self::LAY, "foundation"),
            (Self::ADD, "material"),
            (Self::LAST, "last cards"),
        ];
        parts.into_iter().filter(|(part, _)| self.has(*part)).map(|(_, name)| name).collect()
    }
}
