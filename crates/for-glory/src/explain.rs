//! What an action would do, in a sentence or two for the one who decides.

use table::Seat;

use crate::action::{Action, Source};
use crate::cards::{INCOMES, Kind};
use crate::effect::{Effect, Stat};
use crate::frame::{Bearer, Frame, Use};
use crate::ludus::Section;
use crate::phrase::{bearer, capital, coins, joined, several};
use crate::pile::{Half, Pair};
use crate::resolve;
use crate::rules::Rules;
use crate::state::{Place, State, Stops};
use crate::text;

impl State {
    /// What the action would do for the seat that decides. The state is made from that seat's view, so nothing leaks.
    pub(crate) fn would_do(&self, rules: &Rules, seat: Seat, action: Action) -> String {
        let card = |kind: Kind| text::card(rules.set.card(kind));
        match action {
            Action::Buy(kind) => {
                let (price, printed) = (self.price(rules, seat, kind), rules.set.card(kind).cost);
                if price == printed {
                    return card(kind);
                }
                format!("Costs you {} instead of {printed}. {}", coins(price), card(kind))
            }
            Action::Play(kind) => self.warned(rules, seat, action, &card(kind)),
            Action::Enter(kind, place) => self.explain_entry(rules, seat, kind, place),
            Action::Reserve(_) => {
                "Put it face down into your reserve. Later you can buy the whole reserve back for 1 coin a card."
                    .to_owned()
            }
            Action::Upgrade(kind) => match rules.set.next_level(kind) {
                Some(next) => format!(
                    "Pay {}: it leaves the game and {} goes to your discard pile. {}",
                    coins(rules.set.card(next).cost),
                    rules.set.card(next).name,
                    card(next)
                ),
                None => "It has no further level.".to_owned(),
            },
            Action::Use(source, ability) => {
                self.warned(rules, seat, action, &explain_use(rules, source, ability))
            }
            Action::Blessing(_) => {
                "Remove one of its blessings to prevent all damage assigned to it so far.".to_owned()
            }
            Action::Redeem => {
                let cards = self.ludus(seat).reserve;
                format!("Pay {} and take your reserve into your hand: {}.", coins(cards), several(cards, "card"))
            }
            Action::Stops(stops) => explain_stops(stops).to_owned(),
            Action::EndTurn => {
                format!("Discard your hand, refill the supply and draw {} cards.", self.hand_size(rules, seat))
            }
            Action::Attack(fighter) => {
                let slot = self.find(fighter.owner, fighter.kind, fighter.nth);
                let attack = slot.map_or(0, |slot| self.stat(rules, slot, Stat::Attack));
                format!("Exhaust it. After any reactions it deals {attack} damage to one opposing gladiator.")
            }
            Action::Pass => self.explain_pass(),
            Action::Target(_) => self.explain_target(rules),
            Action::Choose(kind) => self.explain_choice(rules, kind),
            Action::Row(_) => "Discard its face-up cards and turn up three new ones.".to_owned(),
            Action::Place(place) => format!("It goes to {}.", self.arena_name(rules, place)),
            Action::Patron(_, kind) => self.explain_step(rules, &rules.set.card(kind).name),
            Action::Arena(id) => format!("Ready {}.", rules.set.arena(id).name),
            Action::Opponent(_) => self.explain_step(rules, "this player"),
            Action::First(..) => "Reactions to this come first.".to_owned(),
            Action::Pay(incomes) => self.explain_payment(rules, incomes),
            Action::Accept => self.explain_offer(rules),
            Action::Decline => self.explain_decline(rules, seat),
        }
    }

    /// A scheme may be used for nothing (FG-122): its owner is told before.
    fn warned(&self, rules: &Rules, seat: Seat, action: Action, text: &str) -> String {
        if self.comes_to_nothing(rules, seat, action) {
            return format!("Nothing would come of it now. {text}");
        }
        text.to_owned()
    }

