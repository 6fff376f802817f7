//! What hints say a judgement rests on: only what is there, only what the seat sees.

use bots::{Thing, choices, grounds, named, without_each};
use encode::Encoder;
use gloria_games::{Playable, Visit, each};
use table::{Light, Options, Rulebook, Seat, Span, Text, Turn, Viewer, player_range};

/// Some moments of games with every number of players, through the eyes of whoever decides.
fn moments<G: Playable>(mut look: impl FnMut(&G::Rules, &G::View, Seat, &mut Light)) {
    let (low, high) = player_range::<G::Rules>();
    for players in low..=high {
        let rules = G::Rules::from_options(&Options::new().with("players", &players.to_string())).unwrap();
        let mut player = named::<G>("greedy").unwrap();
        let (mut luck, mut legal) = (Light::new(players as u64), Vec::new());
        let mut state = G::new(&rules, &mut luck);
        let mut decisions = 0;
        while let Turn::Decide(seats) = state.turn(&rules) {
            let seat = seats.first().unwrap();
            choices(&rules, &state, seat, &mut legal);
            let view = state.view(&rules, Viewer::Seat(seat));
            decisions += 1;
            if decisions % 17 == 0 {
                look(&rules, &view, seat, &mut luck);
            }
            let seen = || view.clone();
            let asked = bots::Question::new(&rules, seat, &seen, &legal, bots::Budget::OWN, luck.next_u64());
            let action = player.choose(&asked);
            state.play_unchecked(&rules, seat, action, &mut luck);
        }
    }
}

/// What is wrong with a thing of a view: it changes nothing, or it names a card that the view does not show.
fn wrong<G: Playable>(encoder: &Encoder<G>, view: &G::View, thing: &Thing<G::View>) -> Option<&'static str> {
    let (mut with, mut without) = (Vec::new(), Vec::new());
    encoder.active(view, &mut with);
    encoder.active(&thing.without, &mut without);
    if with == without {
        return Some("it changes nothing");
    }
    let shown = serde_json::to_string(&G::names(encoder.rules(), view)).unwrap();
    let is_shown = |span: &Span| match span {
        Span::Card(name) => shown.contains(name.as_str()),
        Span::Words(_)
        | Span::Seat(_)
        | Span::Whose(_)
        | Span::Place(_)
        | Span::Rule(_)
        | Span::Number(_) => true,
    };
    (!thing.name.spans().iter().all(is_shown)).then_some("the view does not show it")
}

/// Whatever is named is there, and everyone who sees the same is told the same.
struct There;

impl Visit for There {
    type Answer = ();
    fn visit<G: Playable>(&mut self) {
        let mut named = 0;
        moments::<G>(|rules, view, seat, luck| {
            let encoder = Encoder::<G>::new(rules).unwrap();
            let things = G::things(rules, view);
            for thing in &things {
                assert_eq!(G::viewer(&thing.without), G::viewer(view));
                assert_eq!(wrong(&encoder, view, thing), None, "{}: {}", G::INFO.name, thing.name);
            }
            named += things.len();
            // Of a world that looks the same the same is said: nothing hidden is told.
            let world = G::imagine(rules, view, luck);
            assert_eq!(G::things(rules, &world.view(rules, Viewer::Seat(seat))), things);
        });
        assert!(named > 30, "{}: {named} things", G::INFO.name);
    }
}

#[test]
fn what_is_named_is_there() {
    each(&mut There).for_each(drop);
}

/// What changes nothing weighs nothing and is not told; the checks above would find it, and a card that is not there.
struct Planted;

impl Visit for Planted {
    type Answer = ();
    fn visit<G: Playable>(&mut self) {
        let mut weighed = 0;
        moments::<G>(|rules, view, seat, _| {
            let encoder = Encoder::<G>::new(rules).unwrap();
            let nothing = || Thing { name: Text::of("nothing"), without: view.clone() };
            assert_eq!(wrong(&encoder, view, &nothing()), Some("it changes nothing"));
            let mut things = G::things(rules, view);
            if let Some(some) = things.first() {
                let name = Text::of(Span::Card("Colossus of Nobody".to_owned()));
                let stranger = Thing { name, without: some.without.clone() };
                assert_eq!(wrong(&encoder, view, &stranger), Some("the view does not show it"));
            }
            things.push(nothing());
            let found = without_each::<G>(rules, view, seat, things);
            let planted = found.things.iter().find(|it| it.name == Text::of("nothing")).unwrap();
            assert_eq!(planted.without.to_bits(), found.chance.to_bits(), "removing nothing changes nothing");
            let words = found.words(usize::MAX);
            assert!(words.iter().all(|line| !line.to_string().contains("nothing")));
            weighed += usize::from(!words.is_empty());
            let again = grounds::<G>(rules, view, seat);
            assert_eq!(again.chance.to_bits(), found.chance.to_bits());
        });
        assert!(weighed > 3, "{}: told at {weighed} moments", G::INFO.name);
    }
}

#[test]
fn nothing_weighs_nothing() {
    each(&mut Planted).for_each(drop);
}
