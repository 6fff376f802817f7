//! The language cards are written in.
//!
//! A card's text is a list of [`Ability`] and [`Static`]. Each is plain data read from a card file: what `resolve` does
//! and what [`crate::text`] prints come from the same value, so text and behaviour can't disagree.

use serde::Deserialize;

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

/// What opens a reaction window.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
pub enum Occasion {
    /// Damage has been assigned.
    Damage,
    /// A gladiator attacks: it has been exhausted, its damage is not yet dealt.
    Attack,
    /// A gladiator has entered an arena.
    Enter,
    /// A gladiator has left an arena, by any route.
    Leave,
    /// A gladiator has been defeated (and so has left).
    Defeat,
    /// A tactic has been announced and paid for.
    Tactic,
}

impl Occasion {
    /// All occasions.
    pub const ALL: [Self; 6] =
        [Self::Damage, Self::Attack, Self::Enter, Self::Leave, Self::Defeat, Self::Tactic];
}

/// An occasion, and whose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trigger {
    /// What happens.
    pub occasion: Occasion,
    /// To whom, or by whom.
    pub of: Whose,
}

/// Whose gladiator or tactic a trigger is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// The card itself.
    This,
    /// One the card's owner owns.
    Yours,
    /// One an opponent owns.
    Opposing,
    /// Anyone's.
    Any,
}

/// What is paid before the effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// The card itself is exhausted.
    pub exhaust: bool,
    /// Coin.
    pub coins: u8,
    /// Damage that the gladiator itself takes and that nothing prevents.
    pub wounds: u8,
    /// Cards of the own hand, discarded.
    pub discard: u8,
}

impl Cost {
    /// Whether nothing is paid.
    pub const fn is_free(self) -> bool {
        !self.exhaust && self.coins == 0 && self.wounds == 0 && self.discard == 0
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
}

/// What a sentence does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// Damage is dealt (FG-70).
    Deal {
        /// How much.
        amount: Amount,
        /// To whom.
        to: Who,
        /// Whether nothing may prevent it.
        #[serde(default)]
        unpreventable: bool,
    },
    /// Assigned damage goes away (FG-71).
    Prevent {
        /// At most how much.
        amount: Amount,
        /// From whom.
        on: Who,
    },
    /// Assigned damage goes to another gladiator (FG-71).
    Reassign {
        /// At most how much.
        amount: Amount,
        /// From whom.
        from: Who,
        /// To whom.
        to: Who,
    },
    /// Damage on a gladiator is assigned to another (FG-71).
    Move {
        /// At most how much.
        amount: Amount,
        /// From whom.
        from: Who,
        /// To whom.
        to: Who,
    },
    /// Damage on a gladiator goes away (FG-71).
    Remove {
        /// At most how much.
        amount: Amount,
        /// From whom.
        on: Who,
    },
    /// A gladiator is exhausted (FG-7).
    Exhaust {
        /// Which.
        who: Who,
    },
    /// A gladiator is readied (FG-7).
    Ready {
        /// Which.
        who: Who,
    },
    /// A gladiator's attack is higher until the combat turn ends.
    Strengthen {
        /// By how much.
        amount: Amount,
        /// Which.
        who: Who,
    },
    /// A blessing is put on a gladiator (FG-75).
    Bless {
        /// Which.
        who: Who,
    },
    /// A gladiator goes to another open arena (FG-44).
    Transfer {
        /// Which.
        who: Who,
    },
    /// A gladiator goes back to its owner's hand; it leaves, but is not defeated.
    Recall {
        /// Which.
        who: Who,
    },
    /// A gladiator of the own hand enters the arena being fought over, or any open arena outside battles.
    Enlist {},
    /// This very card, from hand, enters the arena being fought over.
    EnlistThis {},
    /// You draw cards (FG-5).
    Draw {
        /// How many.
        cards: Amount,
    },
    /// You gain coin tokens.
    Coins {
        /// How many.
        coins: Amount,
    },
    /// An opponent gives you coin tokens, as far as there are any.
    Steal {
        /// How many.
        coins: Amount,
    },
    /// Each opponent discards cards of their choice from hand.
    Discard {
        /// How many.
        cards: u8,
    },
    /// A card of the own hand leaves the game.
    Cull {},
    /// The face-up row of one supply deck is replaced.
    Refresh {},
    /// A card of the own discard pile goes on top of the own deck.
    OnDeck {
        /// Which cards.
        what: What,
    },
    /// A card of the own discard pile goes to the own hand.
    Retrieve {
        /// Which cards.
        what: What,
    },
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
    /// This card comes back to hand for a price if the last target is defeated this combat turn.
    Return {
        /// The price.
        coins: u8,
    },
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

/// What an amount depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Per {
    /// Nothing: it is a plain number.
    One,
    /// All there is.
    All,
    /// The card's own attack.
    Attack,
    /// Damage on the card itself.
    Damage,
    /// Your gladiators here.
    Yours,
    /// Opposing gladiators here.
    Opposing,
    /// Your ready patrons.
    Patron,
    /// Arenas whose ability you have.
    Arena,
    /// Glory you have.
    Glory,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum AmountText {
    Number(i64),
    Words(String),
}

const AMOUNTS: &str = "a number from 0 to 20, \"all\", \"attack\", or \"N per damage | yours | opposing | patron | arena | glory\"";

impl TryFrom<AmountText> for Amount {
    type Error = String;