    /// An arena of the row by its name, and which one it is.
    pub(crate) fn arena_name(&self, rules: &Rules, place: Place) -> String {
        let what = match place {
            Place::Near => "the near Fleeting arena",
            Place::Far => "the far Fleeting arena",
            Place::Lasting => "the Lasting arena",
        };
        match self.public.arenas[place.index()] {
            Some(id) if rules.is_multi() => rules.set.arena(id).name.clone(),
            Some(id) => format!("{}, {what}", rules.set.arena(id).name),
            None => what.to_owned(),
        }
    }

    fn explain_entry(&self, rules: &Rules, seat: Seat, kind: Kind, place: Place) -> String {
        let late = match self.public.stack.last() {
            Some(Frame::Register { .. }) => format!("Pay {}. ", coins(self.registration_cost(rules, seat))),
            _ => String::new(),
        };
        format!("{late}It enters {}. {}", self.arena_name(rules, place), text::card(rules.set.card(kind)))
    }

    fn explain_pass(&self) -> String {
        match self.public.stack.last() {
            Some(Frame::Register { .. }) => "Register nobody more: you are out of late registration.",
            Some(Frame::Battle(battle)) if battle.attacked || battle.tactic => "End your combat turn.",
            Some(Frame::Battle(_)) => "Do nothing in this combat turn.",
            Some(Frame::Window(_)) => "Do not react.",
            _ => "Do nothing now.",
        }
        .to_owned()
    }

    /// The ability that waits for an answer, if one does.
    fn waiting(&self) -> Option<&Use> {
        match self.public.stack.last() {
            Some(Frame::Use(it)) => Some(it),
            _ => None,
        }
    }

    /// What the sentence that waits for an answer says.
    fn waiting_text(&self, rules: &Rules) -> Option<String> {
        let it = self.waiting()?;
        let ability = resolve::ability(rules, it.bearer, it.ability);
        let step = ability.steps.get(usize::from(it.step))?;
        let stands = text::Stands::of(it.bearer);
        Some(text::of_effect(bearer(rules, it.bearer), stands, ability.timing, step.effect))
    }

    fn explain_step(&self, rules: &Rules, what: &str) -> String {
        match self.waiting_text(rules) {
            Some(text) => format!("{}: this means {what}.", capital(&text)),
            None => format!("Choose {what}."),
        }
    }

    fn explain_target(&self, rules: &Rules) -> String {
        match self.public.stack.last() {
            Some(Frame::Attack { slot, seat, .. }) if rules.magnus() != Some(*seat) => {
                format!("Deal it {} damage.", self.stat(rules, *slot, Stat::Attack))
            }
            Some(Frame::Attack { .. }) => "Let the Ludus Magnus attack this one.".to_owned(),
            Some(Frame::Magnus { section: Section::Reaction, .. }) => {
                "The Ludus Magnus draws its reaction for this one first.".to_owned()
            }
            Some(Frame::Magnus { .. }) => "Let the Ludus Magnus select this one.".to_owned(),
            Some(Frame::Lose { .. }) => "Give it up. It counts as defeated.".to_owned(),
            _ => match self.waiting_text(rules) {
                Some(text) => format!("{}.", capital(&text)),
                None => "Choose this gladiator.".to_owned(),
            },
        }
    }

    fn explain_choice(&self, rules: &Rules, kind: Kind) -> String {
        let name = &rules.set.card(kind).name;
        match self.public.stack.last() {
            Some(Frame::Discard { .. }) => format!("Discard {name}."),
            Some(Frame::Draft { .. }) => format!("Take this champion. {}", text::card(rules.set.card(kind))),
            _ => match self.waiting_effect(rules) {
                Some(Effect::Cull {}) => format!("Remove {name} from the game."),
                Some(Effect::OnDeck { .. }) => format!("Put {name} on top of your deck."),
                Some(Effect::Retrieve { .. }) => format!("Take {name} into your hand."),
                _ => format!("Choose {name}."),
            },
        }
    }

    fn waiting_effect(&self, rules: &Rules) -> Option<Effect> {
        let it = self.waiting()?;
        let step = resolve::ability(rules, it.bearer, it.ability).steps.get(usize::from(it.step))?;
        Some(step.effect)
    }

