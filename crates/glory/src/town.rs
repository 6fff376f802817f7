//! Towns: the quest is looked at, done, and paid for (GL-27).

use table::{Chance, SeatSet};

use crate::action::Action;
use crate::cards::bits;
use crate::event::{Event, Rank, Source};
use crate::frame::Frame;
use crate::quest::Task;
use crate::rules::Rules;
use crate::state::{QuestLies, State};

impl State {
    /// The active hero privately looks at a town's quest (Q1); deeds count from now (Q2).
    pub(crate) fn see_quest<C: Chance>(&mut self, place: u8, chance: &mut C) {
        let active = self.public.active;
        let quest = self.secret.quests.get()[place as usize];
        let town = &mut self.public.towns[place as usize];
        if !town.seen.contains(active) {
            town.seen = town.seen.with(active);
            chance.learned(SeatSet::one(active));
            chance.note(|| Event::SawQuest(active, place, quest));
        }
    }

    /// GL-27: look at the quest, or be paid for it. Whoever must hand something over, or would be the second, is asked (Q12).
    pub(crate) fn visit_town<C: Chance>(&mut self, rules: &Rules, place: u8, chance: &mut C) {
        let active = self.public.active;
        let town = self.public.towns[place as usize];
        let quest = self.secret.quests.get()[place as usize];
        let done = |state: &Self| state.public.would_be_done(&rules.kingdom, active, place, quest);
        match town.lies {
            QuestLies::Gone => {}
            QuestLies::Hidden | QuestLies::Open(_) if !town.seen.contains(active) => {
                self.see_quest(place, chance);
            }
            QuestLies::Open(first) if first == active => {}
            QuestLies::Open(_) => {
                if done(self) {
                    self.public.wait(Frame::Quest(place));
                }
            }
            QuestLies::Hidden => {
                if !rules.kingdom.quests[quest as usize].task.hands_over() && done(self) {
                    self.pay_out(rules, place, chance);
                    return;
                }
                self.exclude(rules, place);
                if self.may_hand_over(rules, place) {
                    self.public.wait(Frame::Quest(place));
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
            card.task.hands_over()
                && public.towns[place as usize].excluded & 1 << quest == 0
                && public.would_be_done(kingdom, public.active, place, quest)
                && !lies_open(quest)
        })
    }

    /// How the active hero can do the quest here now: each good that can be handed over, or doing it as it is.
    pub(crate) fn completions(&self, rules: &Rules, place: u8, out: &mut Vec<Action>) {
        let kingdom = &*rules.kingdom;
        let quest = self.secret.quests.get()[place as usize];
        if !self.public.would_be_done(kingdom, self.public.active, place, quest) {
            return;
        }
        match kingdom.quests[quest as usize].task {
            Task::Bring(sort) => {
                let mut offered = 0_u64;
                for card in bits(self.public.hero().goods) {
                    let kind = kingdom.goods_stock.kind(card);
                    if kingdom.goods[kind as usize].sort == sort && offered & 1 << kind == 0 {
                        offered |= 1 << kind;
                        out.push(Action::Give(kind));
                    }
                }
            }
            Task::Pay(_)
            | Task::Slay(_)
            | Task::SlayKin(..)
            | Task::SlayWorth(_)
            | Task::Deliver
            | Task::Towns(_)
            | Task::Lairs(_)
            | Task::Havens(_)
            | Task::Report(_)
            | Task::Survive(_)
            | Task::Fates(_)
            | Task::Buy(_)
            | Task::Know(_) => out.push(Action::Complete),
        }
    }

    /// Nobody was paid, so everyone can tell which quests this is not: none that is done without handing anything over.
    fn exclude(&mut self, rules: &Rules, place: u8) {
        let active = self.public.active;
        for (quest, card) in (0..).zip(&rules.kingdom.quests) {
            if !card.task.hands_over() && self.public.would_be_done(&rules.kingdom, active, place, quest) {
                self.public.towns[place as usize].excluded |= 1 << quest;
            }
        }
    }

    /// Q5: the quest here is done, with a good handed over.
    pub(crate) fn give<C: Chance>(&mut self, rules: &Rules, kind: u8, chance: &mut C) {
        let Some(Frame::Quest(place)) = self.public.stack.pop() else {
            return;
        };
        let kingdom = &*rules.kingdom;
        let active = self.public.active;
        let held = self.public.hero().goods & kingdom.goods_stock.mask(kind);
        // Of several copies the one with the most uses spent.
        let spent = &self.public.spent_goods.0;
        if let Some(card) = bits(held).max_by_key(|card| spent[*card as usize]) {
            chance.note(|| Event::Gave(active, kind));
            self.drop_good(active, card);
            self.cap_health(kingdom, active, chance);
        }
        self.pay_out(rules, place, chance);
    }

    /// The quest here is done.
    pub(crate) fn complete<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        let Some(Frame::Quest(place)) = self.public.stack.pop() else {
            return;
        };
        let quest = self.secret.quests.get()[place as usize];
        if let Task::Pay(coins) = rules.kingdom.quests[quest as usize].task {
            self.lose_coins(self.public.active, coins, chance);
        }
        self.pay_out(rules, place, chance);
    }

    /// GL-27, Q6, Q9: the reward is taken, the card turned or removed.
    fn pay_out<C: Chance>(&mut self, rules: &Rules, place: u8, chance: &mut C) {
        let active = self.public.active;
        let quest = self.secret.quests.get()[place as usize];
        let card = &rules.kingdom.quests[quest as usize];
        let first = self.public.towns[place as usize].lies == QuestLies::Hidden;
        let (rank, reward) = if first {
            (Rank::First, card.first.unwrap_or(rules.quest_first))
        } else {
            (Rank::Second, card.second.unwrap_or(rules.quest_second))
        };
        let town = &mut self.public.towns[place as usize];
        if first && rules.players > 1 {
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
        self.gain_glory(rules, active, reward.glory, Source::Quests, chance);
    }
}
