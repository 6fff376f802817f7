//! Whether an action is legal at a frame, with the reason when it is refused. `legal` lists the same without reasons.
#![expect(clippy::wildcard_enum_match_arm, reason = "a frame refuses every action it does not name")]

use table::Seat;

use crate::action::{Action, Fighter, Source};
use crate::cards::{Home, Kind, Type};
use crate::effect::{Ability, Occasion, Timing};
use crate::frame::{Battle, Bearer, Frame, NOBODY, Use, Window};
use crate::ludus::Section;
use crate::need::is_secret;
use crate::refusal::Reason;
use crate::resolve;
use crate::rules::Rules;
use crate::state::{Place, State};
use crate::window::{answers, is_own};

type Judged = Result<(), Reason>;

fn ensure(holds: bool, reason: Reason) -> Judged {
    if holds { Ok(()) } else { Err(reason) }
}

/// Whether an ability is a reaction of the gladiator that the window is about.
pub(crate) fn is_own_trigger(rules: &Rules, it: &Use, window: &Window) -> bool {
    let timing = resolve::ability(rules, it.bearer, it.ability).timing;
    timing.trigger().is_some_and(|trigger| is_own(trigger, window.occasion))
}

impl State {
    /// Whether the seat may take the action now, or why not.
    pub(crate) fn judge(&self, rules: &Rules, seat: Seat, action: Action) -> Judged {
        ensure(self.decider(rules) == Some(seat), Reason::NotYourTurn)?;
        match self.public.stack.last() {
            Some(top) => self.judge_at(rules, seat, top, action),
            None => Err(Reason::NotYourTurn),
        }
    }

    fn judge_at(&self, rules: &Rules, seat: Seat, top: &Frame, action: Action) -> Judged {
        if matches!(action, Action::Redeem | Action::Use(..)) && top.is_interruptible() {
            return self.judge_free(rules, seat, action);
        }
        match top {
            Frame::Machinations => self.judge_machinations(rules, seat, action),
            Frame::Register { .. } => self.judge_registration(rules, seat, action),
            Frame::Battle(battle) => self.judge_combat(rules, seat, *battle, action),
            Frame::Window(window) => self.judge_reaction(rules, seat, window, action),
            Frame::Moment { .. } => match action {
                Action::Pass => Ok(()),
                _ => self.judge_free(rules, seat, action),
            },
            Frame::Attack { seat: by, .. } if rules.magnus() == Some(*by) => self.judge_tie(rules, action),
            Frame::Magnus { .. } => self.judge_tie(rules, action),
            Frame::Attack { slot, .. } => self.judge_aim(rules, *slot, action),
            Frame::Use(it) => self.judge_choice(rules, it, action),
            Frame::Pay { coins, .. } => match action {
                Action::Pay(payment) => {
                    ensure(self.is_payment(rules, seat, *coins, payment), Reason::Payment(*coins))
                }
                Action::Decline => ensure(!self.can_pay(rules, seat, *coins), Reason::CanPay(*coins)),
                _ => Err(Reason::MustPay(*coins)),
            },
            Frame::Lose { .. } => match action {
                Action::Target(fighter) => {
                    let slot = self.slot(fighter)?;
                    ensure(self.may_lose(rules, seat, slot), Reason::CantLose)
                }
                _ => Err(Reason::MustLose),
            },
            Frame::Events { first } => match action {
                Action::First(owner, kind) => {
                    let pending =
                        &self.public.events.as_slice()[usize::from(*first).min(self.public.events.len())..];
                    ensure(pending.iter().any(|it| (it.owner, it.kind) == (owner, kind)), Reason::NotPending)
                }
                _ => Err(Reason::MustOrder),
            },
            Frame::Discard { .. } => match action {
                Action::Choose(kind) => ensure(self.in_hand(seat, kind) > 0, Reason::NotInHand(kind)),
                _ => Err(Reason::MustDiscard),
            },
            Frame::Reclaim { coins, .. } => match action {
                Action::Accept => self.judge_price(rules, seat, *coins),
                Action::Decline => Ok(()),
                _ => Err(Reason::MustAnswer),
            },
            Frame::Draft { .. } => match action {
                Action::Choose(kind) => ensure(self.may_draft(rules, kind), Reason::NoChampion),
                _ => Err(Reason::NoChampion),
            },
            Frame::Token { .. } => {
                ensure(matches!(action, Action::Accept | Action::Decline), Reason::MustAnswer)
            }
            Frame::Phase(_) | Frame::Damage { .. } | Frame::Check { .. } | Frame::Muster { .. } => {
                Err(Reason::NotYourTurn)
            }
        }
    }

