//! GL-27: a town's quest is looked at, and paid for when the hero comes back with it done.

use super::prelude::*;

/// In a town: do the quest, or not (ruling Q5). It waits only where it asks, which depends on what everyone may know (Q12).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Quest {
    /// The town's place.
    pub place: u8,
}

impl Procedure for Quest {
    /// How the active hero can do the quest: each good that can be handed over, or doing it as it is.
    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, offer: &mut O) {
        let (public, kingdom) = (&state.public, &*rules.kingdom);
        let quest = state.quest_in(self.place);
        if public.would_be_done(kingdom, public.active, self.place, quest) {
            if let Some(Task::Bring(sort)) = kingdom.quests[quest as usize].hands_over() {
                let mut offered = 0_u64;
                for kind in bits(public.hero().goods).map(|card| kingdom.goods_stock.kind(card)) {
                    if kingdom.goods[kind as usize].sort == sort && offered & 1 << kind == 0 {
                        offered |= 1 << kind;
                        offer.free(Action::Give(kind));
                    }
                }
            } else {
                offer.free(Action::Complete);
            }
        }
        offer.decline(Action::Pass);
        using::moves(state, rules, state.public.active, Window::Other, offer);
        offer.others(|action| {
            matches!(action, Action::Give(_) | Action::Complete).then_some(Why::QuestAsksOther)
        });
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        state.done();
        let active = state.public.active;
        if let Action::Give(kind) = action {
            hand_over(state, rules, kind, chance);
        } else if let Some(Task::Pay(coins)) =
            rules.kingdom.quests[state.quest_in(self.place) as usize].hands_over()
        {
            state.lose_coins(active, coins, chance);
        }
        state.pay_out(rules, self.place, chance);
    }

    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, _: &mut C) {
        state.done();
    }

    /// Others are not told what the quest asks for.
    fn crumb(self, rules: &Rules, view: &View) -> Text {
        let kingdom = &rules.kingdom;
        let town = table::place(&kingdom.map.space(kingdom.map.towns[self.place as usize]).name);
        let Some(quest) = view.quests[self.place as usize] else {
            return text![view.public.active, " may complete the quest in ", town];
        };
        let quest = &kingdom.quests[quest as usize];
        let asks = kingdom.quest_text_at(quest, self.place);
        text![view.public.active, " may complete ", table::card(&quest.name), " in ", town, ": ", asks]
    }

    fn explain(self, rules: &Rules, view: &View, action: Action) -> Text {
        let own = view.quests[self.place as usize];
        let (_, reward) = due(rules, &view.public, self.place, own);
        let gain = say!("Gain {}", rules.kingdom.reward_text(reward));
        match action {
            Action::Give(_) => text!["Hand it over and complete the quest. ", gain],
            Action::Complete => text!["Complete the quest. ", gain],
            _ => text!["Leave the quest for later."],
        }
    }
}

/// GL-27, Q6: what completing a quest in this town brings, the first time and the second; more after a race (GL-53).
fn due(rules: &Rules, public: &Public, place: u8, quest: Option<u8>) -> (Rank, Reward) {
    let card = quest.map(|quest| &rules.kingdom.quests[quest as usize]);
    let town = &public.towns[place as usize];
    let usual = |plain: Reward, by: fn(u8) -> (u8, u8)| match card.filter(|_| rules.effort) {
        Some(card) => {
            let (glory, coins) = by(rules.kingdom.effort(card, place));
            Reward { glory, coins, wins: None }
        }
        None => plain,
    };
    if town.lies == QuestLies::Hidden {
        let own = card.and_then(|quest| quest.first);
        let reward = own.unwrap_or_else(|| usual(rules.quest_first, |effort| (effort, effort)));
        let (glory, coins) = if town.raced { (1, 2) } else { (0, 0) };
        let (glory, coins) = (reward.glory.saturating_add(glory), reward.coins.saturating_add(coins));
        (Rank::First, Reward { glory, coins, ..reward })
    } else {
        let own = card.and_then(|quest| quest.second);
        let less = |effort: u8| (effort.saturating_sub(2).max(1), effort.saturating_sub(1).max(1));
        (Rank::Second, own.unwrap_or_else(|| usual(rules.quest_second, less)))
    }
}

