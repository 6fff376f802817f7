//! Why an action is not allowed now: rule, fact, remedy.

use table::Refusal;

use crate::action::{Action, Held};
use crate::boon::Boon;
use crate::effect::Window;
use crate::frame::{Frame, NOTHING};
use crate::rules::Rules;
use crate::state::{Public, State, Used};

impl State {
    /// The reason for an action that is not among the legal ones.
    pub(crate) fn explain_refusal(&self, rules: &Rules, action: Action) -> Refusal {
        self.public.explain(rules, action)
    }

    /// Everything the deciding seat could name now, legal or not.
    pub(crate) fn nameable(&self, rules: &Rules, out: &mut Vec<Action>) {
        self.now(rules, out);
        let mut more = Vec::new();
        self.public.nameable(rules, &mut more);
        for action in more {
            if !out.contains(&action) {
                out.push(action);
            }
        }
    }
}

impl Public {
    fn explain(&self, rules: &Rules, action: Action) -> Refusal {
        let kingdom = &*rules.kingdom;
        match action {
            Action::Hero(_) if matches!(self.top(), Frame::Hero(_)) => {
                Refusal::new("GL-3", "that hero board is taken", "Choose one that is left")
            }
            Action::Hero(_) => Refusal::flat("GL-3", "heroes are chosen before the first turn"),
            Action::Roll => Refusal::flat("GL-10", "the die is rolled once, at the start of a turn"),
            Action::Buy(kind) => self.explain_buy(rules, kind),
            Action::Use(held) => self.explain_use(rules, held),
            Action::Go { end, .. } => self.explain_go(rules, end),
            Action::March(_) => self.explain_march(rules),
            Action::Halt => Refusal::flat("GL-10", "you have steps left to go"),
            Action::Name(_) => Refusal::new(
                "GL-26",
                "a lair is named on landing on it, before its card is looked at",
                "Land on a lair",
            ),
            Action::Look(place) => {
                let lair = self.lairs.get(place as usize);
                if lair.is_some_and(|lair| lair.won.is_some()) {
                    Refusal::flat("GL-25", "that lair's card lies face up")
                } else if lair.is_some_and(|lair| lair.seen.contains(self.active)) {
                    Refusal::flat("GL-24", "you have seen that card already")
                } else {
                    Refusal::new(
                        "GL-24",
                        "only the closest lair can be looked at, from a haven",
                        "Land on a haven",
                    )
                }
            }
            Action::Read(_) => {
                Refusal::new("GL-27", "a quest is looked at by landing on its town", "Land on the town")
            }
            Action::Give(_) | Action::Complete if matches!(self.top(), Frame::Quest(_)) => {
                Refusal::new("GL-27", "the quest here does not ask for that, or you lack it", "Pass")
            }
            Action::Give(_) | Action::Complete => Refusal::new(
                "GL-27",
                "a quest is done by coming back to its town",
                "Land on the town of a quest you have done",
            ),
            Action::Pass => Refusal::flat("GL-14", "nothing is offered that you could leave"),
            Action::Engage | Action::Withdraw => {
                Refusal::flat("GL-30", "there is no round of battle to decide on")
            }
            Action::Prepare => {
                Refusal::new("GL-26", "no right name waits to be used", "Name a lair rightly and engage it")
            }
            Action::Stand => Refusal::flat("GL-32", "no strike dice have been rolled"),
            Action::Keep(kind) if matches!(self.top(), Frame::Learn { .. }) => {
                let name = kingdom.abilities.get(kind as usize).map_or("that", |ability| &ability.name);
                Refusal::new("GL-40", format!("{name} was not drawn"), "Keep one of the two drawn")
            }
            Action::Keep(_) => Refusal::flat("GL-40", "no abilities have been drawn"),
            Action::Choose(0) if matches!(self.top(), Frame::Choose(..)) => {
                Refusal::new("GL-23", "you can't pay for the first choice", "Take the second")
            }
            Action::Choose(_) => Refusal::flat("GL-23", "no card offers a choice now"),
            Action::Face(_) => Refusal::flat("GL-34", "no card lets you set a die now"),
            Action::End => Refusal::flat("GL-10", "your turn is not over yet"),
            Action::Resign => Refusal::new(
                "GL-46",
                "a hero gives up at the start of a turn only",
                "Wait for your turn to start",
            ),
        }
    }

    fn explain_buy(&self, rules: &Rules, kind: u8) -> Refusal {
        let kingdom = &*rules.kingdom;
        let Some(good) = kingdom.goods.get(kind as usize) else {
            return Refusal::flat("GL-22", "there is no such good");
        };
        if !matches!(self.top(), Frame::Start | Frame::End) {
            return Refusal::new(
                "GL-22",
                "goods are bought at the start or the end of a turn only",
                "Wait for the end of your turn",
            );
        }
        if self.hero().space != kingdom.map.castle {
            return Refusal::new("GL-22", "you are not on the castle", "Go to the castle");
        }
        let shown = self.row.iter().any(|card| *card != NOTHING && kingdom.goods_stock.kind(*card) == kind);
        if !shown {
            return Refusal::new(
                "GL-22",
                format!("{} does not lie face up", good.name),
                "Buy what lies face up",
            );
        }
        let price = self.price(kingdom, self.active, kind);
        let coins = self.hero().coins;
        let fact =
            format!("{} costs {} and you have {coins}", good.name, crate::text::coins(u16::from(price)));
        Refusal::new("GL-22", fact, "Earn more coins")
    }

