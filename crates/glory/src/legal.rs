//! What waits -> what may be done, and why not.

use table::{Refusal, Seat, Turn};

use crate::action::{Action, Held};
use crate::boon::{Aspect, Boon};
use crate::cards::bits;
use crate::effect::{Effect, Once, Window};
use crate::frame::{Aim, Frame, NOTHING, Step};
use crate::map::NOWHERE;
use crate::rules::Rules;
use crate::state::{Ending, Public, QuestLies, State, bargained};

impl Public {
    /// The seat that decides now.
    #[inline]
    pub fn decides(&self) -> Seat {
        match self.stack.last() {
            Some(Frame::Hero(seat) | Frame::Learn { seat, .. }) => *seat,
            Some(_) | None => self.active,
        }
    }

    /// The window open now for cards, if one is.
    #[inline]
    pub fn window(&self) -> Option<Window> {
        match self.stack.last()? {
            Frame::Start => Some(Window::Start),
            Frame::Roll { .. } => Some(Window::Roll),
            Frame::Arrive => Some(Window::Land),
            Frame::Fight(fight) => Some(match fight.step {
                Step::Choice => Window::Round,
                Step::Dice => Window::Dice,
            }),
            Frame::End => Some(Window::End),
            Frame::Name
            | Frame::Haven
            | Frame::Quest(_)
            | Frame::Choose(..)
            | Frame::Where(..)
            | Frame::Peril(_)
            | Frame::Aim(_)
            | Frame::Learn { .. } => Some(Window::Other),
            Frame::Hero(_) | Frame::After | Frame::Close | Frame::Script { .. } => None,
        }
    }

    /// What may be done now besides using cards, but for a town's quest. All of it follows from public facts.
    #[inline]
    fn options(&self, rules: &Rules, frame: &Frame, out: &mut Vec<Action>) {
        match *frame {
            Frame::Hero(_) => self.boards(rules, out),
            Frame::Start => {
                out.push(Action::Roll);
                self.shop(rules, out);
            }
            Frame::Roll { die, extra } => self.ends(rules, (die + extra) as usize, out),
            Frame::Arrive => {
                out.push(Action::Halt);
                out.extend(self.march_ends(rules).map(Action::March));
            }
            Frame::End => {
                out.push(Action::End);
                self.shop(rules, out);
            }
            Frame::Name => {
                out.push(Action::Pass);
                out.extend((0..rules.kingdom.lairs.len() as u8).map(Action::Name));
            }
            Frame::Haven => {
                out.push(Action::Pass);
                let space = self.hero().space;
                let fresh = |place: &u8| !self.lairs[*place as usize].seen.contains(self.active);
                out.extend(self.closest_lairs(&rules.kingdom, space).filter(fresh).map(Action::Look));
            }
            Frame::Quest(_) => out.push(Action::Pass),
            Frame::Fight(fight) => match fight.step {
                Step::Choice => out.extend([Action::Engage, Action::Withdraw]),
                Step::Dice => {
                    out.push(Action::Stand);
                    if fight.prepared > 0 {
                        out.push(Action::Prepare);
                    }
                }
            },
            Frame::Choose(first, _) => {
                if self.can_pay(rules, first) {
                    out.push(Action::Choose(0));
                }
                out.push(Action::Choose(1));
            }
            Frame::Where(goal, _) => {
                let spaces = self.targets(&rules.kingdom, goal);
                out.extend(spaces.map(|end| Action::Go { end, via: NOWHERE }));
            }
            Frame::Peril(_) => out.push(Action::Stand),
            Frame::Aim(Aim::Lair) => out.extend(self.scoutable(rules).map(Action::Look)),
            Frame::Aim(Aim::Town) => out.extend(self.readable(rules).map(Action::Read)),
            Frame::Aim(Aim::Face) => out.extend((1..=6).map(Action::Face)),
            Frame::Learn { first, second, .. } => {
                let kind = |card| rules.kingdom.ability_stock.kind(card);
                out.extend([Action::Keep(kind(first)), Action::Keep(kind(second))]);
            }
            Frame::After | Frame::Close | Frame::Script { .. } => {}
        }
    }