    fn try_from(text: AmountText) -> Result<Self, String> {
        let wrong = |text: &str| format!("'{text}' is no amount: expected {AMOUNTS}");
        let small = |number: i64| u8::try_from(number).ok().filter(|times| *times <= 20);
        match text {
            AmountText::Number(number) => match small(number) {
                Some(times) => Ok(Self { times, per: Per::One }),
                None => Err(wrong(&number.to_string())),
            },
            AmountText::Words(words) => match words.split_whitespace().collect::<Vec<_>>()[..] {
                ["all"] => Ok(Self { times: 1, per: Per::All }),
                ["attack"] => Ok(Self { times: 1, per: Per::Attack }),
                [number, "per", what] => {
                    let times = number.parse().ok().and_then(small).ok_or_else(|| wrong(&words))?;
                    let per = match what {
                        "damage" => Per::Damage,
                        "yours" => Per::Yours,
                        "opposing" => Per::Opposing,
                        "patron" => Per::Patron,
                        "arena" => Per::Arena,
                        "glory" => Per::Glory,
                        _ => return Err(wrong(&words)),
                    };
                    Ok(Self { times, per })
                }
                _ => Err(wrong(&words)),
            },
        }
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

/// How gladiators are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// One, targeted by the card's owner (FG-9).
    Target,
    /// All that fit, without targeting.
    Each,
    /// The card itself.
    This,
    /// The one that attacks.
    Attacker,
    /// The target of the sentence before.
    Same,
}

/// On whose side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Anyone's.
    Any,
    /// Yours.
    Yours,
    /// An opponent's.
    Opposing,
}

/// In what condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// Any.
    Any,
    /// Ready.
    Ready,
    /// Exhausted.
    Exhausted,
    /// With damage on it.
    Damaged,
    /// Without damage on it.
    Unhurt,
}

impl TryFrom<String> for Who {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let how = match words.next() {
            Some("target") => How::Target,
            Some("each") => How::Each,
            Some("this") => How::This,
            Some("attacker") => How::Attacker,
            Some("same") => How::Same,
            _ => {
                return Err(format!(
                    "'{text}' names no gladiator: expected target, each, this, attacker or same first"
                ));
            }
        };
        let mut who = Self { how, side: Side::Any, state: Condition::Any, other: false };
        let mut sides = 0;
        let mut states = 0;
        for word in words {
            sides += usize::from(matches!(word, "yours" | "opposing"));
            states += usize::from(matches!(word, "ready" | "exhausted" | "damaged" | "unhurt"));
            if sides > 1 || states > 1 || word == "other" && who.other {
                return Err(format!("'{text}' says too much: expected at most one side and one condition"));
            }
            match word {
                "yours" => who.side = Side::Yours,
                "opposing" => who.side = Side::Opposing,
                "ready" => who.state = Condition::Ready,
                "exhausted" => who.state = Condition::Exhausted,
                "damaged" => who.state = Condition::Damaged,
                "unhurt" => who.state = Condition::Unhurt,
                "other" => who.other = true,
                _ => {
                    return Err(format!(
                        "'{word}' in '{text}' is not understood: expected yours, opposing, ready, exhausted, damaged, unhurt or other"
                    ));
                }
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
}

/// What a card in play changes as long as it is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Static {
    /// A stat of gladiators is higher or lower.
    Stat {
        /// Which stat.
        stat: Stat,
        /// Up or down.
        #[serde(default)]
        lower: bool,
        /// By how much.
        amount: Amount,
        /// Whose: `this`, or `each …`.
        of: Who,
    },
    /// Your total at initiative is higher (FG-62).
    Initiative {
        /// By how much.
        amount: u8,
    },
    /// Your influence is higher (FG-37).
    Influence {
        /// By how much.
        amount: u8,
    },
    /// You take more coin for a defeated gladiator (FG-74).
    Insurance {
        /// How much more.
        amount: u8,
    },
    /// You draw more cards at the end of your turn (FG-41).
    Hand {
        /// How many more.
        amount: u8,
    },
    /// You register late for less (FG-50).
    Registration {
        /// How much less.
        amount: u8,
    },
    /// You buy for less (FG-32).
    Discount {
        /// From which supply deck.
        deck: Deck,
        /// How much less; a card costs at least 1.
        amount: u8,
    },
    /// You may reserve gladiators (FG-39).
    ReserveGladiators {},
    /// It can't be targeted by opponents (FG-9).
    Untargetable {},
    /// Opposing attacks here must target it if they can.
    Guard {},
    /// Damage of its attacks can't be prevented.
    Ruthless {},
    /// Opposing gladiators here can't use abilities printed as Tactic.
    Silence {},
}

/// A stat of a gladiator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stat {
    /// Damage it deals when it attacks.
    Attack,
    /// Damage that defeats it.
    Health,
    /// What it adds at initiative.
    Agility,
}

/// A supply deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deck {
    /// Gladiators.
    Gladiators,
    /// Tactics and reactions.
    Training,
    /// Incomes, schemes, patrons.
    Economy,
}

impl Deck {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Gladiators, Self::Training, Self::Economy];

    /// Its place among the three.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name in notation and texts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gladiators => "gladiators",
            Self::Training => "training",
            Self::Economy => "economy",
        }
    }

    /// What its cards are called.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Gladiators => "gladiators",
            Self::Training => "training cards",
            Self::Economy => "economy cards",
        }
    }

    /// The deck with this name.
    pub fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|deck| deck.name() == text)
    }
}
