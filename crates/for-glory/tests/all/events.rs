//! What happens is told in its order, every kind of event comes up, and nobody is told a secret.

use std::collections::BTreeSet;

use gloria_for_glory::action::Action;
use gloria_for_glory::event::Happening;
use gloria_for_glory::{Rules, State};
use table::scenario::SetupLine;
use table::{Chance, Game, Light, Options, Rulebook, Seat, Staged, Tape, Tell, Turn, Viewer};

/// Plays a random game and gives every step's events with the states around it to `look`.
fn play(
    rules: &Rules,
    seed: u64,
    look: impl FnMut(&State, &State, &[Happening], Seat, Action),
) -> Vec<Happening> {
    play_without(rules, seed, |_| false, look)
}

/// The same without some actions, as long as there are others.
fn play_without(
    rules: &Rules,
    seed: u64,
    avoid: impl Fn(&Action) -> bool,
    mut look: impl FnMut(&State, &State, &[Happening], Seat, Action),
) -> Vec<Happening> {
    let mut luck = Light::new(seed);
    let mut chooser = luck.fork();
    let mut tape = Tape::listening(&mut luck);
    let mut state = State::new(rules, &mut tape);
    let opening = tape.events();
    let mut legal = Vec::new();
    while let Turn::Decide(seats) = state.turn(rules) {
        let seat = seats.first().expect("somebody decides");
        legal.clear();
        state.legal(rules, seat, &mut legal);
        if legal.iter().any(|action| !avoid(action)) {
            legal.retain(|action| !avoid(action));
        }
        let action = legal[chooser.below(legal.len() as u32) as usize];
        let before = state;
        let mut tape = Tape::listening(&mut luck);
        state.play_unchecked(rules, seat, action, &mut tape);
        look(&before, &state, &tape.events::<Happening>(), seat, action);
    }
    opening
}

/// The name of an event's kind.
fn kind(event: &Happening) -> String {
    let text = format!("{event:?}");
    text.split([' ', '(', '{']).next().unwrap_or_default().to_owned()
}

/// Every kind there is, in the order of the enum.
const KINDS: &str = "Starts Favor Champion Turn ArenaUp SupplyUp SupplyRebuilt RowGone Draws Shuffles Discards Pays Buys \
    Redeems Upgrades Reclaims Coins Steals Culls OnDeck Retrieves Patron Arena Token Phase Registers Enters Transfers Recalls \
    Battle Round Passes Attacks AttackFails Strikes Assigned Prevented BlessingSpent Reassigned Moved Removed Takes Defeated \
    LacksInfluence GivesUp Gladiator Strengthened Blessed Reacts Countered Order OrderIdle OrdersShuffled BattleOver Glory \
    Champions TakesArena TakesBoast Place Leaves Over Bound Changed Gains Searches Spent Unblessed Looks Picks Stacks
    Spared";

/// What happens where the Ludus Magnus has drawn all its orders (ruling 84).
fn spent_orders() -> Vec<Happening> {
    let rules = Rules::from_options(&Options::new().with("players", "1")).unwrap();
    let setup = [("A deck", "9 Business as Usual"), ("orders", "5")];
    let lines: Vec<_> = (1..)
        .zip(setup)
        .map(|(line, (key, value))| SetupLine { line, key: key.to_owned(), value: value.to_owned() })
        .collect();
    let mut state = State::stage(&rules, &lines).unwrap();
    let mut tape = Tape::listening(Light::new(1));
    for _ in 0..2 {
        state.play_unchecked(&rules, Seat::new(0), Action::EndTurn, &mut tape);
    }
    tape.events()
}

#[test]
fn every_kind_of_event_comes_up_and_has_words() {
    let mut met = BTreeSet::new();
    for (players, games) in [("1", 60), ("2", 150), ("3", 40)] {
        let options =
            Options::new().with("players", players).with("champions", "random").with("expansion", "on");
        let rules = Rules::from_options(&options).unwrap();
        for seed in 0..games {
            let opening = play(&rules, seed, |before, after, events, _, _| {
                met.extend(events.iter().map(kind));
                let views = [before, after].map(|state| state.view(&rules, Viewer::Spectator));
                for line in State::news(&rules, &views[0], &views[1], events).iter().map(ToString::to_string)
                {
                    assert!(line.starts_with(|first: char| !first.is_lowercase()), "{line}");
                    assert!(
                        !line.ends_with('.') && !line.contains("  ") && !line.contains(" 1 coins"),
                        "{line}"
                    );
                }
            });
            met.extend(opening.iter().map(kind));
        }
    }
    // Where nobody ever fights, the supply runs out and comes back.
    let peace = Rules::from_options(&Options::new().with("boasts_2p", "90")).unwrap();
    let mut look = |_: &State, _: &State, events: &[Happening], _, _| met.extend(events.iter().map(kind));
    play_without(&peace, 1, |action| matches!(action, Action::Enter(..)), &mut look);
    met.extend(spent_orders().iter().map(kind));
    let missing: Vec<_> = KINDS.split_whitespace().filter(|kind| !met.contains(*kind)).collect();
    assert_eq!(missing, Vec::<&str>::new(), "every kind of event comes up in random games");
    let unlisted: Vec<_> =
        met.iter().filter(|kind| !KINDS.split_whitespace().any(|it| it == *kind)).collect();
    assert!(unlisted.is_empty(), "{unlisted:?} are not listed here");
}