    /// FG-90: a first level that nobody has.
    pub(crate) fn may_draft(&self, rules: &Rules, kind: Kind) -> bool {
        rules.set.card(kind).home == Home::Champion(1)
            && Seat::all(rules.sides).all(|seat| self.ludus(seat).champion != Some(kind))
    }

    fn slot(&self, fighter: Fighter) -> Result<u8, Reason> {
        self.find(fighter.owner, fighter.kind, fighter.nth).ok_or(Reason::NoSuchGladiator(fighter))
    }

    fn judge_price(&self, rules: &Rules, seat: Seat, coins: u8) -> Judged {
        ensure(self.can_pay(rules, seat, coins), Reason::TooDear(coins))
    }

    /// The reserve and free actions, at every own decision (rulings 19, 70).
    fn judge_free(&self, rules: &Rules, seat: Seat, action: Action) -> Judged {
        match action {
            Action::Redeem => {
                let reserve = self.ludus(seat).reserve;
                ensure(reserve > 0, Reason::NoReserve)?;
                self.judge_price(rules, seat, reserve)
            }
            Action::Use(source, ability) => {
                self.judge_use(rules, seat, source, ability, |timing| timing == Timing::Free)
            }
            _ => Err(Reason::NotNow),
        }
    }

    fn judge_machinations(&self, rules: &Rules, seat: Seat, action: Action) -> Judged {
        match action {
            Action::EndTurn => Ok(()),
            Action::Stops(stops) => {
                ensure(!self.public.stopped && stops != self.ludus(seat).stops, Reason::StopsSet)
            }
            Action::Buy(kind) => {
                ensure(self.row_of(kind).is_some(), Reason::NotForSale(kind))?;
                self.judge_price(rules, seat, self.price(rules, seat, kind))
            }
            Action::Play(kind) => self.judge_machinations_card(rules, seat, kind),
            Action::Enter(kind, place) => self.judge_entry(rules, seat, kind, place),
            Action::Reserve(kind) => self.judge_reserve(rules, seat, kind),
            Action::Upgrade(kind) => {
                ensure(self.in_hand(seat, kind) > 0, Reason::NotInHand(kind))?;
                let next = rules.set.next_level(kind).ok_or(Reason::NoUpgrade(kind))?;
                self.judge_price(rules, seat, rules.set.card(next).cost)
            }
            Action::Use(source, ability) => self.judge_use(rules, seat, source, ability, |timing| {
                timing.is_scheme() || timing == Timing::Free
            }),
            _ => self.judge_free(rules, seat, action),
        }
    }

    fn judge_reserve(&self, rules: &Rules, seat: Seat, kind: Kind) -> Judged {
        ensure(self.in_hand(seat, kind) > 0, Reason::NotInHand(kind))?;
        let card = rules.set.card(kind);
        let gladiator = card.kind == Type::Gladiator && self.reserves_gladiators(rules, seat);
        ensure(card.kind.is_reservable() || gladiator, Reason::NotReservable(kind))
    }

    fn judge_machinations_card(&self, rules: &Rules, seat: Seat, kind: Kind) -> Judged {
        ensure(self.in_hand(seat, kind) > 0, Reason::NotInHand(kind))?;
        match rules.set.card(kind).kind {
            Type::Patron => Ok(()),
            Type::Scheme | Type::SchemeTactic => self.judge_cost(rules, seat, &self.card_use(seat, kind, 0)),
            Type::Income | Type::Gladiator | Type::Tactic | Type::Reaction => Err(Reason::WrongTime(kind)),
        }
    }

