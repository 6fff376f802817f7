//! Effect to rules text, in our own words. What a card says is printed from what it does.

use table::{Span, Text, many, say};

use crate::cards::{Arena, Card, Home, Source, Type};
use crate::effect::{
    Ability, Amount, Condition, Cost, Deck, Decks, Effect, How, Occasion, Only, Per, Rather, Seen, Side,
    Static, Step, Timing, Toll, Trigger, What, Who, Whose, Would,
};
use crate::ludus::Order;
use crate::phrase::listed;
use crate::procedures::Bearer;

/// Where the card stands that speaks: what its words mean depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stands {
    /// Nowhere: it is played from hand, and its text is the card's own.
    Hand,
    /// In an arena.
    Arena,
    /// In a villa, from where it works in every arena (FG-87).
    Villa,
}

impl Stands {
    /// Where what bears an ability stands.
    pub(crate) const fn of(bearer: Bearer) -> Self {
        match bearer {
            Bearer::Card(_) => Self::Hand,
            Bearer::Gladiator(_) => Self::Arena,
            Bearer::Patron(_) | Bearer::Arena(_) => Self::Villa,
        }
    }

    const fn of_type(kind: Type) -> Self {
        match kind {
            Type::Scheme | Type::Tactic | Type::Reaction | Type::SchemeTactic => Self::Hand,
            Type::Gladiator => Self::Arena,
            Type::Income | Type::Patron => Self::Villa,
        }
    }
}

/// Which arena a sentence speaks of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Where the bearer stands, or the arena being fought over.
    Here,
    /// The one that the trigger names.
    That,
    /// All of them.
    Everywhere,
}

impl Reach {
    /// What enters, leaves or falls in an arena is answered in that arena; a scheme reaches all of them.
    const fn of(timing: Timing, stands: Stands) -> Self {
        if matches!(timing, Timing::Scheme) {
            // A gladiator's text reaches its own arena only (FG-138).
            return if matches!(stands, Stands::Arena) { Self::Here } else { Self::Everywhere };
        }
        match timing.trigger() {
            Some(Trigger {
                occasion:
                    Occasion::Enter | Occasion::Leave | Occasion::Defeat | Occasion::Battle | Occasion::Win,
                ..
            }) => Self::That,
            Some(Trigger { occasion: Occasion::Buy, .. }) => Self::Everywhere,
            Some(Trigger {
                occasion: Occasion::Damage | Occasion::Attack | Occasion::Tactic | Occasion::Slay,
                ..
            })
            | None => Self::Here,
        }
    }
}

/// Who speaks: a card's name, where it stands, and the arena its words reach.
struct Speaker {
    name: Span,
    stands: Stands,
    reach: Reach,
}

/// Sentences one after the other, where there are any.
fn sentences(texts: impl IntoIterator<Item = Text>) -> Text {
    Text::joined(texts.into_iter().filter(|text| !text.is_empty()), " ")
}

/// A card's whole text: type, price, stats and abilities.
pub fn card(card: &Card) -> Text {
    let (sort, price) = (Text::of(card.kind.printed()), many(card.cost, "coin"));
    let head = match card.home {
        Home::Supply(_) => say!("{sort}, costs {price}."),
        Home::Champion(1) => say!("{sort}, champion of level 1."),
        Home::Champion(level) => say!("{sort}, champion of level {level}, upgrade for {price}."),
        Home::Starting | Home::Boast => say!("{sort}."),
    };
    sentences([head, numbers(card), says(card)])
}

/// A card's text where its price no longer matters: in hand, or where the price has just been said.
pub(crate) fn unpriced(card: &Card) -> Text {
    sentences([say!("{}.", Text::of(card.kind.printed())), numbers(card), says(card)])
}

