//! The language cards are written in.
//!
//! A card's text is a list of [`Ability`] and [`Static`]. Each is plain data read from a card file: what `resolve` does
//! and what [`crate::text`] prints come from the same value, so text and behaviour can't disagree.

use serde::Deserialize;

pub use crate::cost::{Cost, Toll};
use crate::named::named;
use crate::need::Shape;

/// Something a card lets its owner do, or makes happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ability {
    /// When it may be used.
    pub timing: Timing,
    /// What is paid before it does anything (FG-3).
    pub cost: Cost,
    /// What it does, in order.
    pub steps: Vec<Step>,
}

/// When an ability may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timing {
    /// In the own Take Actions step (FG-33).
    Scheme,
    /// As the one tactic of an own combat turn (FG-66).
    Tactic,
    /// As either.
    SchemeOrTactic,
    /// In a window that its trigger opened (FG-73).
    Reaction(Trigger),
    /// At any own decision, in any phase (FG-87).
    Free,
}

impl Timing {
    /// Whether it can be used as a scheme.
    pub const fn is_scheme(self) -> bool {
        matches!(self, Self::Scheme | Self::SchemeOrTactic)
    }

    /// Whether it can be used as a tactic.
    pub const fn is_tactic(self) -> bool {
        matches!(self, Self::Tactic | Self::SchemeOrTactic)
    }

    /// Its trigger, if it is a reaction.
    pub const fn trigger(self) -> Option<Trigger> {
        match self {
            Self::Reaction(trigger) => Some(trigger),
            Self::Scheme | Self::Tactic | Self::SchemeOrTactic | Self::Free => None,
        }
    }
}

named! {
    /// What opens a reaction window.
    #[derive(serde::Serialize)]
    pub enum Occasion {
        /// Damage has been assigned.
        Damage = "damage",
        /// A gladiator attacks: it has been exhausted, its damage is not yet dealt.
        Attack = "attacks",
        /// A gladiator has entered an arena.
        Enter = "enters",
        /// A gladiator has left an arena, by any route.
        Leave = "leaves",
        /// A gladiator has been defeated (and so has left).
        Defeat = "defeated",
        /// A tactic has been announced and paid for.
        Tactic = "tactic",
        /// A battle begins where a gladiator stands.
        Battle = "battle",
        /// A gladiator stands in an arena whose battle its side has won.
        Win = "wins",
        /// A gladiator's attack has defeated another.
        Slay = "defeats",
        /// A card has been bought.
        Buy = "buys",
    }
}

/// An occasion, and whose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trigger {
    /// What happens.
    pub occasion: Occasion,
    /// To whom, or by whom.
    pub of: Whose,
}

impl Trigger {
    /// Whether only the gladiator that a window is about answers by it. A damage window is about no single one: whoever is hit may
    /// answer, at a cost (FG-131).
    pub(crate) fn is_own(self) -> bool {
        self.of == Whose::This && self.occasion != Occasion::Damage
    }
}

named! {
    /// Whose gladiator or tactic a trigger is about.
    pub enum Whose {
        /// The card itself.
        This = "this",
        /// One the card's owner owns.
        Yours = "yours",
        /// One an opponent owns.
        Opposing = "opposing",
        /// Anyone's.
        Any = "any",
    }
}

/// One sentence of an ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Whether the sentence says "may".
    pub may: bool,
    /// What must be so for the sentence to count.
    pub only: Only,
    /// What happens.
    pub effect: Effect,
    /// Whether it is an alternative to the sentence before.
    pub or: bool,
    /// How many alternatives to it follow: of them and it one is chosen (FG-130).
    pub rest: u8,
    /// What is asked of it, worked out once.
    pub(crate) shape: Shape,
}

/// A condition on a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Only {
    /// None.
    #[default]
    Always,
    /// You have the Crowd's Favor.
    Favor,
    /// An opponent has more glory than you.
    Behind,
    /// An opponent has more gladiators here than you.
    Outnumbered,
    /// You have one gladiator here at most.
    Alone,
    /// It is in a Fleeting arena.
    Fleeting,
    /// It is in the Lasting arena.
    Lasting,
}

