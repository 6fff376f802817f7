//! A net at a table.

use std::sync::Arc;

use table::Seat;

use crate::encoder::{Encoded, Encoder, NoRoom};
use crate::net::Judged;
use crate::quick::{Layers, Places, Quick};

/// Judges the views of one table by a net.
#[derive(Clone, Debug)]
pub struct Judge<G: Encoded> {
    encoder: Encoder<G>,
    net: Arc<Quick>,
    /// The first layer's sums of what the table's options say, which never changes.
    begin: Vec<i16>,
    places: Places,
    layers: Layers,
}

impl<G: Encoded> Judge<G> {
    /// The net at a table with these rules; the error says what of them has no room in the encoding.
    pub fn new(rules: &G::Rules, net: Arc<Quick>) -> Result<Self, NoRoom> {
        let encoder = Encoder::new(rules)?;
        let mut always = Places::default();
        for (place, value) in encoder.settings() {
            always.push(*place, *value);
        }
        let begin = net.begin(&always);
        Ok(Self { encoder, net, begin, places: Places::default(), layers: Layers::default() })
    }

    /// What the net says of a seat's view.
    pub fn judge(&mut self, view: &G::View) -> Judged {
        self.encoder.places(view, &mut self.places);
        self.net.judge(&self.begin, &self.places, &mut self.layers)
    }

    /// How good each of the legal actions looks to the one whose view it is: logits, appended to `out`. Also what the net says of the view.
    pub fn weigh(&mut self, view: &G::View, seat: Seat, legal: &[G::Action], out: &mut Vec<f32>) -> Judged {
        let judged = self.judge(view);
        self.net.ask(&mut self.layers);
        let (rules, numbering) = (self.encoder.rules(), self.encoder.numbering());
        out.extend(legal.iter().map(|action| {
            let spelling = G::spell(rules, seat, *action);
            self.net.score(numbering.features_of(&spelling), &self.layers)
        }));
        judged
    }

    /// The places of the view judged last that are not 0, but for those of [`Encoder::settings`].
    pub const fn places(&self) -> &Places {
        &self.places
    }

    /// The encoding of the table it sits at.
    pub const fn encoder(&self) -> &Encoder<G> {
        &self.encoder
    }

    /// How much of a policy written by hand is added to the net's.
    pub fn by_hand(&self) -> f32 {
        self.net.by_hand()
    }
}
