//! What must hold of players that judge by a net, whatever they find.

use bots::{Budget, Guide, Mind, Plan, Question, Search, adviser, choices, named, net_from};
use encode::Judge;
use gloria_games::{Playable, Visit, each};
use lots::Lots;
use table::{Game as _, Light, Options, Rulebook, Turn, Viewer, player_range};

fn rules<G: Mind>(players: usize) -> G::Rules {
    G::Rules::from_options(&Options::new().with("players", &players.to_string())).unwrap()
}

/// All decisions of a whole game of players of this name.
fn game<G: Mind>(name: &str, players: usize, seed: u64) -> Vec<G::Action> {
    game_at::<G>(&rules::<G>(players), name, seed)
}

/// The same at a table with these rules.
fn game_at<G: Mind>(rules: &G::Rules, name: &str, seed: u64) -> Vec<G::Action> {
    let players = rules.players();
    let mut seats: Vec<_> = (0..players).map(|_| named::<G>(name).unwrap()).collect();
    let (mut luck, mut legal, mut played) = (Light::new(seed), Vec::new(), Vec::new());
    let mut state = G::new(rules, &mut luck);
    while let Turn::Decide(deciders) = state.turn(rules) {
        let seat = deciders.first().unwrap();
        choices(rules, &state, seat, &mut legal);
        let look = || state.view(rules, Viewer::Seat(seat));
        let asked = Question::new(rules, seat, &look, &legal, Budget::OWN, luck.next_u64());
        let action = seats[seat.index()].choose(&asked);
        assert!(legal.contains(&action), "{action:?} is not legal");
        state.play(rules, seat, action, &mut luck).unwrap();
        played.push(action);
    }
    assert!(state.outcome(rules).is_some());
    played
}

/// Whole games with every number of players.
struct Whole;

impl Visit for Whole {
    type Answer = ();
    fn visit<G: Playable>(&mut self) {
        let (low, high) = player_range::<G::Rules>();
        for players in low..=high {
            let played = game::<G>("strong:5:2@net", players, 3);
            assert!(played.len() > 10, "{} with {players}: {} decisions", G::INFO.name, played.len());
        }
    }
}

#[test]
fn nets_play_whole_games_with_every_number_of_players() {
    each(&mut Whole).for_each(drop);
}

/// Whoever has a second looks further than `strong`, where that is worth it.
#[test]
fn master_looks_further_ahead_than_strong() {
    fn further<G: Mind>() {
        let far = game::<G>("strong:2@net?turns=8&playout=both:0.5", 2, 3);
        assert_eq!(game::<G>("master:2@net", 2, 3), far);
        assert_eq!(game::<G>("grandmaster:2@net", 2, 3), far);
        assert_ne!(game::<G>("strong:2@net", 2, 3), far);
    }
    further::<glory_to_rome::State>();
    further::<glory::State>();
    let strong = game::<for_glory::State>("strong:2@net", 2, 3);
    assert_eq!(
        game::<for_glory::State>("master:2@net", 2, 3),
        strong,
        "For Glory's plays on by its net anyway"
    );
}