    fn boards(&self, rules: &Rules, out: &mut Vec<Action>) {
        let taken = |board: u8| self.heroes.iter().any(|hero| hero.board == board);
        let boards = (0..rules.kingdom.heroes.len() as u8).filter(|board| !taken(*board));
        out.extend(boards.map(Action::Hero));
    }

    /// GL-22, L2: on the castle, the kinds of every face-up good the hero can pay, each once.
    fn affordable(&self, rules: &Rules) -> impl Iterator<Item = u8> {
        let kingdom = &*rules.kingdom;
        let hero = self.hero();
        let open = hero.space == kingdom.map.castle && hero.coins > 0;
        let bargain = if open { self.total(kingdom, self.active, Aspect::Bargain) } else { 0 };
        let mut offered = 0_u64;
        let row: &[u8] = if open { &self.row } else { &[] };
        row.iter().copied().filter(|card| *card != NOTHING).filter_map(move |card| {
            let kind = kingdom.goods_stock.kind(card);
            let fresh = offered & 1 << kind == 0;
            offered |= 1 << kind;
            (fresh && u16::from(bargained(kingdom, kind, bargain)) <= hero.coins).then_some(kind)
        })
    }

    fn shop(&self, rules: &Rules, out: &mut Vec<Action>) {
        out.extend(self.affordable(rules).map(Action::Buy));
    }

    /// Whether any face-up good can be paid.
    pub(crate) fn can_shop(&self, rules: &Rules) -> bool {
        self.affordable(rules).next().is_some()
    }

    /// The space a hero may not turn back to: none at the start of a turn, unless headings are kept (M3).
    pub(crate) fn heading(&self, rules: &Rules) -> u8 {
        let hero = self.hero();
        if rules.keep_heading && !rules.kingdom.map.kind(hero.space).stops() { hero.from } else { NOWHERE }
    }

    fn ends(&self, rules: &Rules, steps: usize, out: &mut Vec<Action>) {
        let ways = rules.kingdom.map.ways(self.hero().space, self.heading(rules), steps);
        out.extend(ways.iter().map(|way| Action::Go { end: way.end, via: way.via }));
    }

    /// Where the active hero's move can end: by the steps alone, and only with a march after them (M8). Empty unless a
    /// way is being chosen.
    pub fn within_reach(&self, rules: &Rules) -> (Vec<u8>, Vec<u8>) {
        let map = &rules.kingdom.map;
        let (mut steps, mut marches) = (Vec::new(), Vec::new());
        match self.top() {
            Frame::Roll { die, extra } => {
                let ways = map.ways(self.hero().space, self.heading(rules), (die + extra) as usize);
                let free =
                    self.hero().health > 1 || self.total(&rules.kingdom, self.active, Aspect::FreeMarch) > 0;
                steps.extend(ways.iter().map(|way| way.end));
                for way in ways.iter().filter(|way| free && !map.kind(way.end).stops()) {
                    marches.extend(map.ways(way.end, way.from, 1).iter().map(|further| further.end));
                }
            }
            Frame::Arrive => {
                marches.extend(self.march_ends(rules));
            }
            Frame::Hero(_)
            | Frame::Start
            | Frame::After
            | Frame::End
            | Frame::Close
            | Frame::Name
            | Frame::Haven
            | Frame::Quest(_)
            | Frame::Fight(_)
            | Frame::Script { .. }
            | Frame::Choose(..)
            | Frame::Where(..)
            | Frame::Peril(_)
            | Frame::Aim(_)
            | Frame::Learn { .. } => {}
        }
        steps.sort_unstable();
        steps.dedup();
        marches.sort_unstable();
        marches.dedup();
        marches.retain(|end| !steps.contains(end));
        (steps, marches)
    }

    /// GL-12, M9 to M11: where a march may lead.
    fn march_ends(&self, rules: &Rules) -> impl Iterator<Item = u8> {
        let hero = self.hero();
        let ways = rules.kingdom.map.ways(hero.space, hero.from, usize::from(self.can_march(rules)));
        ways.iter().map(|way| way.end)
    }

    /// Whether the hero may march now.
    pub(crate) fn can_march(&self, rules: &Rules) -> bool {
        let hero = self.hero();
        !self.marched
            && !rules.kingdom.map.kind(hero.space).stops()
            && (hero.health > 1 || self.total(&rules.kingdom, self.active, Aspect::FreeMarch) > 0)
    }