/// A card's stats, in words.
fn numbers(card: &Card) -> Text {
    let Card { value, influence, attack, health, agility, bloodlust, .. } = card;
    match card.kind {
        Type::Income => say!("Worth {} when you pay a cost.", many(*value, "coin")),
        Type::Patron if *influence == 0 => say!("Grants no influence."),
        Type::Patron => say!("Grants {influence} influence."),
        Type::Gladiator => {
            let needs = (*influence > 0).then(|| say!(", needs {influence} influence"));
            say!("Attack {attack}, health {health}, agility {agility}, bloodlust {bloodlust}{needs}.")
        }
        Type::Scheme | Type::Tactic | Type::Reaction | Type::SchemeTactic => Text::new(),
    }
}

/// What a card says apart from its numbers.
pub(crate) fn says(card: &Card) -> Text {
    if card.home == Home::Boast {
        return say!("Does nothing.");
    }
    abilities(&card.name, &card.abilities, &card.statics, Stands::of_type(card.kind))
}

/// What an arena says, apart from being one.
pub(crate) fn arena_says(arena: &Arena) -> Text {
    abilities(&arena.name, &arena.abilities, &arena.statics, Stands::Villa)
}

/// An arena's whole text.
pub fn arena(arena: &Arena) -> Text {
    sentences([say!("Arena."), arena_says(arena)])
}

/// A card's text with how many there are and how it is known to us.
pub fn card_with_origin(it: &Card) -> Text {
    let copies = if it.copies == 1 { say!("1 copy") } else { say!("{} copies", it.copies) };
    let where_from = match it.home {
        Home::Starting => say!("{copies} in every starting deck."),
        Home::Supply(deck) => say!("{copies} in the {} deck.", deck.name()),
        Home::Champion(_) | Home::Boast => Text::new(),
    };
    let expansion = if it.expansion { say!("Expansion.") } else { Text::new() };
    let known = if it.home == Home::Boast { Text::new() } else { origin(it.source, &it.inferred) };
    sentences([card(it), where_from, expansion, known])
}

/// An arena's text with how it is known to us.
pub fn arena_with_origin(it: &Arena) -> Text {
    sentences([arena(it), origin(it.source, &it.inferred)])
}

/// An order of the Ludus Magnus; all of them are ours.
pub(crate) fn order(it: &Order) -> Text {
    say!("Order of the Ludus Magnus. {} Our design.", it.whole())
}

/// Which of a card is the publisher's and which is ours.
fn origin(source: Source, inferred: &[String]) -> Text {
    let known = match source {
        Source::Rulebook => say!("Known from the rule books"),
        Source::Faq => say!("Known from the publisher's answers"),
        Source::House => return say!("Our design."),
    };
    if inferred.is_empty() {
        return say!("{known}.");
    }
    let ours = inferred.iter().map(|field| match field.as_str() {
        "as" => say!("timing"),
        "ability" => say!("abilities"),
        "static" => say!("lasting effect"),
        other => Text::of(other),
    });
    say!("{known}; our own: {}.", listed(ours.collect()))
}

fn abilities(name: &str, abilities: &[Ability], statics: &[Static], stands: Stands) -> Text {
    let reach = if stands == Stands::Villa { Reach::Everywhere } else { Reach::Here };
    let speaker = Speaker { name: table::card(name), stands, reach };
    let lasting = statics.iter().map(|it| say!("{}.", speaker.of_static(*it).capital()));
    let usable = abilities.iter().filter(|it| !it.steps.is_empty());
    sentences(lasting.chain(usable.map(|it| of_ability(&speaker.name, it, stands))))
}

/// One ability as a sentence.
pub fn of_ability(name: &Span, ability: &Ability, stands: Stands) -> Text {
    let own_text = stands == Stands::Hand;
    let speaker = Speaker { name: name.clone(), stands, reach: Reach::of(ability.timing, stands) };
    let effects = speaker.of_steps(&ability.steps);
    let body = match speaker.of_cost(ability.cost) {
        Some(cost) => say!("{cost} to {effects}"),
        None => effects,
    };
    match ability.timing {
        Timing::Scheme | Timing::Tactic | Timing::SchemeOrTactic if own_text => say!("{}.", body.capital()),
        Timing::Scheme => say!("Scheme: {body}."),
        Timing::Tactic => say!("Tactic: {body}."),
        Timing::SchemeOrTactic => say!("Scheme/Tactic: {body}."),
        Timing::Free => say!("Free action: {body}."),
        Timing::Reaction(trigger) if own_text => say!("{}: {body}.", speaker.of_trigger(trigger).capital()),
        Timing::Reaction(trigger) => say!("Reaction, {}: {body}.", speaker.of_trigger(trigger)),
    }
}

