//! What happened, in words for one viewer.

use table::{Part, Seat, SeatSet, Viewer};

use crate::action::{Place, Supply};
use crate::cards::{Card, Material};
use crate::event::{Event, Origin, Reason, Sale};
use crate::rules::Rules;
use crate::words::{count, demanded, jacks, joined, number, pile};
use crate::zone::Demands;
use crate::{score, text};

/// The events as lines for the viewer, in the order in which they happened.
pub(crate) fn news(rules: &Rules, viewer: Viewer, events: &[Event]) -> Vec<String> {
    let teller = Teller { rules, viewer };
    let mut lines = Vec::new();
    let mut firsts = Vec::new();
    for event in events {
        // The cards turned up for the first lead are one line.
        if let Event::FirstCard { seat, card } = event {
            firsts.push(format!("{card} for {}", teller.whom(*seat)));
            continue;
        }
        if !firsts.is_empty() {
            lines.push(format!("Turned up to see who leads first: {}.", firsts.join(", ")));
            firsts.clear();
        }
        lines.push(teller.line(event));
        if let Event::Ended { winners, tally, .. } = event {
            teller.result(*winners, tally, &mut lines);
        }
    }
    lines
}

struct Teller<'a> {
    rules: &'a Rules,
    viewer: Viewer,
}