    /// Whether a list's price can be paid.
    fn can_pay(&self, rules: &Rules, script: crate::effect::Script) -> bool {
        let prices = rules.kingdom.scripts.get(script).iter().map(|effect| effect.price());
        prices.max().is_none_or(|price| self.hero().coins >= u16::from(price))
    }

    /// Lairs still face down that the hero has not seen.
    pub(crate) fn scoutable(&self, rules: &Rules) -> impl Iterator<Item = u8> {
        (0..rules.kingdom.map.lairs.len() as u8).filter(|place| {
            let lair = &self.lairs[*place as usize];
            lair.won.is_none() && !lair.seen.contains(self.active)
        })
    }

    /// Towns whose quest is face down and unseen by the hero.
    pub(crate) fn readable(&self, rules: &Rules) -> impl Iterator<Item = u8> {
        (0..rules.kingdom.map.towns.len() as u8).filter(|place| {
            let town = &self.towns[*place as usize];
            town.lies == QuestLies::Hidden && !town.seen.contains(self.active)
        })
    }

    /// The cards and powers that the deciding seat may use in a window.
    fn usable(&self, rules: &Rules, window: Window, out: &mut Vec<Action>) {
        let kingdom = &*rules.kingdom;
        let seat = self.decides();
        let hero = &self.heroes[seat];
        let mut offered = 0_u64;
        for card in bits(hero.goods & kingdom.usable_goods[window as usize]) {
            let kind = kingdom.goods_stock.kind(card);
            let boon = &kingdom.goods[kind as usize].boon;
            if offered & 1 << kind == 0 && self.ready(rules, seat, boon, |used| used.goods & 1 << card != 0) {
                offered |= 1 << kind;
                out.push(Action::Use(Held::Good(kind)));
            }
        }
        for card in bits(hero.abilities & kingdom.usable_abilities[window as usize]) {
            let kind = kingdom.ability_stock.kind(card);
            let boon = &kingdom.abilities[kind as usize].boon;
            if self.ready(rules, seat, boon, |used| used.abilities & 1 << card != 0) {
                out.push(Action::Use(Held::Ability(kind)));
            }
        }
        if let Some(boon) = self.gift(kingdom, seat)
            && boon.windows & window.bit() != 0
            && self.ready(rules, seat, boon, |used| used.power.contains(seat))
        {
            out.push(Action::Use(Held::Power));
        }
    }

    /// Whether the deciding seat can use anything in a window.
    pub(crate) fn any_usable(&self, rules: &Rules, window: Window) -> bool {
        let kingdom = &*rules.kingdom;
        let seat = self.decides();
        let hero = &self.heroes[seat];
        let goods = bits(hero.goods & kingdom.usable_goods[window as usize]).any(|card| {
            let boon = &kingdom.goods[kingdom.goods_stock.kind(card) as usize].boon;
            self.ready(rules, seat, boon, |used| used.goods & 1 << card != 0)
        });
        let abilities = || {
            bits(hero.abilities & kingdom.usable_abilities[window as usize]).any(|card| {
                let boon = &kingdom.abilities[kingdom.ability_stock.kind(card) as usize].boon;
                self.ready(rules, seat, boon, |used| used.abilities & 1 << card != 0)
            })
        };
        let gift = || {
            self.gift(kingdom, seat).is_some_and(|boon| {
                boon.windows & window.bit() != 0
                    && self.ready(rules, seat, boon, |used| used.power.contains(seat))
            })
        };
        goods || abilities() || gift()
    }

    /// Whether a card may be used again (B16, B17), and its first effect would do something (B20).
    pub(crate) fn ready(
        &self,
        rules: &Rules,
        seat: Seat,
        boon: &Boon,
        was: impl Fn(&crate::state::Used) -> bool,
    ) -> bool {
        let spent = self.is_spent(boon, was);
        let Some(script) = boon.does else {
            return false;
        };
        let first = rules.kingdom.scripts.get(script).first();
        !spent && first.is_some_and(|effect| self.works(rules, seat, *effect))
    }