/// What a sentence of an ability does, as a phrase.
pub(crate) fn of_effect(name: &Span, stands: Stands, timing: Timing, effect: Effect) -> Text {
    Speaker { name: name.clone(), stands, reach: Reach::of(timing, stands) }.of_effect(effect)
}

fn cards(count: u8) -> Text {
    if count == 1 { say!("a card") } else { many(count, "card") }
}

/// How a gladiator that is targeted is introduced: a second one is another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    A,
    Another,
}

impl Speaker {
    fn of_trigger(&self, trigger: Trigger) -> Text {
        let whose = match trigger.of {
            Whose::This => Text::of(&self.name),
            Whose::Yours => say!("a gladiator of yours"),
            Whose::Opposing => say!("an opposing gladiator"),
            Whose::Any => say!("a gladiator"),
        };
        match trigger.occasion {
            Occasion::Damage if trigger.of == Whose::This => say!("when damage is assigned to {whose}"),
            Occasion::Damage => say!("when damage is assigned"),
            Occasion::Attack => say!("when {whose} attacks"),
            Occasion::Enter => say!("when {whose} enters an arena"),
            Occasion::Leave => say!("when {whose} leaves an arena"),
            Occasion::Defeat => say!("when {whose} is defeated"),
            Occasion::Battle => say!("when a battle begins where {whose} stands"),
            Occasion::Win => match trigger.of {
                Whose::This => say!("when you win the battle where {whose} stands"),
                Whose::Yours | Whose::Opposing | Whose::Any => say!("when you win a battle"),
            },
            Occasion::Slay => say!("when {whose} defeats a gladiator by attacking"),
            Occasion::Buy => match trigger.of {
                Whose::Yours => say!("when you buy a card"),
                Whose::Opposing => say!("when an opponent buys a card"),
                Whose::This | Whose::Any => say!("when anyone buys a card"),
            },
            Occasion::Tactic => match trigger.of {
                Whose::Yours => say!("when you use a tactic"),
                Whose::Opposing => say!("when an opponent uses a tactic"),
                Whose::This | Whose::Any => say!("when anyone uses a tactic"),
            },
        }
    }

    /// What is paid, if anything is.
    fn of_cost(&self, cost: Cost) -> Option<Text> {
        let (name, wounds) = (&self.name, cost.wounds);
        let defeat = match cost.defeat {
            Toll::Nothing => None,
            Toll::Itself => Some(say!("let {name} be defeated")),
            // A gladiator that asks for another is none of them.
            Toll::Another if self.stands == Stands::Arena => {
                Some(say!("let another gladiator of yours{} be defeated", self.here()))
            }
            Toll::Another if self.reach == Reach::Everywhere => {
                Some(say!("let a gladiator of yours be defeated"))
            }
            Toll::Another => Some(say!("let a gladiator of yours{} be defeated", self.here())),
        };
        let remove = match cost.remove {
            Toll::Nothing => None,
            Toll::Itself => Some(say!("remove {name} from the game")),
            Toll::Another if self.stands == Stands::Hand => {
                Some(say!("remove another card in your hand from the game"))
            }
            Toll::Another => Some(say!("remove a card in your hand from the game")),
        };
        let parts = [
            cost.exhaust.then(|| say!("exhaust {name}")),
            (cost.coins > 0).then(|| say!("pay {}", many(cost.coins, "coin"))),
            (wounds > 0).then(|| say!("deal {name} {wounds} damage that can't be prevented")),
            (cost.discard > 0).then(|| say!("discard {} from hand", cards(cost.discard))),
            defeat,
            remove,
        ];
        (!cost.is_free()).then(|| Text::joined(parts.into_iter().flatten(), " and "))
    }