    /// FG-35 to FG-37.
    fn judge_entry(&self, rules: &Rules, seat: Seat, kind: Kind, place: Place) -> Judged {
        ensure(self.in_hand(seat, kind) > 0, Reason::NotInHand(kind))?;
        ensure(rules.set.card(kind).kind == Type::Gladiator, Reason::NoGladiator(kind))?;
        ensure(self.is_open(place), Reason::Closed(place))?;
        ensure(self.can_support(rules, seat, kind), Reason::Influence(kind))
    }

    fn judge_registration(&self, rules: &Rules, seat: Seat, action: Action) -> Judged {
        match action {
            Action::Pass => Ok(()),
            Action::Enter(kind, place) => {
                self.judge_entry(rules, seat, kind, place)?;
                self.judge_price(rules, seat, self.registration_cost(rules, seat))
            }
            _ => self.judge_free(rules, seat, action),
        }
    }

    /// FG-64 to FG-66.
    fn judge_combat(&self, rules: &Rules, seat: Seat, battle: Battle, action: Action) -> Judged {
        match action {
            Action::Pass => {
                let duty = !battle.attacked && self.can_attack(rules, seat, battle.place);
                ensure(!duty, Reason::MustAttack)
            }
            Action::Attack(fighter) => {
                ensure(!battle.attacked, Reason::Attacked)?;
                let slot = self.slot(fighter)?;
                let Some(it) = self.public.sand.get(slot) else {
                    return Err(Reason::NoSuchGladiator(fighter));
                };
                ensure(it.owner == seat && it.place == battle.place, Reason::NotHere(fighter))?;
                ensure(!it.exhausted, Reason::Exhausted)?;
                ensure(self.has_attack_target(rules, slot), Reason::NoTarget)
            }
            Action::Play(kind) => {
                ensure(self.in_hand(seat, kind) > 0, Reason::NotInHand(kind))?;
                let card = rules.set.card(kind);
                let ability = match card.kind {
                    Type::Tactic | Type::SchemeTactic => Some(0),
                    Type::Gladiator => card.from_hand(),
                    Type::Income | Type::Scheme | Type::Patron | Type::Reaction => None,
                };
                let ability = ability.ok_or(Reason::WrongTime(kind))?;
                ensure(!battle.tactic, Reason::TacticUsed)?;
                self.judge_ability(rules, seat, &self.card_use(seat, kind, ability as u8))
            }
            Action::Use(source, ability) => {
                let free = self.judge_use(rules, seat, source, ability, |timing| timing == Timing::Free);
                if free.is_ok() {
                    return Ok(());
                }
                self.judge_use(rules, seat, source, ability, |timing| {
                    timing.is_tactic() || timing == Timing::Free
                })?;
                ensure(!battle.tactic, Reason::TacticUsed)
            }
            _ => self.judge_free(rules, seat, action),
        }
    }

    /// Ruling 7: a ready gladiator that has somebody to attack.
    pub(crate) fn can_attack(&self, rules: &Rules, seat: Seat, place: Place) -> bool {
        self.has_ready(seat, place) && self.has_prey(rules, seat, place)
    }

    fn judge_reaction(&self, rules: &Rules, seat: Seat, window: &Window, action: Action) -> Judged {
        match action {
            Action::Pass => ensure(self.duty(rules, seat, window).is_none(), Reason::Duty(window.kind)),
            Action::Play(kind) => {
                ensure(self.in_hand(seat, kind) > 0, Reason::NotInHand(kind))?;
                let card = rules.set.card(kind);
                ensure(card.kind == Type::Reaction, Reason::WrongTime(kind))?;
                ensure(answers(&card.abilities[0], seat, window), Reason::WrongTrigger)?;
                let mut it = self.card_use(seat, kind, 0);
                it.subject = window.slot;
                self.judge_ability(rules, seat, &it)
            }
            Action::Blessing(fighter) => {
                let slot = self.slot(fighter)?;
                let now = window.occasion == Occasion::Damage && self.may_remove_blessing(rules, seat, slot);
                ensure(now, Reason::NoBlessing)
            }
            Action::Use(source, ability) => {
                if self.judge_use(rules, seat, source, ability, |timing| timing == Timing::Free).is_ok() {
                    return Ok(());
                }
                self.judge_reaction_ability(rules, seat, window, source, ability)
            }
            _ => self.judge_free(rules, seat, action),
        }
    }

