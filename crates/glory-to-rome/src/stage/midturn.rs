//! Positions in the middle of a turn: a role has been led, everyone has followed or thought, and somebody acts.

use table::{Items, Light, Phrase, Seat};

use super::{Stage, small};
use crate::cards::{Card, Material, Role};
use crate::effect::{Completion, Repeated, powers};
use crate::facts;
use crate::procedures::{Acts, Bonus, Round, Stage as Part, Stopped};
use crate::zone::Materials;

/// What a setup says of the turn under way.
#[derive(Default)]
pub(super) struct Turn {
    /// The role led, all having followed or thought.
    pub(super) role: Option<Role>,
    /// Whose part of the turn has come.
    pub(super) acts: Option<Seat>,
    own: Option<u8>,
    bonuses: Vec<(u8, Repeated)>,
}

impl Stage<'_> {
    /// The lines about one player's part of the turn; whether there is such a line.
    pub(super) fn turn_line(&mut self, seat: Seat, what: &str, value: &str) -> Result<bool, String> {
        let board = &mut self.state.public.boards[seat];
        match what {
            "camp" => self.camp(seat, value)?,
            "acted" | "hired" | "demanded" => {
                if let Some((pile, naming)) = facts::pile(board, what) {
                    *pile = super::read_pile(value, naming)?;
                }
            }
            "robbed" => board.lost = yes(value)?,
            "crafted" => board.crafted = yes(value)?,
            "own" => self.turn.own = Some(super::number(value)?),
            "bonus" => {
                for (count, name) in Items::parts(value) {
                    let card = Card::read(name, self.rules)?;
                    let Some(Completion::Repeat(bonus)) = powers().completion(card) else {
                        return Err(format!(
                            "{card} gives no actions: expected Amphitheatre, Foundry, Garden or School"
                        ));
                    };
                    self.turn.bonuses.push((small(count)?, bonus));
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// What a player has led or followed with: each Order card or Jack is one action.
    fn camp(&mut self, seat: Seat, value: &str) -> Result<(), String> {
        for (count, name) in Items::parts(value) {
            let count = small(count)?;
            let camp = &mut self.state.public.camps[seat];
            camp.actions += count;
            if name.eq_ignore_ascii_case("jack") {
                camp.jacks += count;
                self.take_jacks(count)?;
            } else {
                let mut pile = Materials::default();
                pile[Material::read(name, self.rules)?] = count;
                camp.orders.add_all(&pile);
                self.owe(&pile)?;
            }
        }
        self.state.public.playing = self.state.public.playing.with(seat);
        Ok(())
    }

    /// Begins the turn: at its start, or where the setup says it stands.
    pub(super) fn begin_turn(&mut self) -> Result<(), String> {
        let leader = self.state.public.leader;
        let Some(role) = self.turn.role else {
            let played = self.state.public.seats().any(|seat| self.state.public.camps[seat].actions > 0);
            if played || self.turn.acts.is_some() || self.turn.own.is_some() || !self.turn.bonuses.is_empty()
            {
                return Err(
                    "the turn is under way: expected a line 'role: ROLE' with the role led".to_owned()
                );
            }
            self.state.start_turn();
            return Ok(());
        };
        let public = &mut self.state.public;
        public.role = Some(role);
        public.playing = public.playing.with(leader);
        let seat = self.turn.acts.unwrap_or(leader);
        let next = seat.next(self.rules.players);
        let round = if next == leader {
            Round { stage: Part::Castra, seat: leader }
        } else {
            Round { stage: Part::Act, seat: next }
        };
        let own = self.turn.own.unwrap_or(self.state.public.camps[seat].actions);
        self.state.wait(round);
        self.state.wait(Acts { seat, own, stopped: Stopped::Nothing });
        for (left, bonus) in std::mem::take(&mut self.turn.bonuses) {
            self.state.wait(Bonus { seat, bonus, left });
        }
        // Nothing is drawn before somebody decides.
        self.state.settle(self.rules, &mut Light::new(0));
        Ok(())
    }
}

fn yes(value: &str) -> Result<bool, String> {
    match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        other => Err(format!("'{other}' is neither yes nor no")),
    }
}