    /// All sentences, one after the other; of alternatives one is chosen.
    fn of_steps(&self, steps: &[Step]) -> Text {
        let heads = steps.iter().enumerate().filter(|(_, step)| !step.or);
        let said = heads.map(|(at, step)| {
            if step.rest == 0 {
                return self.of_step(*step);
            }
            let modes = steps[at..=at + usize::from(step.rest)].iter();
            say!("choose one: {}", Text::joined(modes.map(|step| self.of_step(*step)), ", or "))
        });
        Text::joined(said, "; then ")
    }

    /// A condition as the beginning of a sentence.
    fn of_only(&self, only: Only) -> Option<Text> {
        let here = self.here();
        Some(match only {
            Only::Always => return None,
            Only::Favor => say!("if you have the Crowd's Favor"),
            Only::Behind => say!("if an opponent has more glory than you"),
            Only::Outnumbered => say!("if an opponent has more gladiators{here} than you"),
            Only::Alone => say!("if you have no more than one gladiator{here}"),
            Only::Fleeting => say!("in a Fleeting arena"),
            Only::Lasting => say!("in the Lasting arena"),
        })
    }

    fn of_step(&self, step: Step) -> Text {
        let effect = self.of_effect(step.effect);
        let effect = if step.may { say!("you may {effect}") } else { effect };
        match self.of_only(step.only) {
            None => effect,
            Some(only) => say!("{only}, {effect}"),
        }
    }