    pub(crate) fn judge_reaction_ability(
        &self,
        rules: &Rules,
        seat: Seat,
        window: &Window,
        source: Source,
        ability: u8,
    ) -> Judged {
        let mut it = self.sourced(rules, seat, source, ability)?;
        it.subject = window.slot;
        it.value = window.value;
        let text = resolve::ability(rules, it.bearer, it.ability);
        if is_own_trigger(rules, &it, window) {
            let departed = matches!(source, Source::Departed(_)) && window.slot == NOBODY;
            let itself = window.kind == bearer_kind(it.bearer)
                && window.owner == seat
                && (departed || window.slot != NOBODY && it.slot == window.slot);
            ensure(itself, Reason::WrongTrigger)?;
            ensure(window.used >> ability & 1 == 0, Reason::UsedHere)?;
        } else {
            ensure(
                !matches!(source, Source::Departed(_)) && answers(text, seat, window),
                Reason::WrongTrigger,
            )?;
        }
        self.judge_ability(rules, seat, &it)
    }

    fn judge_aim(&self, rules: &Rules, slot: u8, action: Action) -> Judged {
        let Action::Target(fighter) = action else {
            return Err(Reason::MustAim);
        };
        let target = self.slot(fighter)?;
        ensure(self.attack_targets(rules, slot) >> target & 1 != 0, Reason::NoTarget)
    }

    /// FG-108: the last tie is the player's to break.
    fn judge_tie(&self, rules: &Rules, action: Action) -> Judged {
        let mut found = false;
        self.ties(rules, |slot| found |= action == Action::Target(self.fighter(slot)));
        let reacts =
            matches!(self.public.stack.last(), Some(Frame::Magnus { section: Section::Reaction, .. }));
        ensure(found, if reacts { Reason::Order } else { Reason::Tie })
    }

    fn judge_choice(&self, rules: &Rules, it: &Use, action: Action) -> Judged {
        let mut found = false;
        self.offers(rules, it, |offer| found |= offer == action);
        ensure(found, Reason::MustChoose)
    }

    /// What the user of an ability can answer now.
    pub(crate) fn offers(&self, rules: &Rules, it: &Use, mut take: impl FnMut(Action)) {
        let steps = &resolve::ability(rules, it.bearer, it.ability).steps;
        let Some(step) = steps.get(usize::from(it.step)) else {
            return;
        };
        let Some(need) = Self::need(rules, it, *step) else {
            return;
        };
        let mut any = false;
        self.choices(rules, it, need, |action| {
            any = true;
            take(action);
        });
        if step.may && it.picks[0] == NOBODY || is_secret(need) && !any {
            take(Action::Decline);
        }
    }

    /// A card of the own hand about to be used.
    pub(crate) fn card_use(&self, seat: Seat, kind: Kind, ability: u8) -> Use {
        Use::new(Bearer::Card(kind), ability, seat, self.reach(), NOBODY)
    }

    /// The ability that a source names, if the seat has it.
    fn sourced(&self, rules: &Rules, seat: Seat, source: Source, ability: u8) -> Result<Use, Reason> {
        let reach = self.reach();
        let it = match source {
            Source::Patron(kind) => {
                ensure(self.ludus(seat).patrons.iter().any(|it| it.kind == kind), Reason::NotInPlay)?;
                Use::new(Bearer::Patron(kind), ability, seat, reach, NOBODY)
            }
            Source::Arena(id) => {
                ensure(self.arenas_of(seat) & id.bit() != 0, Reason::NotInPlay)?;
                Use::new(Bearer::Arena(id), ability, seat, reach, NOBODY)
            }
            Source::Gladiator(fighter) => {
                let slot = self.slot(fighter)?;
                let place = self.public.sand.get(slot).map(|it| it.place);
                ensure(
                    fighter.owner == seat && (reach.is_none() || reach == place),
                    Reason::NotHere(fighter),
                )?;
                Use::new(Bearer::Gladiator(fighter.kind), ability, seat, place, slot)
            }
            Source::Departed(kind) => Use::new(Bearer::Gladiator(kind), ability, seat, reach, NOBODY),
        };
        ensure(usize::from(ability) < abilities(rules, it.bearer).len(), Reason::NoAbility)?;
        Ok(it)
    }