/// What a sentence does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the sentence of each says what its fields are")]
pub enum Effect {
    /// So much damage is dealt to somebody; perhaps nothing may prevent it (FG-70).
    Deal {
        amount: Amount,
        to: Who,
        #[serde(default)]
        unpreventable: bool,
    },
    /// Assigned damage goes away, at most so much (FG-71).
    Prevent { amount: Amount, on: Who },
    /// Assigned damage goes to another gladiator, at most so much (FG-71).
    Reassign { amount: Amount, from: Who, to: Who },
    /// Damage on a gladiator is assigned to another, at most so much (FG-71).
    Move { amount: Amount, from: Who, to: Who },
    /// Damage on a gladiator goes away, at most so much (FG-71).
    Remove { amount: Amount, on: Who },
    /// A gladiator is exhausted (FG-7).
    Exhaust { who: Who },
    /// A gladiator is readied (FG-7).
    Ready { who: Who },
    /// A gladiator's attack, health or agility is so much higher or lower until the combat turn ends (FG-143); or any of its stats is as
    /// long as it stays in its arena (FG-134).
    Strengthen {
        amount: Amount,
        who: Who,
        #[serde(default)]
        stat: Stat,
        #[serde(default)]
        lower: bool,
        #[serde(default)]
        stays: bool,
    },
    /// A gladiator is not readied the next time that all are, nor by texts before (FG-135).
    Bind { who: Who },
    /// A blessing is put on a gladiator (FG-75).
    Bless { who: Who },
    /// A blessing on a gladiator goes away and prevents nothing.
    Unbless { who: Who },
    /// A blessing goes from one gladiator to another.
    MoveBlessing { from: Who, to: Who },
    /// A gladiator goes to another open arena (FG-44).
    Transfer { who: Who },
    /// A gladiator goes back to its owner's hand; it leaves, but is not defeated.
    Recall { who: Who },
    /// A gladiator of the own hand enters the arena being fought over, or any open arena outside battles.
    Enlist {},
    /// This very card, from hand, enters the arena being fought over.
    EnlistThis {},
    /// You draw so many cards (FG-5).
    Draw { cards: Amount },
    /// You gain so many coin tokens.
    Coins { coins: Amount },
    /// An opponent gives you so many coin tokens, as far as there are any.
    Steal { coins: Amount },
    /// Each opponent discards so many cards of their choice from hand.
    Discard { cards: u8 },
    /// You discard so many cards of your choice from hand.
    DiscardOwn { cards: u8 },
    /// You take such a card from your deck into your hand, for everyone to see, and shuffle (FG-132).
    Search { what: What },
    /// You look at so many cards on top of your deck, or turn up as many of an opponent's, and do this with them (FG-141).
    Look {
        cards: u8,
        #[serde(default)]
        whose: Decks,
        then: Seen,
    },
    /// You take a face-up card of this supply deck that costs at most so much, to the discard pile or to hand (FG-133).
    Gain {
        deck: Deck,
        most: u8,
        #[serde(default)]
        hand: bool,
    },
    /// The defeated gladiator that the window is about goes from its owner's discard pile to hand.
    Rescue {},
    /// A card of the own hand leaves the game.
    Cull {},
    /// The face-up row of one supply deck is replaced.
    Refresh {},
    /// Such a card of the own discard pile goes on top of the own deck.
    OnDeck { what: What },
    /// Such a card of the own discard pile goes to the own hand.
    Retrieve { what: What },
    /// A ready patron of an opponent is exhausted.
    ExhaustPatron {},
    /// An exhausted patron of yours is readied.
    ReadyPatron {},
    /// An exhausted arena of yours is readied.
    ReadyArena {},
    /// The attack that opened the window deals no damage.
    Parry {},
    /// The tactic that opened the window has no effect.
    Counter {},
    /// This card comes back to hand for so many coins if the last target is defeated this combat turn.
    Return { coins: u8 },
}

/// How much.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "AmountText")]
pub struct Amount {
    /// So much.
    pub times: u8,
    /// For each of these; `None` is a plain number.
    pub per: Per,
}