impl Teller<'_> {
    /// Who does it: "You draw", "B draws".
    fn does(&self, seat: Seat, you: &str, others: &str) -> String {
        if self.viewer.is(seat) { format!("You {you}") } else { format!("{seat} {others}") }
    }

    /// Whose it is: "your", "B's".
    fn whose(&self, seat: Seat) -> String {
        if self.viewer.is(seat) { "your".to_owned() } else { format!("{seat}'s") }
    }

    /// To whom: "you", "B".
    fn whom(&self, seat: Seat) -> String {
        if self.viewer.is(seat) { "you".to_owned() } else { seat.to_string() }
    }

    #[allow(clippy::too_many_lines)] // One line for each thing that can happen, in the order of `Event`.
    fn line(&self, event: &Event) -> String {
        match *event {
            Event::Dealt { orders, jacks: dealt } => {
                let with = if dealt > 0 { format!(" and {}", jacks(dealt)) } else { String::new() };
                format!("Everyone is dealt {}{with}.", number(orders, "Order card"))
            }
            Event::FirstCard { seat, card } => format!("{card} is turned up for {}.", self.whom(seat)),
            Event::Tied { seats, card } => {
                let seats: Vec<_> = seats.iter().map(|seat| self.whom(seat)).collect();
                format!("A tie with {card}: another card each for {}.", seats.join(", "))
            }
            Event::Starts { seat, card } => {
                let leads = self.does(seat, "lead", "leads");
                format!("{leads} first, since {card} comes first in the alphabet.")
            }
            Event::PutAside { left } => {
                format!("Half the draw pile is put aside: {} left.", number(left, "card"))
            }
            Event::TurnBegins { turn, leader } => {
                let leads =
                    if self.viewer.is(leader) { "you lead".to_owned() } else { format!("{leader} leads") };
                format!("Turn {turn}: {leads}.")
            }
            Event::Petitioned { seat, material, role } => {
                let whose = if self.viewer.is(seat) { "Your".to_owned() } else { self.whose(seat) };
                format!("{whose} petition of {material} stands for {role}.")
            }
            Event::Surrendered { seat, to } => {
                format!("{} to {}.", self.does(seat, "surrender", "surrenders"), self.whom(to))
            }
            Event::Drew { seat, ref cards } if self.viewer.is(seat) => format!("You draw {}.", names(cards)),
            Event::Drew { seat, ref cards } => {
                format!("{seat} draws {}.", number(cards.len() as u32, "card"))
            }
            Event::TookJack { seat, left } => {
                let left = match left {
                    0 => "none is left".to_owned(),
                    1 => "1 is left".to_owned(),
                    left => format!("{left} are left"),
                };
                format!("{} a Jack; {left}.", self.does(seat, "take", "takes"))
            }
            Event::Discarded { seat, ref cards, jacks } => self.discarded(seat, cards, jacks),
            Event::Gathered { seat, material, from, now } => {
                let puts = self.does(seat, "put", "puts");
                let what = card_from(material, from);
                format!("{puts} {what} into the stockpile: {now} {material} there now.")
            }
            Event::Hired { seat, colour, from, now, room } => self.hired(seat, colour, from, now, room),
            Event::Sold { seat, sale, now, room } => self.sold(seat, sale, now, room),
            Event::Laid { seat, card, site, place, left } => {
                let place = match place {
                    Place::Town => "in town",
                    Place::Outskirts => "out of town",
                };
                let lays = self.does(seat, "lay", "lays");
                format!("{lays} {card} on a {site} Site {place} ({left} left).")
            }
            Event::Added { seat, supply, card, now, cost } => {
                let what = match supply {
                    Supply::Card(card) => format!("{card} ({})", card.material()),
                    Supply::Stock(material) => material.with_article(),
                    Supply::Pool(material) => format!("{} from the Pool", material.with_article()),
                };
                format!("{} {what} to {card}: {now} of {cost}.", self.does(seat, "add", "adds"))
            }
            Event::Completed { seat, card, site, influence } => {
                let finishes = self.does(seat, "finish", "finishes");
                let more = site.value();
                format!("{finishes} {card}: +{more} influence, now {influence}.{}", self.function(seat, card))
            }
            Event::Looked { seat, card } if self.viewer.is(seat) => {
                format!("You draw {card} at the Fountain.")
            }
            Event::Looked { seat, .. } => format!("{seat} draws a card at the Fountain."),
            Event::Dismantled { seat, card, ref materials } => {
                let dismantles = self.does(seat, "dismantle", "dismantles");
                format!("{dismantles} {card}; back to the stockpile: {}.", pile(materials))
            }
            Event::Opened { seat, owner, card, material } => {
                let opens = self.does(seat, "open", "opens");
                let what = format!("{} {card}", self.whose(owner));
                format!(
                    "{opens} {what} to all with {}.{}",
                    material.with_article(),
                    self.function(seat, card)
                )
            }
            Event::Recovered { seat, card, material } => {
                format!("{} {} back from {card}.", self.does(seat, "take", "takes"), material.with_article())
            }
            Event::Demanded { seat, demands } => {
                format!("{} {}.", self.does(seat, "demand", "demands"), demanded(demands))
            }
            Event::Given { seat, to, card } => {
                let gives = self.does(seat, "give", "gives");
                format!("{gives} {card} ({}) to {}.", card.material(), self.whom(to))
            }
            Event::StockGiven { seat, to, material, count: number } => {
                let gives = self.does(seat, "give", "gives");
                format!("{gives} {} from the stockpile to {}.", count(number, material.name()), self.whom(to))
            }
            Event::NothingGiven { seat, left, reason, .. } => self.nothing_given(seat, left, reason),
            Event::Slain { seat, victim, colour } => {
                let takes = self.does(seat, "take", "takes");
                format!("{takes} {} {} for the vault.", self.whose(victim), colour.role())
            }
            Event::Razed { seat, victim, card, influence } => {
                let razes = self.does(seat, "raze", "razes");
                let what = format!("{} {card}", self.whose(victim));
                format!(
                    "{razes} {what}: its card goes to the stockpile, its Site to the influence, now {influence}."
                )
            }
            Event::SiteGiven { from, to, site, left, now } => {
                let gives = self.does(from, "give", "gives");
                let (more, to) = (site.value(), self.whom(to));
                format!("{gives} a {site} Site, and so {more} influence, to {to}: {left} and {now} now.")
            }
            Event::Stolen { seat, victim, card } => {
                let steals = self.does(seat, "steal", "steals");
                format!("{steals} {} {card}.{}", self.whose(victim), self.function(seat, card))
            }
            Event::SetOff { seat, owner, card } => {
                format!("{} the bonus of {} {card}.", self.does(seat, "use", "uses"), self.whose(owner))
            }
            Event::TurnedUp { seat, ref cards } => {
                format!("{} up {}.", self.does(seat, "turn", "turns"), names(cards))
            }
            Event::ToHand { seat, ref cards } => {
                format!("{} {} into hand.", self.does(seat, "take", "takes"), names(cards))
            }
            Event::Claimed { seat, of } => {
                format!("{} {} Jack.", self.does(seat, "take", "takes"), self.whose(of))
            }
            Event::KeptOrder { seat, material, now } => {
                let keeps = self.does(seat, "keep", "keeps");
                format!("{keeps} a {material} card played: {now} {material} in the stockpile now.")
            }
            Event::Cleared { ref orders } => format!("The cards played go to the Pool: {}.", pile(orders)),
            Event::Ended { ending, .. } => format!("The game is over: {}.", score::reason(ending)),
        }
    }

    fn discarded(&self, seat: Seat, cards: &[Card], put_back: u8) -> String {
        let mut parts = Vec::new();
        if !cards.is_empty() {
            parts.push(names(cards));
        }
        if put_back > 0 {
            parts.push(jacks(put_back));
        }
        format!("{} {}.", self.does(seat, "discard", "discards"), joined(&parts, "and"))
    }

    fn hired(&self, seat: Seat, colour: Material, from: Origin, now: u8, room: u8) -> String {
        let hires = self.does(seat, "hire", "hires");
        let who = colour.role().with_article();
        let whence = match from {
            Origin::Pool => "from the Pool".to_owned(),
            Origin::Hand(card) => format!("from hand ({card})"),
            Origin::Deck(card) => format!("from the draw pile ({card})"),
            Origin::Under(card) => format!("from under {card}"),
            Origin::TurnedUp(card) => format!("from the cards turned up ({card})"),
        };
        format!("{hires} {who} {whence}: {now} of {}.", number(room, "client"))
    }

    /// GTR-26: what went into a vault is not told again later, so it is not told at all unless the table's memory is open.
    fn sold(&self, seat: Seat, sale: Sale, now: u8, room: u8) -> String {
        let open = self.rules.open_memory;
        let own = open && self.viewer.is(seat);
        let puts = self.does(seat, "put", "puts");
        let what = match sale {
            Sale::Stock(material) if open => format!("{} from the stockpile", material.with_article()),
            Sale::Stock(_) => "a card from the stockpile".to_owned(),
            Sale::Hand(card) if own => format!("{card} from hand, unseen,"),
            Sale::Hand(_) => "a card from hand, unseen,".to_owned(),
            Sale::Deck => "the top card of the draw pile, unseen,".to_owned(),
            Sale::Client(colour) if open => format!("{} client", colour.role().with_article()),
            Sale::Client(_) => "a client".to_owned(),
            Sale::TurnedUp(card) if open => format!("{card} from the cards turned up"),
            Sale::TurnedUp(_) => "a card turned up".to_owned(),
        };
        format!("{puts} {what} into the vault: {now} of {}.", number(room, "card"))
    }

    fn nothing_given(&self, seat: Seat, left: Demands, reason: Reason) -> String {
        match reason {
            Reason::Shielded => {
                let gives = self.does(seat, "give", "gives");
                format!("{gives} nothing more, behind Palisade or Wall.")
            }
            Reason::None => {
                let none: Vec<_> = left.kinds().map(|material| material.name().to_owned()).collect();
                let has = self.does(seat, "have", "has");
                format!("“Glory to Rome!” {has} no more {} to give.", joined(&none, "or"))
            }
        }
    }

    /// What a building does, as a sentence after another; nothing in the training game, which has no functions (GTR-5).
    fn function(&self, seat: Seat, card: Card) -> String {
        if self.rules.training {
            String::new()
        } else if self.viewer.is(seat) {
            format!(" {}", text::of(card))
        } else {
            // The text speaks to its owner.
            format!(" Its text: “{}”", text::of(card))
        }
    }

    /// The final scores with what they are made of, and who won.
    fn result(&self, winners: SeatSet, tally: &[Vec<Part>], lines: &mut Vec<String>) {
        for (seat, parts) in Seat::all(tally.len()).zip(tally) {
            let points: i32 = parts.iter().map(|part| part.points).sum();
            let parts: Vec<_> = parts.iter().map(ToString::to_string).collect();
            lines.push(format!("{} {points}: {}.", self.does(seat, "score", "scores"), parts.join(", ")));
        }
        let alone = winners.len() == 1;
        for seat in winners.iter() {
            let wins = if alone {
                self.does(seat, "win", "wins")
            } else {
                self.does(seat, "share the win", "shares the win")
            };
            lines.push(format!("{wins}."));
        }
    }
}

fn names(cards: &[Card]) -> String {
    let mut kinds: Vec<(Card, u8)> = Vec::new();
    for card in cards {
        match kinds.iter_mut().find(|(kind, _)| kind == card) {
            Some((_, number)) => *number += 1,
            None => kinds.push((*card, 1)),
        }
    }
    let parts: Vec<_> = kinds.into_iter().map(|(card, number)| count(number, card.name())).collect();
    if parts.is_empty() { "nothing".to_owned() } else { joined(&parts, "and") }
}

fn card_from(material: Material, from: Origin) -> String {
    let what = material.with_article();
    match from {
        Origin::Pool => format!("{what} from the Pool"),
        Origin::Hand(card) => format!("{card} ({material}) from hand"),
        Origin::Deck(card) | Origin::TurnedUp(card) => format!("{card} ({material})"),
        Origin::Under(card) => format!("{what} from under {card}"),
    }
}