    #[expect(clippy::too_many_lines, reason = "a table: one arm for each effect")]
    fn of_effect(&self, effect: Effect) -> Text {
        let name = &self.name;
        let who = |who: Who| self.of_who(who, Which::A);
        let other = |who: Who| self.of_who(who, Which::Another);
        let each = |amount: Amount| self.each(amount);
        match effect {
            Effect::Deal { amount, to, unpreventable } => {
                let fixed = if unpreventable { " that can't be prevented" } else { "" };
                if amount.per == Per::Attack {
                    return say!("deal damage equal to {name}'s attack{fixed} to {}", who(to));
                }
                if let Some(its) = its(amount.per) {
                    return say!("deal {} damage equal to {its}{fixed}", who(to));
                }
                say!("deal {} damage{fixed} to {}{}", number(amount), who(to), each(amount))
            }
            Effect::Prevent { amount, on } => {
                say!("prevent {} damage assigned to {}{}", number(amount), who(on), each(amount))
            }
            Effect::Reassign { amount, from, to } => {
                let (much, each) = (number(amount), each(amount));
                say!("reassign {much} damage from {} to {}{each}", who(from), other(to))
            }
            Effect::Move { amount, from, to } => {
                say!("move {} damage from {} to {}{}", number(amount), who(from), other(to), each(amount))
            }
            Effect::Remove { amount, on } => {
                say!("remove {} damage from {}{}", number(amount), who(on), each(amount))
            }
            Effect::Exhaust { who: it } => say!("exhaust {}", who(it)),
            Effect::Ready { who: it } => say!("ready {}", who(it)),
            Effect::Strengthen { amount, who: it, stat, lower, stays } => {
                let (stat, each) = (stat.name(), each(amount));
                let change = match (its(amount.per), lower) {
                    (Some(its), false) => say!("more {stat} equal to {its}"),
                    (Some(its), true) => say!("less {stat} equal to {its}"),
                    (None, false) => say!("{} more {stat}", number(amount)),
                    (None, true) => say!("{} less {stat}", number(amount)),
                };
                let until =
                    if stays { "as long as it stays in that arena" } else { "until the combat turn ends" };
                say!("give {} {change}{each} {until}", who(it))
            }
            Effect::Bind { who: it } => say!("bind {}, so that it is not readied the next time", who(it)),
            Effect::Bless { who: it } => say!("put a blessing on {}", who(it)),
            Effect::Unbless { who: it } => say!("remove a blessing from {}", who(it)),
            Effect::MoveBlessing { from, to } => {
                say!("move a blessing from {} to {}", who(from), other(to))
            }
            Effect::Transfer { who: it } => say!("move {} to another open arena", who(it)),
            Effect::Recall { who: it } => say!("take {} back into its owner's hand", who(it)),
            Effect::Enlist {} => match self.reach {
                Reach::Here => say!("put a gladiator from your hand into the arena being fought over"),
                Reach::That => say!("put a gladiator from your hand into that arena"),
                Reach::Everywhere => say!("put a gladiator from your hand into an open arena"),
            },
            Effect::EnlistThis {} => say!("put {name} from your hand into the arena being fought over"),
            Effect::Draw { cards: amount } => match its(amount.per) {
                Some(its) => say!("draw as many cards as {its}"),
                None => say!("draw {}{}", cards(amount.times), each(amount)),
            },
            Effect::Coins { coins } => match its(coins.per) {
                Some(its) => say!("gain as many coins as {its}"),
                None => say!("gain {}{}", many(coins.times, "coin"), each(coins)),
            },
            Effect::Steal { coins } => {
                say!("take up to {} from an opponent{}", many(coins.times, "coin token"), each(coins))
            }
            Effect::Discard { cards: count } => {
                say!("make each opponent discard {} of their choice", cards(count))
            }
            Effect::DiscardOwn { cards: count } => say!("discard {} from hand", cards(count)),
            Effect::Search { what } => {
                say!("take a {} from your deck into your hand, show it and shuffle your deck", of_what(what))
            }
            Effect::Look { cards: count, whose, then } => look(count, whose, then),
            Effect::Gain { deck, most, hand } => {
                let (sort, price) = (of_deck(deck), many(most, "coin"));
                if hand {
                    say!("take a face-up {sort} that costs at most {price} into your hand")
                } else {
                    say!("put a face-up {sort} that costs at most {price} into your discard pile")
                }
            }
            Effect::Rescue {} => say!("take that gladiator from the discard pile into your hand"),
            Effect::Cull {} => say!("remove a card in your hand from the game"),
            Effect::Refresh {} => {
                say!("discard the face-up cards of one supply deck and turn up three new ones")
            }
            Effect::OnDeck { what } => {
                say!("put a target {} from your discard pile on top of your deck", of_what(what))
            }
            Effect::Retrieve { what } => {
                say!("take a {} from your discard pile into your hand", of_what(what))
            }
            Effect::ExhaustPatron {} => say!("exhaust a patron of an opponent"),
            Effect::ReadyPatron {} => say!("ready a patron of yours"),
            Effect::ReadyArena {} => say!("ready an arena of yours"),
            Effect::Parry {} => say!("stop that attack, so that it deals no damage"),
            Effect::Counter {} => say!("cancel that tactic, so that it has no effect"),
            Effect::Return { coins } => say!(
                "if that target is defeated before the combat turn ends, you may pay {} to take {name} back into your hand",
                many(coins, "coin")
            ),
        }
    }

    /// What an amount is counted by, as the end of a phrase.
    fn each(&self, amount: Amount) -> Text {
        let (name, here) = (&self.name, self.here());
        match amount.per {
            Per::One
            | Per::All
            | Per::ItsAttack
            | Per::ItsHealth
            | Per::ItsAgility
            | Per::ItsBloodlust
            | Per::ItsDamage => Text::new(),
            Per::Hand => say!(" for each card in your hand"),
            Per::Coin => say!(" for each coin token you have"),
            Per::Reserve => say!(" for each card in your reserve"),
            Per::Attack => say!(" for each attack of {name}"),
            Per::Damage => say!(" for each damage on {name}"),
            Per::Yours => say!(" for each gladiator you have{here}"),
            Per::Opposing => say!(" for each opposing gladiator{here}"),
            Per::Patron => say!(" for each ready patron you have"),
            Per::Arena => say!(" for each arena ability you have"),
            Per::Glory => say!(" for each glory you have"),
        }
    }