/// The first decision of a game of two that is one, with what its player thinks of it.
fn first_thought<G: Mind, A>(think: impl FnOnce(&Question<'_, G>) -> A) -> A {
    let rules = rules::<G>(2);
    let (mut luck, mut legal) = (Light::new(3), Vec::new());
    let mut state = G::new(&rules, &mut luck);
    while let Turn::Decide(deciders) = state.turn(&rules) {
        let seat = deciders.first().unwrap();
        choices(&rules, &state, seat, &mut legal);
        if legal.len() > 2 {
            let look = || state.view(&rules, Viewer::Seat(seat));
            return think(&Question::new(&rules, seat, &look, &legal, Budget::OWN, 5));
        }
        state.play(&rules, seat, legal[0], &mut luck).unwrap();
    }
    panic!("{} is over before anything is decided", G::INFO.name);
}

/// A hint is what `master` would find in the time that nobody minds to wait.
struct Advice;

impl Visit for Advice {
    type Answer = ();
    fn visit<G: Playable>(&mut self) {
        let found =
            |name: &str| first_thought::<G, _>(|asked| named::<G>(name).unwrap().consider(asked).found);
        let hint = first_thought::<G, _>(|asked| adviser::<G>().explain(asked));
        assert_eq!(found("master:240").as_ref(), Some(&hint), "{}", G::INFO.name);
        assert_ne!(found("master:120").as_ref(), Some(&hint), "{}", G::INFO.name);
    }
}

#[test]
fn a_hint_is_what_master_finds() {
    each(&mut Advice).for_each(drop);
}

/// The same seed gives the same game, and the net is heard: by hand it is another.
struct Again;

impl Visit for Again {
    type Answer = ();
    fn visit<G: Playable>(&mut self) {
        let first = game::<G>("strong:12@net", 2, 5);
        assert_eq!(game::<G>("strong:12@net", 2, 5), first, "{}", G::INFO.name);
        assert_ne!(game::<G>("strong:12@hand", 2, 5), first, "{}", G::INFO.name);
    }
}

#[test]
fn the_same_seed_gives_the_same_game_by_the_net() {
    each(&mut Again).for_each(drop);
}

#[test]
fn a_table_that_no_net_has_learned_is_judged_by_hand() {
    type Glory = for_glory::State;
    let usual = Options::new().with("players", "2");
    let other = usual.clone().with("boasts_2p", "8+12+16+20");
    let game =
        |options: &Options, name: &str| game_at::<Glory>(&Rulebook::from_options(options).unwrap(), name, 5);
    assert_eq!(game(&other, "strong:12@net"), game(&other, "strong:12@hand"));
    assert_eq!(game(&other, "fair"), game(&other, "fair@hand"));
    // At a usual table the net is heard.
    assert_ne!(game(&usual, "strong:12@net"), game(&usual, "strong:12@hand"));
    assert_eq!(game(&usual, "fair"), game(&usual, "fair@net"));
}

/// The place of the largest number, the first of those alike.
fn largest(numbers: &[f32]) -> usize {
    (0..numbers.len()).rev().max_by(|one, other| numbers[*one].total_cmp(&numbers[*other])).unwrap()
}

#[test]
fn the_first_guess_of_both_adds_what_they_prefer_as_the_net_has_learned() {
    type Rome = glory_to_rome::State;
    let (rules, net) = (rules::<Rome>(2), net_from::<Rome>(None).unwrap());
    let mut judge = Judge::<Rome>::new(&rules, net.clone()).unwrap();
    let by_hand = Plan { iterations: 1, prior: Guide::Both(1.0), ..Plan::GUIDED };
    let plan = Plan { turns: Some(1), ..by_hand };
    let (mut luck, mut legal, mut apart) = (Light::new(4), Vec::new(), [0; 2]);
    let mut state = Rome::new(&rules, &mut luck);
    while let Turn::Decide(deciders) = state.turn(&rules) {
        let seat = deciders.first().unwrap();
        choices(&rules, &state, seat, &mut legal);
        let look = || state.view(&rules, Viewer::Seat(seat));
        let (mut hand, mut learned) = (Vec::new(), Vec::new());
        Rome::weigh(Rome::tuned(), &rules, &look(), seat, &legal, &mut hand);
        judge.weigh(&look(), seat, &legal, &mut learned);
        let both: Vec<_> =
            hand.iter().zip(&learned).map(|(one, other)| net.by_hand() * one + other).collect();
        if legal.len() > 1 {
            let asked = Question::new(&rules, seat, &look, &legal, Budget::OWN, luck.next_u64());
            // One iteration tries what is expected most of; without a net that is what looks best by hand.
            let tried = Search::<Rome>::new(by_hand).by_net(plan, net.clone()).explain(&asked);
            assert_eq!(tried.best(), Some(legal[largest(&both)]));
            assert_eq!(Search::<Rome>::new(by_hand).explain(&asked).best(), Some(legal[largest(&hand)]));
        }
        apart[0] += u32::from(largest(&both) != largest(&hand));
        apart[1] += u32::from(largest(&both) != largest(&learned));
        state.play(&rules, seat, legal[largest(&both)], &mut luck).unwrap();
    }
    assert!(apart.iter().all(|count| *count > 0), "neither of the two is enough: {apart:?}");
}

fn fault<G: Mind>(name: &str) -> String {
    let fault = named::<G>(name).err().unwrap().to_string();
    assert!(!fault.contains('\n'), "{fault}");
    fault
}

#[test]
fn a_wrong_net_is_refused_with_a_sentence() {
    type Rome = glory_to_rome::State;
    assert!(fault::<Rome>("strong@nowhere.net").starts_with("nowhere.net can't be read: "));
    let glory = concat!(env!("CARGO_MANIFEST_DIR"), "/../glory/nets/glory.net");
    let told = fault::<Rome>(&format!("strong@{glory}"));
    assert!(told.ends_with("can't be used: the weights are for glory: expected glory-to-rome"), "{told}");
    let card = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let folder = std::env::temp_dir().join(format!("gloria-nets-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let copy = folder.join("wrong.net");
    std::fs::copy(card, &copy).unwrap();
    assert!(fault::<Rome>(&format!("strong@{}", copy.display())).contains("this is no file of weights"));
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(fault::<Lots>("strong@net"), "the net of lots can't be used: there is none in this program");
}