    fn explain_payment(&self, rules: &Rules, incomes: [u8; INCOMES]) -> String {
        let Some(Frame::Pay { coins: cost, .. }) = self.public.stack.last() else {
            return "Pay.".to_owned();
        };
        let worth = |(kind, count): (&Kind, u8)| u32::from(rules.set.card(*kind).value) * u32::from(count);
        let worth: u32 = rules.set.incomes().iter().zip(incomes).map(worth).sum();
        let tokens = u32::from(*cost).saturating_sub(worth);
        let mut parts = Vec::new();
        if worth > 0 {
            parts.push(format!("{} from income cards", coins(worth)));
        }
        if tokens > 0 {
            parts.push(several(tokens, "coin token"));
        }
        let lost = worth.saturating_sub(u32::from(*cost));
        let lost = if lost > 0 {
            format!(" {} more than needed, without change.", coins(lost))
        } else {
            String::new()
        };
        format!("{}.{lost}", capital(&joined(&parts)))
    }

    fn explain_offer(&self, rules: &Rules) -> String {
        match self.public.stack.last() {
            Some(Frame::Reclaim { kind, coins: price, .. }) => {
                format!("Pay {} and take {} back into your hand.", coins(*price), rules.set.card(*kind).name)
            }
            Some(Frame::Token { .. }) => {
                "Take the second Reigning Champion token, which starts the arena phase.".to_owned()
            }
            _ => match self.waiting_text(rules) {
                Some(text) => format!("Yes: {text}."),
                None => "Yes.".to_owned(),
            },
        }
    }

    fn explain_decline(&self, rules: &Rules, seat: Seat) -> String {
        match self.public.stack.last() {
            Some(Frame::Reclaim { kind, .. }) => {
                format!("Leave {} in your discard pile.", rules.set.card(*kind).name)
            }
            Some(Frame::Token { .. }) => "Leave the token for now.".to_owned(),
            Some(Frame::Pay { .. }) => "You can't pay, so nothing comes of it.".to_owned(),
            Some(Frame::Use(it)) => {
                let mut any = false;
                if let Some(step) =
                    resolve::ability(rules, it.bearer, it.ability).steps.get(usize::from(it.step))
                    && let Some(need) = Self::need(rules, it, *step)
                {
                    self.choices(rules, it, need, |_| any = true);
                }
                let why =
                    if any || seat != it.seat { "No, go on without it." } else { "You have no card for it." };
                why.to_owned()
            }
            _ => "No.".to_owned(),
        }
    }
}

const fn explain_stops(stops: Stops) -> &'static str {
    match stops {
        Stops::All => {
            "You are asked in every reaction window in which you could answer. You can change this once a turn."
        }
        Stops::Mine => {
            "You are asked only where your own gladiators or tactics are concerned; elsewhere you pass by yourself. You can change this once a turn."
        }
        Stops::Never => {
            "You pass in every reaction window by yourself, unless a card of yours must answer. You can change this once a turn."
        }
    }
}

fn explain_use(rules: &Rules, source: Source, ability: u8) -> String {
    let it = match source {
        Source::Patron(kind) => Bearer::Patron(kind),
        Source::Gladiator(fighter) => Bearer::Gladiator(fighter.kind),
        Source::Departed(kind) => Bearer::Gladiator(kind),
        Source::Arena(id) => Bearer::Arena(id),
    };
    capital(&text::of_ability(bearer(rules, it), resolve::ability(rules, it, ability), text::Stands::of(it)))
}

/// The cards of a pile, each kind once, with its number.
pub(crate) fn names_of(rules: &Rules, pair: &Pair, half: Half) -> String {
    let named = pair.kinds(half).map(|kind| match pair.count(half, kind) {
        1 => rules.set.card(kind).name.clone(),
        count => format!("{count} {}", rules.set.card(kind).name),
    });
    joined(&named.collect::<Vec<_>>())
}