    const fn here(&self) -> &'static str {
        match self.reach {
            Reach::Here => " here",
            Reach::That => " in that arena",
            // What is counted is counted in the arena of each gladiator concerned.
            Reach::Everywhere => " in the same arena",
        }
    }

    fn of_who(&self, who: Who, which: Which) -> Text {
        // Only what stands in an arena can leave itself out.
        let other = who.other && self.stands == Stands::Arena;
        let state = (who.state != Condition::Any).then(|| say!("{} ", who.state.name()));
        let fitting = match who.side {
            Side::Any => say!("{state}gladiator"),
            Side::Yours => say!("{state}gladiator of yours"),
            Side::Opposing => say!("opposing {state}gladiator"),
        };
        match who.how {
            How::Target => {
                let other = other.then(|| say!(" other than {}", self.name));
                let there = if self.reach == Reach::That { self.here() } else { "" };
                match which {
                    Which::A => say!("a target {fitting}{other}{there}"),
                    Which::Another => say!("another target {fitting}{other}{there}"),
                }
            }
            How::Each => {
                let there = if self.reach == Reach::Everywhere { "" } else { self.here() };
                if other { say!("each other {fitting}{there}") } else { say!("each {fitting}{there}") }
            }
            How::This => Text::of(&self.name),
            How::Attacker => say!("the attacking gladiator"),
            How::Same => say!("that gladiator"),
        }
    }

    fn of_static(&self, it: Static) -> Text {
        let name = &self.name;
        match it {
            Static::Stat { stat, lower, amount, of, only } => {
                let (who, much) = (self.of_who(of, Which::A), number(amount));
                let stat = stat.name();
                let change = if lower { say!("{much} less {stat}") } else { say!("{much} more {stat}") };
                let has = say!("{who} has {change}{}", self.each(amount));
                let state = of.how == How::This && of.state != Condition::Any;
                let has = if state { say!("while {}, {has}", of.state.name()) } else { has };
                match self.of_only(only) {
                    None => has,
                    Some(only) => say!("{only}, {has}"),
                }
            }
            Static::Instead { would, of, then, amount, only } => {
                let says = self.of_instead(would, of, then, amount);
                match self.of_only(only) {
                    None => says,
                    Some(only) => say!("{only}: {says}"),
                }
            }
            Static::Need { amount } => {
                say!("each of your gladiators needs {amount} less influence")
            }
            Static::Initiative { amount } => {
                say!("your side counts {amount} more agility when initiative is determined")
            }
            Static::Influence { amount } => say!("you have {amount} more influence"),
            Static::Insurance { amount } => {
                say!("you get {} when a gladiator of yours is defeated", many(amount, "more coin"))
            }
            Static::Hand { amount } => {
                let more = many(amount, "more card");
                say!("you draw {more} at the end of your turn and when hands are refilled after battles")
            }
            Static::Registration { amount } => {
                say!("your late registration costs {} less", many(amount, "coin"))
            }
            Static::Discount { deck, amount } => {
                let less = many(amount, "coin");
                say!("{} in the supply cost you {less} less, but at least 1", deck.noun())
            }
            Static::ReserveGladiators {} => say!("you may reserve gladiators"),
            Static::Untargetable {} => say!("opponents can't target {name}"),
            Static::Sheltered {} => {
                say!(
                    "opponents can't target {name} as long as they can target another gladiator of yours here"
                )
            }
            Static::Guard {} => {
                say!("opposing gladiators that attack here must target {name} if they can")
            }
            Static::Ruthless {} => say!("damage that {name} deals by attacking can't be prevented"),
            Static::Silence {} => {
                say!("opposing gladiators in {name}'s arena can't use Tactic abilities")
            }
        }
    }
}