named! {
    /// What an amount depends on.
    pub enum Per {
        /// Nothing: it is a plain number.
        One = "one",
        /// All there is.
        All = "all",
        /// The card's own attack.
        Attack = "attack",
        /// Damage on the card itself.
        Damage = "damage",
        /// Your gladiators here.
        Yours = "yours",
        /// Opposing gladiators here.
        Opposing = "opposing",
        /// Your ready patrons.
        Patron = "patron",
        /// Arenas whose ability you have.
        Arena = "arena",
        /// Glory you have.
        Glory = "glory",
        /// Cards in your hand.
        Hand = "hand",
        /// Coin tokens you have.
        Coin = "coin",
        /// Cards in your reserve.
        Reserve = "reserve",
        /// The attack of the gladiator that the sentence, or the one before, targets.
        ItsAttack = "its attack",
        /// Its health.
        ItsHealth = "its health",
        /// Its agility.
        ItsAgility = "its agility",
        /// Its bloodlust.
        ItsBloodlust = "its bloodlust",
        /// Damage on it.
        ItsDamage = "its damage",
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum AmountText {
    Number(i64),
    Words(String),
}

const AMOUNTS: &str = "a number from 0 to 20, \"all\", \"attack\", \"its attack | health | agility | bloodlust | damage\", or \"N per damage | \
                       yours | opposing | patron | arena | glory | hand | coin | reserve\"";

impl Per {
    /// Whether it stands alone, and is not counted by.
    const fn is_whole(self) -> bool {
        matches!(self, Self::One | Self::All | Self::Attack) || self.is_its()
    }

    /// Whether it is something of a gladiator that was targeted.
    pub const fn is_its(self) -> bool {
        matches!(
            self,
            Self::ItsAttack | Self::ItsHealth | Self::ItsAgility | Self::ItsBloodlust | Self::ItsDamage
        )
    }
}

impl TryFrom<AmountText> for Amount {
    type Error = String;

    fn try_from(text: AmountText) -> Result<Self, String> {
        let wrong = |text: &str| format!("'{text}' is no amount: expected {AMOUNTS}");
        let small = |number: i64| u8::try_from(number).ok().filter(|times| *times <= 20);
        let words = match text {
            AmountText::Number(number) => {
                let times = small(number).ok_or_else(|| wrong(&number.to_string()))?;
                return Ok(Self { times, per: Per::One });
            }
            AmountText::Words(words) => words,
        };
        let found = match words.split_whitespace().collect::<Vec<_>>()[..] {
            [whole] => Some(1).zip(Per::read(whole).filter(|per| matches!(per, Per::All | Per::Attack))),
            ["its", _] => Some(1).zip(Per::read(&words)),
            [number, "per", what] => {
                let counted = Per::read(what).filter(|per| !per.is_whole());
                number.parse().ok().and_then(small).zip(counted)
            }
            _ => None,
        };
        found.map(|(times, per)| Self { times, per }).ok_or_else(|| wrong(&words))
    }
}

/// Which gladiators.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Who {
    /// How they are found.
    pub how: How,
    /// On whose side.
    pub side: Side,
    /// In what condition.
    pub state: Condition,
    /// Whether the card itself is left out.
    pub other: bool,
}

named! {
    /// How gladiators are found.
    pub enum How {
        /// One, targeted by the card's owner (FG-9).
        Target = "target",
        /// All that fit, without targeting.
        Each = "each",
        /// The card itself.
        This = "this",
        /// The one that attacks.
        Attacker = "attacker",
        /// The target of the sentence before.
        Same = "same",
    }

    /// On whose side.
    pub enum Side {
        /// Anyone's.
        Any = "any",
        /// Yours.
        Yours = "yours",
        /// An opponent's.
        Opposing = "opposing",
    }

    /// In what condition.
    pub enum Condition {
        /// Any.
        Any = "any",
        /// Ready.
        Ready = "ready",
        /// Exhausted.
        Exhausted = "exhausted",
        /// With damage on it.
        Damaged = "damaged",
        /// Without damage on it.
        Unhurt = "unhurt",
    }
}

impl TryFrom<String> for Who {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let Some(how) = words.next().and_then(How::read) else {
            let expected = "target, each, this, attacker or same first";
            return Err(format!("'{text}' names no gladiator: expected {expected}"));
        };
        let mut who = Self { how, side: Side::Any, state: Condition::Any, other: false };
        for word in words {
            let fits = if let Some(side) = Side::read(word).filter(|side| *side != Side::Any) {
                std::mem::replace(&mut who.side, side) == Side::Any
            } else if let Some(state) = Condition::read(word).filter(|state| *state != Condition::Any) {
                std::mem::replace(&mut who.state, state) == Condition::Any
            } else if word == "other" {
                !std::mem::replace(&mut who.other, true)
            } else {
                let expected = "yours, opposing, ready, exhausted, damaged, unhurt or other";
                return Err(format!("'{word}' in '{text}' is not understood: expected {expected}"));
            };
            if !fits {
                return Err(format!("'{text}' says too much: expected at most one side and one condition"));
            }
        }
        Ok(who)
    }
}

/// Which cards of a discard pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// Any card.
    Card,
    /// A gladiator.
    Gladiator,
    /// A tactic or reaction.
    Training,
    /// An income.
    Income,
    /// A patron.
    Patron,
}

named! {
    /// Whose deck is looked at.
    #[derive(Default, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Decks {
        /// The own: nobody else sees.
        #[default]
        Own = "own",
        /// An opponent's: everyone sees.
        Opponent = "opponent",
    }

    /// What is done with cards on top of a deck that were looked at.
    #[derive(Deserialize, serde::Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Seen {
        /// They are put back in any order.
        Order = "order",
        /// One goes to hand, the others stay.
        Take = "take",
        /// Any of them are discarded.
        Discard = "discard",
    }
}