    fn judge_use(
        &self,
        rules: &Rules,
        seat: Seat,
        source: Source,
        ability: u8,
        fits: impl Fn(Timing) -> bool,
    ) -> Judged {
        let it = self.sourced(rules, seat, source, ability)?;
        ensure(!matches!(source, Source::Departed(_)), Reason::NotInPlay)?;
        let timing = resolve::ability(rules, it.bearer, ability).timing;
        let from_hand = matches!(it.bearer, Bearer::Gladiator(kind) if rules.set.card(kind).from_hand() == Some(usize::from(ability)));
        ensure(fits(timing) && !from_hand, Reason::AbilityTime)?;
        if matches!(source, Source::Gladiator(_)) && timing.is_tactic() {
            ensure(!self.is_silenced(it.slot), Reason::Silenced)?;
        }
        if timing.is_scheme() && matches!(self.public.stack.last(), Some(Frame::Machinations)) {
            // FG-122: a scheme may come to nothing.
            return self.judge_cost(rules, seat, &it);
        }
        self.judge_ability(rules, seat, &it)
    }

    /// Whether the cost can be paid and there would be an effect (FG-3, FG-122).
    pub(crate) fn judge_ability(&self, rules: &Rules, seat: Seat, it: &Use) -> Judged {
        self.judge_cost(rules, seat, it)?;
        ensure(self.has_effect(rules, it), Reason::NoEffect)
    }

    /// Whether the cost can be paid (FG-3).
    pub(crate) fn judge_cost(&self, rules: &Rules, seat: Seat, it: &Use) -> Judged {
        let ability = resolve::ability(rules, it.bearer, it.ability);
        let cost = ability.cost;
        if cost.exhaust {
            let ready = match it.bearer {
                Bearer::Patron(kind) => {
                    self.ludus(seat).patrons.iter().any(|patron| patron.kind == kind && !patron.exhausted)
                }
                Bearer::Gladiator(_) => self.public.sand.get(it.slot).is_some_and(|it| !it.exhausted),
                Bearer::Arena(id) => self.public.tired & id.bit() == 0,
                Bearer::Card(_) => true,
            };
            ensure(ready, Reason::Exhausted)?;
        } else if let Bearer::Patron(kind) = it.bearer {
            // FG-7: an exhausted patron is blank, whatever its abilities cost.
            let ready =
                self.ludus(seat).patrons.iter().any(|patron| patron.kind == kind && !patron.exhausted);
            ensure(ready, Reason::Exhausted)?;
        }
        if cost.coins > 0 {
            self.judge_price(rules, seat, cost.coins)?;
        }
        let played = u8::from(matches!(it.bearer, Bearer::Card(_)));
        ensure(self.ludus(seat).hand >= cost.discard + played, Reason::TooFewCards(cost.discard))
    }
}

fn abilities(rules: &Rules, bearer: Bearer) -> &[Ability] {
    match bearer {
        Bearer::Card(kind) | Bearer::Patron(kind) | Bearer::Gladiator(kind) => {
            &rules.set.card(kind).abilities
        }
        Bearer::Arena(id) => &rules.set.arena(id).abilities,
    }
}

const fn bearer_kind(bearer: Bearer) -> Kind {
    match bearer {
        Bearer::Card(kind) | Bearer::Patron(kind) | Bearer::Gladiator(kind) => kind,
        Bearer::Arena(_) => Kind(u8::MAX),
    }
}