impl Speaker {
    /// FG-142.
    fn of_instead(&self, would: Would, of: Option<Who>, then: Rather, amount: u8) -> Text {
        let name = &self.name;
        let who = of.map_or_else(Text::new, |who| self.some_gladiator(who));
        let happens = match would {
            Would::Defeat => say!("{who} would be defeated by damage"),
            Would::Damage => say!("{who} would be dealt damage that can be prevented"),
            Would::Exhaust => say!("a text would exhaust {who}"),
            Would::Discard => say!("you would discard because of an opponent's text"),
            Would::Glory => say!("you would win glory"),
        };
        let instead = match then {
            Rather::Exhaust => say!("exhaust {name} instead"),
            Rather::Recall => say!("it goes back to its owner's hand instead"),
            Rather::Unbless => say!("it loses a blessing instead"),
            Rather::Coins => say!("gain {} instead", many(amount, "coin")),
            Rather::Draw => say!("draw {} instead", cards(amount)),
        };
        if would == Would::Defeat && then != Rather::Recall {
            return say!("if {happens}, {instead}, and that gladiator keeps 1 health");
        }
        say!("if {happens}, {instead}")
    }

    /// Any one of the gladiators that fit.
    fn some_gladiator(&self, who: Who) -> Text {
        if who.how == How::This {
            return Text::of(&self.name);
        }
        let there = if self.reach == Reach::Everywhere { "" } else { self.here() };
        let other = (who.other && self.stands == Stands::Arena).then(|| say!("other than {} ", self.name));
        let side = match who.side {
            Side::Any => say!("a gladiator"),
            Side::Yours => say!("a gladiator of yours"),
            Side::Opposing => say!("an opposing gladiator"),
        };
        let state = match who.state {
            Condition::Any => Text::new(),
            Condition::Ready | Condition::Exhausted | Condition::Damaged | Condition::Unhurt => {
                say!(" that is {}", who.state.name())
            }
        };
        match other {
            Some(other) => say!("{side} {other}{there}{state}"),
            None => say!("{side}{there}{state}"),
        }
    }
}

/// FG-141.
fn look(count: u8, whose: Decks, then: Seen) -> Text {
    let top = if count == 1 { say!("the top card") } else { say!("the top {}", many(count, "card")) };
    let looks = match whose {
        Decks::Own => say!("look at {top} of your deck"),
        Decks::Opponent => say!("turn up {top} of an opponent's deck"),
    };
    match then {
        Seen::Order => say!("{looks} and put them back in any order"),
        Seen::Take => say!("{looks} and take one of them into your hand"),
        Seen::Discard if count == 1 => say!("{looks}, which you may put on the discard pile"),
        Seen::Discard => say!("{looks} and put any of them on the discard pile"),
    }
}

const fn of_what(what: What) -> &'static str {
    match what {
        What::Card => "card",
        What::Gladiator => "gladiator",
        What::Training => "tactic or reaction",
        What::Income => "income",
        What::Patron => "patron",
    }
}

const fn of_deck(deck: Deck) -> &'static str {
    match deck {
        Deck::Gladiators => "gladiator",
        Deck::Training => "training card",
        Deck::Economy => "economy card",
    }
}

/// Something of the gladiator that was targeted, as an amount.
const fn its(per: Per) -> Option<&'static str> {
    match per {
        Per::ItsAttack => Some("its attack"),
        Per::ItsHealth => Some("its health"),
        Per::ItsAgility => Some("its agility"),
        Per::ItsBloodlust => Some("its bloodlust"),
        Per::ItsDamage => Some("the damage on it"),
        Per::One
        | Per::All
        | Per::Attack
        | Per::Damage
        | Per::Yours
        | Per::Opposing
        | Per::Patron
        | Per::Arena
        | Per::Glory
        | Per::Hand
        | Per::Coin
        | Per::Reserve => None,
    }
}

/// The number of an amount, without what it is counted by.
fn number(amount: Amount) -> Text {
    if amount.per == Per::All { say!("all") } else { Text::of(amount.times) }
}
