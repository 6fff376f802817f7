//! How strong each seat stands.

use crate::cards::{Card, Material};
use crate::state::Public;
use crate::view::View;
use table::{BySeat, Seat};

use super::outlook::time_left;
use super::weights as w;
use bots::Weights;

/// How strong each seat stands, as the view shows it.
pub fn strength(weights: &Weights, view: &View) -> BySeat<f32> {
    let public = &view.public;
    let left = time_left(public);
    // Points weigh the more the less can still change.
    let sharpness = weights[w::V_POINT] * (1.0 + weights[w::V_LATE] * (1.0 - left));
    let mut strength = BySeat::default();
    for seat in public.seats() {
        strength[seat] = sharpness * points(weights, view, seat) + left * engine(weights, public, seat);
    }
    strength[public.leader] += weights[w::V_LEADER] * left;
    strength
}

/// Points, as far as they are safe or nearly so.
fn points(weights: &Weights, view: &View, seat: Seat) -> f32 {
    let public = &view.public;
    let board = &public.boards[seat];
    let mut known = board.open;
    if view.viewer.is(seat) {
        known.add_all(&view.filched);
    }
    let hidden = f32::from(board.vault.saturating_sub(known.len()));
    let mut points = f32::from(board.influence())
        + f32::from(known.value())
        + weights[w::V_VAULT] * hidden
        + (weights[w::V_VAULT] - 2.0) * f32::from(known.len());
    if public.has(seat, Card::WALL) {
        points += f32::from(board.stock.len() / 2);
    }
    if public.has(seat, Card::STATUE) {
        points += 3.0;
    }
    let room = public.vault_limit(seat).saturating_sub(board.vault);
    let sellable = f32::from(board.stock.len().min(room));
    points += weights[w::V_SELL] * sellable;
    for structure in public.unfinished(seat) {
        let done = f32::from(structure.materials.len()) / f32::from(structure.cost());
        points += weights[w::V_FOUNDATION] + weights[w::V_PROGRESS] * done * f32::from(structure.cost());
    }
    points
}

/// What pays over the time that is left.
fn engine(weights: &Weights, public: &Public, seat: Seat) -> f32 {
    let board = &public.boards[seat];
    let mut engine = 0.0;
    let mut roles = 0;
    for colour in Material::ALL {
        engine += weights[w::V_CLIENT + colour.index()] * f32::from(board.clients[colour]);
        roles += i32::from(board.clients.has(colour));
    }
    for card in public.functions[seat].0.iter() {
        engine += weights[w::V_BUILDING + card.index()];
    }
    engine += weights[w::V_STOCK] * f32::from(board.stock.len());
    engine += weights[w::V_HAND] * f32::from(board.orders) + weights[w::V_JACK] * f32::from(board.jacks);
    let room = public.client_limit(seat).saturating_sub(board.clients.len());
    engine += weights[w::V_ROOM] * f32::from(room);
    if public.has(seat, Card::FORUM) || public.has(seat, Card::FORUM_ROMANUM) {
        engine += weights[w::V_FORUM] * roles as f32;
    }
    engine
}