/// What a card in play changes as long as it is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the sentence of each says what its fields are")]
pub enum Static {
    /// A stat of `this` gladiator, or of `each` such one, is so much higher or lower.
    Stat {
        stat: Stat,
        #[serde(default)]
        lower: bool,
        amount: Amount,
        of: Who,
        #[serde(default)]
        only: Only,
    },
    /// If this would happen, to such a gladiator or to you, that happens instead (FG-142).
    Instead {
        would: Would,
        #[serde(default)]
        of: Option<Who>,
        then: Rather,
        #[serde(default = "one")]
        amount: u8,
        #[serde(default)]
        only: Only,
    },
    /// Each of your gladiators needs so much less influence (FG-37).
    Need { amount: u8 },
    /// Your total at initiative is so much higher (FG-62).
    Initiative { amount: u8 },
    /// Your influence is so much higher (FG-37).
    Influence { amount: u8 },
    /// You take so much more coin for a defeated gladiator (FG-74).
    Insurance { amount: u8 },
    /// You draw so many more cards at the end of your turn (FG-41).
    Hand { amount: u8 },
    /// You register late for so much less (FG-50).
    Registration { amount: u8 },
    /// You buy from this supply deck for so much less, but for at least 1 (FG-32).
    Discount { deck: Deck, amount: u8 },
    /// You may reserve gladiators (FG-39).
    ReserveGladiators {},
    /// It can't be targeted by opponents (FG-9).
    Untargetable {},
    /// It can't be targeted by opponents as long as another of its owner's can be where it stands (FG-145).
    Sheltered {},
    /// Opposing attacks here must target it if they can.
    Guard {},
    /// Damage of its attacks can't be prevented.
    Ruthless {},
    /// Opposing gladiators here can't use abilities printed as Tactic.
    Silence {},
}

const fn one() -> u8 {
    1
}

named! {
    /// What would happen, and does not where something else happens instead (FG-142).
    #[derive(Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Would {
        /// A gladiator is defeated by the damage on it.
        Defeat = "defeat",
        /// Damage is assigned to a gladiator that could be prevented.
        Damage = "damage",
        /// A gladiator is exhausted by a text.
        Exhaust = "exhaust",
        /// You discard cards because of an opponent's text.
        Discard = "discard",
        /// You win glory.
        Glory = "glory",
    }

    /// What happens instead.
    #[derive(Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Rather {
        /// The card that says so is exhausted, if it is ready.
        Exhaust = "exhaust",
        /// The gladiator goes back to its owner's hand.
        Recall = "recall",
        /// The gladiator loses a blessing, if it has one.
        Unbless = "unbless",
        /// You gain so many coins.
        Coins = "coins",
        /// You draw so many cards.
        Draw = "draw",
    }
}

impl Would {
    /// Whether it happens to a gladiator, and not to a player.
    pub const fn is_to_gladiators(self) -> bool {
        match self {
            Self::Defeat | Self::Damage | Self::Exhaust => true,
            Self::Discard | Self::Glory => false,
        }
    }

    /// Whether that can happen instead: it must cost something, or a battle might never end.
    pub const fn allows(self, rather: Rather) -> bool {
        match (self, rather) {
            (Self::Defeat, Rather::Exhaust | Rather::Recall | Rather::Unbless)
            | (Self::Damage | Self::Exhaust, Rather::Exhaust | Rather::Unbless)
            | (Self::Discard, Rather::Exhaust | Rather::Coins | Rather::Draw)
            | (Self::Glory, Rather::Coins | Rather::Draw) => true,
            (Self::Defeat, Rather::Coins | Rather::Draw)
            | (Self::Damage | Self::Exhaust, Rather::Recall | Rather::Coins | Rather::Draw)
            | (Self::Discard, Rather::Recall | Rather::Unbless)
            | (Self::Glory, Rather::Exhaust | Rather::Recall | Rather::Unbless) => false,
        }
    }
}

named! {
    /// A stat of a gladiator.
    #[derive(Default, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Stat {
        /// Damage it deals when it attacks.
        #[default]
        Attack = "attack",
        /// Damage that defeats it.
        Health = "health",
        /// What it adds at initiative.
        Agility = "agility",
        /// What the crowd sees in it (FG-42).
        Bloodlust = "bloodlust",
    }

    /// A supply deck.
    #[derive(Deserialize, serde::Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Deck {
        /// Gladiators.
        Gladiators = "gladiators",
        /// Tactics and reactions.
        Training = "training",
        /// Incomes, schemes, patrons.
        Economy = "economy",
    }
}

impl Deck {
    /// What its cards are called.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Gladiators => "gladiators",
            Self::Training => "training cards",
            Self::Economy => "economy cards",
        }
    }
}