impl Kingdom {
    /// Q15: how hard a quest is, from 1 to 5: as its card says, or by the steps to the town that it sends to.
    pub fn effort(&self, quest: &QuestCard, place: u8) -> u8 {
        let map = &self.map;
        let here = map.towns[place as usize];
        let far = || table::bits(map.farthest[place as usize]).next().unwrap_or(place);
        let sent = quest.tasks.iter().find_map(|task| match *task {
            Task::Deliver => Some(far()),
            Task::Visit(town) if town == place => Some(far()),
            Task::Visit(town) => Some(town),
            _ => None,
        });
        sent.map_or(quest.effort, |town| (map.distance(here, map.towns[town as usize]) / 6 + 1).clamp(1, 5))
    }
}

/// Q5: a good goes; of several copies the one with the most uses spent.
fn hand_over<C: Chance>(state: &mut State, rules: &Rules, kind: u8, chance: &mut C) {
    let (kingdom, active) = (&*rules.kingdom, state.public.active);
    let held = state.public.hero().goods & kingdom.goods_stock.mask(kind);
    let spent = &state.public.spent_goods.0;
    if let Some(card) = bits(held).max_by_key(|card| spent[*card as usize]) {
        chance.note(|| Event::Gave(active, kind));
        state.drop_good(active, card);
        state.cap_health(kingdom, active, chance);
    }
}

impl State {
    fn quest_in(&self, place: u8) -> u8 {
        self.secret.quests.get()[place as usize]
    }

    /// GL-27: look at the quest, or be paid for it. Whoever must hand something over, or would be the second, is asked (Q12).
    pub(crate) fn visit_town<C: Chance>(&mut self, rules: &Rules, place: u8, chance: &mut C) {
        let active = self.public.active;
        let town = self.public.towns[place as usize];
        let quest = self.quest_in(place);
        let done = |state: &Self| state.public.would_be_done(&rules.kingdom, active, place, quest);
        match town.lies {
            QuestLies::Gone => {}
            QuestLies::Hidden | QuestLies::Open(_) if !town.seen.contains(active) => {
                self.see_quest(place, chance);
            }
            QuestLies::Open(first) if first == active => {}
            QuestLies::Open(_) => {
                if done(self) {
                    self.public.wait(Quest { place });
                }
            }
            QuestLies::Hidden => {
                if rules.kingdom.quests[quest as usize].hands_over().is_none() && done(self) {
                    self.pay_out(rules, place, chance);
                    return;
                }
                self.exclude(rules, place);
                if self.may_hand_over(rules, place) {
                    self.public.wait(Quest { place });
                }
            }
        }
    }

    /// Whether, for all that everyone knows, the quest here could be one that the hero can do by handing something over. Whom the
    /// game asks depends on that alone, so that the question gives no secret away (Q12).
    fn may_hand_over(&self, rules: &Rules, place: u8) -> bool {
        let (public, kingdom) = (&self.public, &*rules.kingdom);
        let lies_open = |quest: u8| {
            let known = public.towns.iter().zip(self.secret.quests.get());
            known
                .take(kingdom.map.towns.len())
                .any(|(town, card)| town.lies != QuestLies::Hidden && *card == quest)
        };
        (0..).zip(&kingdom.quests).any(|(quest, card)| {
            card.hands_over().is_some()
                && public.towns[place as usize].excluded & 1 << quest == 0
                && public.would_be_done(kingdom, public.active, place, quest)
                && !lies_open(quest)
        })
    }

    /// Nobody was paid, so everyone can tell which quests this is not: none that is done without handing anything over.
    fn exclude(&mut self, rules: &Rules, place: u8) {
        let active = self.public.active;
        for (quest, card) in (0..).zip(&rules.kingdom.quests) {
            if card.hands_over().is_none() && self.public.would_be_done(&rules.kingdom, active, place, quest)
            {
                self.public.towns[place as usize].excluded |= 1 << quest;
            }
        }
    }

    /// GL-27, Q6, Q9: the reward is taken, the card turned or removed.
    fn pay_out<C: Chance>(&mut self, rules: &Rules, place: u8, chance: &mut C) {
        let active = self.public.active;
        let quest = self.quest_in(place);
        let (rank, reward) = due(rules, &self.public, place, Some(quest));
        let town = &mut self.public.towns[place as usize];
        if rank == Rank::First && rules.players > 1 && !town.raced {
            town.lies = QuestLies::Open(active);
            if rules.face_up_seen {
                // Q3: what lies face up has been seen by everyone.
                town.seen = Self::everyone(rules);
            }
        } else {
            town.lies = QuestLies::Gone;
        }
        chance.learned(Self::everyone(rules));
        chance.note(|| Event::Completed(active, place, quest, rank));
        self.gain_coins(active, reward.coins, chance);
        self.win_besides(rules, reward.wins, chance);
        self.gain_glory(rules, active, reward.glory, Source::Quests, chance);
    }
}
