//! What must hold of opponents that err as people do: they err, but are not absurd, and any game of theirs can be played again.

use bots::{Budget, Erring, Manner, Mind, Player, Question, Random, choices, named};
use gloria_games::{Playable, Visit, each};
use table::{Light, Options, Rulebook, Seat, Turn, Viewer};

fn rules<G: Mind>() -> G::Rules {
    G::Rules::from_options(&Options::new().with("players", "2")).unwrap()
}

/// Greedy games, at each of whose decisions somebody is asked besides.
fn games<G: Mind>(seeds: std::ops::Range<u64>, mut look: impl FnMut(&Question<'_, G>)) {
    let rules = rules::<G>();
    let mut player = named::<G>("greedy").unwrap();
    for seed in seeds {
        let (mut luck, mut legal) = (Light::new(seed), Vec::new());
        let mut state = G::new(&rules, &mut luck);
        while let Turn::Decide(seats) = state.turn(&rules) {
            let seat = seats.first().unwrap();
            choices(&rules, &state, seat, &mut legal);
            let see = || state.view(&rules, Viewer::Seat(seat));
            let asked = Question::new(&rules, seat, &see, &legal, Budget::OWN, luck.next_u64());
            if legal.len() > 1 {
                look(&asked);
            }
            let action = player.choose(&asked);
            state.play_unchecked(&rules, seat, action, &mut luck);
        }
    }
}

/// What a seat gets of the game if it ends by this action, in many worlds that fit the view; nothing if it may go on.
fn at_once<G: Mind>(asked: &Question<'_, G>, action: G::Action) -> Option<f64> {
    let mut luck = Light::new(7);
    let mut all = None;
    for _ in 0..12 {
        let mut world = G::imagine(asked.rules, asked.view(), &mut luck);
        world.play_unchecked(asked.rules, asked.seat, action, &mut luck);
        let reward = world.outcome(asked.rules)?.reward(asked.seat);
        if all.get_or_insert(reward).to_bits() != reward.to_bits() {
            return None;
        }
    }
    all
}

/// How many decisions of a player throw a game away that plainly could be won, or lose one that plainly need not be lost.
fn thrown_away<G: Mind>(player: &mut dyn Player<G>) -> (usize, usize) {
    let (mut thrown, mut looked) = (0, 0);
    games::<G>(0..12, |asked| {
        let comes: Vec<Option<f64>> = asked.legal.iter().map(|action| at_once(asked, *action)).collect();
        let (wins, loses) = (comes.contains(&Some(1.0)), comes.contains(&Some(0.0)));
        if !wins && (!loses || comes.iter().all(|comes| *comes == Some(0.0))) {
            return;
        }
        looked += 1;
        let chosen = player.choose(asked);
        let comes = comes[asked.legal.iter().position(|action| *action == chosen).unwrap()];
        thrown += usize::from(if wins { comes != Some(1.0) } else { comes == Some(0.0) });
    });
    (thrown, looked)
}

/// No game is thrown away, whoever plays at a glance alone; random players do it.
struct Sane;

impl Visit for Sane {
    type Answer = (usize, usize);
    fn visit<G: Playable>(&mut self) -> (usize, usize) {
        let hasty = Manner { glances: 1.0, won: 2.0, ..G::MANNER };
        let (thrown, looked) = thrown_away::<G>(&mut Erring::<G>::with(hasty, G::tuned().clone()));
        assert_eq!(thrown, 0, "{}: of {looked}", G::INFO.name);
        let (thrown, _) = thrown_away::<G>(&mut Random);
        (thrown, looked)
    }
}

#[test]
fn no_game_is_thrown_away() {
    let found: Vec<(usize, usize)> = each(&mut Sane).collect();
    let (thrown, looked) = found.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    assert!(looked > 10 && thrown > 0, "{looked} decisions, of which a random player throws {thrown} away");
}

/// Nothing that all it knows calls far worse than the best is done at a glance; but much is done that is not the best.
struct NotAbsurd;

impl Visit for NotAbsurd {
    type Answer = ();
    fn visit<G: Playable>(&mut self) {
        let hasty = Manner { glances: 1.0, won: 2.0, ..G::MANNER };
        let mut gentle = Erring::<G>::with(hasty, G::tuned().clone());
        let (mut erred, mut looked) = (0, 0);
        games::<G>(20..23, |asked| {
            let chosen = gentle.choose(asked);
            if at_once(asked, chosen).is_some() {
                return;
            }
            let mut weighed = Vec::new();
            G::weigh(G::tuned(), asked.rules, asked.view(), asked.seat, asked.legal, &mut weighed);
            let best = weighed.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let place = asked.legal.iter().position(|action| *action == chosen).unwrap();
            let worse = best - weighed[place];
            assert!(worse <= hasty.absurd + 1e-3, "{}: {worse} worse than the best", G::INFO.name);
            looked += 1;
            erred += usize::from(worse > 1e-3);
        });
        assert!(erred * 20 > looked, "{}: erred in {erred} of {looked}", G::INFO.name);
    }
}

#[test]
fn it_errs_but_is_not_absurd() {
    each(&mut NotAbsurd).for_each(drop);
}

/// The same seeds give the same game, other seeds another.
struct Again;

impl Visit for Again {
    type Answer = ();
    fn visit<G: Playable>(&mut self) {
        let rules = rules::<G>();
        let game = |level: &str, wits: u64| {
            let mut seats = [named::<G>(level).unwrap(), named::<G>(level).unwrap()];
            let (mut luck, mut wits) = (Light::new(4), Light::new(wits));
            let (mut legal, mut played) = (Vec::new(), Vec::new());
            let mut state = G::new(&rules, &mut luck);
            while let Turn::Decide(deciders) = state.turn(&rules) {
                let seat: Seat = deciders.first().unwrap();
                choices(&rules, &state, seat, &mut legal);
                let see = || state.view(&rules, Viewer::Seat(seat));
                let asked = Question::new(&rules, seat, &see, &legal, Budget::OWN, wits.next_u64());
                let action = seats[seat.index()].choose(&asked);
                assert!(legal.contains(&action));
                state.play(&rules, seat, action, &mut luck).unwrap();
                played.push(action);
            }
            played
        };
        for level in ["gentle", "modest", "fair", "gentle@hand", "modest@hand"] {
            assert_eq!(game(level, 1), game(level, 1), "{}, {level}", G::INFO.name);
            assert_ne!(game(level, 1), game(level, 2), "{}, {level}", G::INFO.name);
        }
    }
}

#[test]
fn a_game_can_be_played_again() {
    each(&mut Again).for_each(drop);
}