    /// Whether an inexhaustible card has been used for its trigger, battle or turn.
    pub(crate) fn is_spent(&self, boon: &Boon, was: impl Fn(&crate::state::Used) -> bool) -> bool {
        boon.uses == 0
            && match boon.once {
                Once::Trigger => was(&self.used_trigger),
                Once::Battle => was(&self.used_battle),
                Once::Turn => was(&self.used_turn),
            }
    }

    /// Whether an effect would do anything for this seat now: a card is not wasted by mistake (B20).
    fn works(&self, rules: &Rules, seat: Seat, effect: Effect) -> bool {
        let kingdom = &*rules.kingdom;
        match effect {
            Effect::Heal(_) | Effect::HealAll => self.heroes[seat].health < self.most_health(kingdom, seat),
            Effect::Pay(coins) => self.hero().coins >= u16::from(coins),
            Effect::Scout => self.scoutable(rules).next().is_some(),
            Effect::Read => self.readable(rules).next().is_some(),
            Effect::Go(goal) | Effect::Place(goal) => self.targets(kingdom, goal).next().is_some(),
            Effect::Strike(_) | Effect::Hinder(_) | Effect::Might(_) | Effect::Guard(_) | Effect::Harm(_) => {
                self.fight().is_some()
            }
            Effect::Raise(_) => self.own_die() < 6,
            Effect::Lower(_) => self.own_die() > 1,
            Effect::LowerFoe(_) => self.fight().is_some_and(|fight| fight.theirs > 1),
            Effect::SetDie(face) => self.own_die() != face,
            Effect::SwapDice => self.fight().is_some_and(|fight| fight.mine != fight.theirs),
            Effect::Wound(_)
            | Effect::Peril(_)
            | Effect::Coins(_)
            | Effect::LoseCoins(_)
            | Effect::Glory(_)
            | Effect::LoseGlory(_)
            | Effect::EachGlory(_)
            | Effect::EachHeal(_)
            | Effect::OthersCoins(_)
            | Effect::Good
            | Effect::Ability
            | Effect::Battle
            | Effect::Steps(_)
            | Effect::Stay
            | Effect::Reroll
            | Effect::RerollFoe
            | Effect::Flip
            | Effect::FlipFoe
            | Effect::PickDie
            | Effect::SecondDie
            | Effect::Chance { .. }
            | Effect::Choose(..) => true,
        }
    }

    /// The die a card would change: the strike die in a battle, else the movement die.
    pub(crate) fn own_die(&self) -> u8 {
        if let Some(fight) = self.fight() {
            return fight.mine;
        }
        match self.stack.as_slice().first() {
            Some(Frame::Roll { die, .. }) => *die,
            _ => 0,
        }
    }
}

impl State {
    /// Everything that the deciding seat may do now.
    pub(crate) fn now(&self, rules: &Rules, out: &mut Vec<Action>) {
        let public = &self.public;
        if public.ending != Ending::Open {
            return;
        }
        let Some(frame) = public.stack.last() else {
            return;
        };
        if let Frame::Quest(place) = frame {
            self.completions(rules, *place, out);
        }
        public.options(rules, frame, out);
        if let Some(window) = public.window() {
            public.usable(rules, window, out);
        }
        if matches!(frame, Frame::Start) {
            out.push(Action::Resign);
        }
    }

    /// Why the seat may not do this now; `None` exactly if it is among the legal actions.
    pub(crate) fn why_not(&self, rules: &Rules, seat: Seat, action: Action) -> Option<Refusal> {
        let public = &self.public;
        if public.ending != Ending::Open {
            return Some(Refusal::flat("GL-45", "the game is over"));
        }
        if seat != public.decides() {
            let asked = public.decides();
            return Some(Refusal::new("GL-4", format!("{asked} decides now"), "Wait for your turn"));
        }
        let mut legal = Vec::new();
        self.now(rules, &mut legal);
        if legal.contains(&action) { None } else { Some(self.explain_refusal(rules, action)) }
    }

    /// Who decides now.
    pub(crate) fn whose_turn(&self) -> Turn {
        if self.public.ending == Ending::Open {
            Turn::Decide(table::SeatSet::one(self.public.decides()))
        } else {
            Turn::Over
        }
    }
}