#[test]
fn what_is_told_is_what_changed() {
    // Draws, glory and defeats are told exactly as often as they happen.
    let rules = Rules::from_options(&Options::new()).unwrap();
    for seed in 0..60 {
        play(&rules, seed, |before, after, events, _, action| {
            for seat in Seat::all(2) {
                let (was, is) = (&before.public().ludi[seat], &after.public().ludi[seat]);
                let won: u8 = events
                    .iter()
                    .filter_map(|event| {
                        let Happening::Glory { seat: by, glory, .. } = event else { return None };
                        (*by == seat).then_some(*glory)
                    })
                    .sum();
                assert_eq!(is.glory - was.glory, won, "glory after {action:?}");
            }
            let left = events.iter().filter(|event| {
                matches!(event, Happening::Defeated(..) | Happening::Leaves(_) | Happening::Recalls(_))
            });
            let came = events.iter().filter(|event| matches!(event, Happening::Enters(..)));
            assert_eq!(
                before.public().sand.len() + came.count(),
                after.public().sand.len() + left.count(),
                "gladiators after {action:?}: {events:?}"
            );
            assert_eq!(
                before.public().end == after.public().end,
                !events.iter().any(|it| matches!(it, Happening::Over(_)))
            );
        });
    }
}

#[test]
fn a_drawn_card_is_named_to_its_owner_alone() {
    let rules = Rules::from_options(&Options::new().with("first_player", "A")).unwrap();
    let mut named = 0;
    play(&rules, 3, |before, after, events, _, _| {
        let Some(Happening::Draws(seat, card)) = events.iter().find(|it| matches!(it, Happening::Draws(..)))
        else {
            return;
        };
        let line = |viewer: Viewer| {
            let views = [before, after].map(|state| state.view(&rules, viewer));
            let news = State::news(&rules, &views[0], &views[1], events);
            news.iter()
                .map(ToString::to_string)
                .find(|line| line.starts_with(&format!("{seat} draws")))
                .expect("a draw is told")
        };
        assert!(line(Viewer::Seat(*seat)).contains(&rules.set.card(*card).name));
        for viewer in [Viewer::Seat(seat.next(2)), Viewer::Spectator] {
            let line = line(viewer);
            assert!(line.ends_with(" a card") || line.ends_with(" cards"), "{line}");
        }
        named += 1;
    });
    assert!(named > 10, "{named} draws");
}

#[test]
fn the_opening_says_who_starts_and_why_and_what_lies_out() {
    for (players, who, why) in [
        ("1", "A takes", "the Ludus Magnus goes second"),
        ("2", "takes", "chosen at random"),
        ("4", "takes", "chosen at random"),
    ] {
        let rules = Rules::from_options(&Options::new().with("players", players)).unwrap();
        let mut tape = Tape::listening(Light::new(5));
        let state = State::new(&rules, &mut tape);
        let events = tape.events();
        let lines = State::opening(&rules, &state.view(&rules, Viewer::Seat(Seat::new(0))), &events);
        let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        assert!(lines[0].contains(who) && lines[0].ends_with(why), "{lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("The supply turns up")), "{lines:?}");
        assert!(lines.iter().any(|line| line.contains("Crowd's Favor")), "{lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("A draws 7 cards: ")), "{lines:?}");
        assert_eq!(
            lines.iter().filter(|line| line.contains("starts with")).count(),
            rules.players,
            "{lines:?}"
        );
    }
}

/// What comes to nothing is not told as if it were something, or says why.
#[test]
fn noughts_are_not_told_as_something() {
    use gloria_for_glory::action::Fighter;
    use gloria_for_glory::effect::Stat;
    let rules = Rules::from_options(&Options::new()).unwrap();
    let line = |key: &str, value: &str| SetupLine { line: 1, key: key.to_owned(), value: value.to_owned() };
    let lines = [line("near", "A Cestus, B Cestus"), line("A coins", "2"), line("B coins", "0")];
    let state = State::stage(&rules, &lines).unwrap();
    let view = state.view(&rules, table::Viewer::Spectator);
    let told = |event: Happening| -> Vec<String> {
        State::news(&rules, &view, &view, &[event]).iter().map(ToString::to_string).collect()
    };
    let (ann, bob) = (Seat::new(0), Seat::new(1));
    let on = Fighter { owner: bob, kind: rules.set.find("Cestus").unwrap(), nth: 1 };
    for nothing in [
        Happening::Strengthened(on, Stat::Attack, 0),
        Happening::Changed(on, Stat::Attack, 0),
        Happening::Moved(on, on, 0),
        Happening::Reassigned(on, on, 0),
        Happening::Steals { by: bob, from: ann, coins: 0 },
    ] {
        assert_eq!(told(nothing), Vec::<String>::new());
    }
    assert_eq!(
        told(Happening::Strengthened(on, Stat::Attack, 2)),
        ["B's Cestus has 2 more attack until the combat turn ends"]
    );
    assert_eq!(told(Happening::Steals { by: ann, from: bob, coins: 0 }), ["B has no coins to take"]);
    let spent = |damage: u8, fixed: u8| told(Happening::BlessingSpent { on, damage, fixed });
    assert_eq!(spent(2, 0), ["A blessing on B's Cestus is spent and prevents 2 damage"]);
    assert_eq!(
        spent(0, 0),
        ["A blessing on B's Cestus is spent and prevents nothing: no damage to it is left"]
    );
    assert_eq!(
        spent(0, 2),
        ["A blessing on B's Cestus is spent and prevents nothing: this damage can't be prevented"]
    );
}