    fn boon<'r>(&self, rules: &'r Rules, held: Held) -> Option<(&'r str, &'r Boon, bool)> {
        let kingdom = &*rules.kingdom;
        let hero = &self.heroes[self.decides()];
        match held {
            Held::Good(kind) => {
                let holds = hero.goods & kingdom.goods_stock.mask(kind) != 0;
                kingdom.goods.get(kind as usize).map(|good| (good.name.as_str(), &good.boon, holds))
            }
            Held::Ability(kind) => {
                let holds = hero.abilities & kingdom.ability_stock.mask(kind) != 0;
                kingdom.abilities.get(kind as usize).map(|one| (one.name.as_str(), &one.boon, holds))
            }
            Held::Power => {
                kingdom.heroes.get(hero.board as usize).map(|board| (board.gift.as_str(), &board.boon, true))
            }
        }
    }

    fn explain_use(&self, rules: &Rules, held: Held) -> Refusal {
        let Some((name, boon, holds)) = self.boon(rules, held) else {
            return Refusal::flat("GL-15", "there is no such card");
        };
        if !holds {
            return Refusal::flat("GL-15", format!("you do not have {name}"));
        }
        if boon.does.is_none() {
            return Refusal::flat("GL-15", format!("{name} works by itself"));
        }
        let open = self.window();
        if open.is_none_or(|window| boon.windows & window.bit() == 0) {
            let fits = Window::ALL.into_iter().filter(|window| boon.windows & window.bit() != 0);
            let windows: Vec<_> = fits.map(Window::words).collect();
            let remedy = format!("Use it {}", windows.join(" or "));
            return Refusal::new("GL-15", format!("{name} can't be used now"), remedy);
        }
        if self.is_spent(boon, |used| self.used_up(rules, held, used)) {
            return Refusal::flat("GL-42", format!("{name} has been used already"));
        }
        Refusal::flat("GL-15", format!("{name} would do nothing now"))
    }

    /// Whether every held copy is among the cards used.
    fn used_up(&self, rules: &Rules, held: Held, used: &Used) -> bool {
        let kingdom = &*rules.kingdom;
        let seat = self.decides();
        let hero = &self.heroes[seat];
        match held {
            Held::Good(kind) => hero.goods & kingdom.goods_stock.mask(kind) & !used.goods == 0,
            Held::Ability(kind) => hero.abilities & kingdom.ability_stock.mask(kind) & !used.abilities == 0,
            Held::Power => used.power.contains(seat),
        }
    }

    fn explain_go(&self, rules: &Rules, end: u8) -> Refusal {
        if let Frame::Where(..) = self.top() {
            let fact = "your card sends you to the nearest space only";
            return Refusal::new("GL-14", fact, "Choose one of those that are equally near");
        }
        let Frame::Roll { die, extra } = self.top() else {
            return Refusal::flat("GL-10", "you have no movement roll to use");
        };
        let steps = die + extra;
        let map = &rules.kingdom.map;
        let ways = map.ways(self.hero().space, self.heading(rules), steps as usize);
        if ways.iter().any(|way| way.end == end) {
            return Refusal::new(
                "GL-11",
                "that road does not lead there with this roll",
                "Choose one of the roads listed",
            );
        }
        let Some(space) = map.spaces.get(end as usize) else {
            return Refusal::flat("GL-10", "there is no such space");
        };
        let step = if steps == 1 { "step" } else { "steps" };
        let fact = format!("{} can't be reached with exactly {steps} {step}", space.name);
        Refusal::new("GL-10", fact, "Choose one of the marked spaces")
    }

    fn explain_march(&self, rules: &Rules) -> Refusal {
        if !matches!(self.top(), Frame::Arrive) {
            return Refusal::flat("GL-12", "a march follows the rolled steps, before the space is followed");
        }
        if self.marched {
            return Refusal::flat("GL-12", "you have marched this turn");
        }
        let space = rules.kingdom.map.space(self.hero().space);
        if space.kind.stops() {
            return Refusal::flat("GL-13", format!("{} has ended your move", space.name));
        }
        if !self.can_march(rules) {
            return Refusal::new("GL-12", "a march would cost your last health", "Regain health first");
        }
        Refusal::flat("GL-12", "a march goes one space on, not back")
    }

    /// What the deciding seat could name besides what is legal; some of it may be.
    fn nameable(&self, rules: &Rules, out: &mut Vec<Action>) {
        let kingdom = &*rules.kingdom;
        let mut add = |action: Action| out.push(action);
        let seat = self.decides();
        let hero = &self.heroes[seat];
        if matches!(self.top(), Frame::Start | Frame::End) {
            for card in self.row.iter().copied().filter(|card| *card != NOTHING) {
                add(Action::Buy(kingdom.goods_stock.kind(card)));
            }
        }
        if matches!(self.top(), Frame::Hero(_)) {
            (0..kingdom.heroes.len() as u8).for_each(|board| add(Action::Hero(board)));
        }
        if matches!(self.top(), Frame::Arrive) {
            let roads = &kingdom.map.space(hero.space).roads;
            for road in roads {
                add(Action::March(*road));
            }
        }
        if matches!(self.top(), Frame::Choose(..)) {
            add(Action::Choose(0));
        }
        if self.window().is_some() {
            for kind in 0..kingdom.goods.len() as u8 {
                let held = hero.goods & kingdom.goods_stock.mask(kind) != 0;
                if held && kingdom.goods[kind as usize].boon.does.is_some() {
                    add(Action::Use(Held::Good(kind)));
                }
            }
            for kind in 0..kingdom.abilities.len() as u8 {
                let held = hero.abilities & kingdom.ability_stock.mask(kind) != 0;
                if held && kingdom.abilities[kind as usize].boon.does.is_some() {
                    add(Action::Use(Held::Ability(kind)));
                }
            }
            if self.gift(kingdom, seat).is_some_and(|boon| boon.does.is_some()) {
                add(Action::Use(Held::Power));
            }
        }
    }
}
