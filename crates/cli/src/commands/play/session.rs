//! A game being played: whom to ask, what they type, and what becomes of it.

use std::io::{BufRead, Write};
use std::path::PathBuf;

use bots::{Budget, Question};
use table::{Record, Seat, SeatSet, Turn, Viewer};

use super::Luck;
use super::screen::{Extent, HELP, Screen};
use crate::commands::replay::ending;
use crate::commands::{cards, rules};
use crate::failure::{Done, Failure, check};
use crate::files;
use crate::on_game::Playable;
use crate::players::{Player, choices};
use crate::text::{stopped, wrap};

/// A game being played.
pub struct Session<'a, G: Playable, R> {
    record: Record<G>,
    players: Vec<Player<G>>,
    luck: Luck,
    screen: Screen,
    keeping: Keeping,
    /// How many log entries the last saved file has.
    saved: usize,
    /// For each seat: how many decisions it has been shown.
    seen: Vec<usize>,
    /// Who has the device now.
    holder: Option<Seat>,
    input: R,
    out: &'a mut dyn Write,
}

/// Where the game is kept.
pub enum Keeping {
    /// Nowhere yet.
    Nowhere,
    /// In this file, when asked.
    WhenAsked(PathBuf),
    /// In this file, after every decision.
    Always(PathBuf),
}

/// What can be typed when the game is over.
const AFTER: &str = "'save FILE' keeps the game, 'log' tells it again, 'view' shows the table, 'card NAME' and 'rule NUMBER' say what \
                     they say, 'quit' ends.";

/// A typed line as a command, in letters of either case, and what follows it.
fn command(line: &str) -> (String, &str) {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    (word.to_lowercase(), rest.trim())
}

/// What a typed line led to.
enum Next {
    /// Ask again.
    Ask,
    /// The state has changed.
    Changed,
    /// The player wants to stop, or the input has ended.
    Stop,
}

impl<'a, G: Playable, R: BufRead> Session<'a, G, R> {
    pub fn new(
        record: Record<G>,
        players: Vec<Player<G>>,
        luck: Luck,
        screen: Screen,
        keeping: Keeping,
        input: R,
        out: &'a mut dyn Write,
    ) -> Self {
        let (seen, saved) = (vec![record.steps().len(); players.len()], record.entries().len());
        Self { record, players, luck, screen, keeping, saved, seen, holder: None, input, out }
    }

    /// Plays until the game is over or the player stops.
    pub fn run(&mut self) -> Done {
        self.welcome()?;
        loop {
            let seats = match self.record.state().turn(self.record.rules()) {
                Turn::Decide(seats) if !self.record.is_over() => seats,
                Turn::Decide(_) | Turn::Over => return self.finish(),
            };
            let bot = seats.iter().find(|seat| !self.players[seat.index()].is_human());
            let next = match (bot, self.whom(seats)) {
                (Some(bot), _) => self.let_bot_decide(bot)?,
                (None, Some(seat)) => self.ask(seat)?,
                (None, None) => return check("the game is not over, but nobody decides"),
            };
            match next {
                Next::Ask => {}
                Next::Changed => self.autosave()?,
                Next::Stop => return Ok(()),
            }
        }
    }

    /// The human to ask: whoever has the device, if they decide.
    fn whom(&self, seats: SeatSet) -> Option<Seat> {
        self.holder.filter(|seat| seats.contains(*seat)).or_else(|| seats.first())
    }

    /// The human who plays here, if there is just one.
    fn only_human(&self) -> Option<Seat> {
        let mut humans = Seat::all(self.players.len()).filter(|seat| self.players[seat.index()].is_human());
        let first = humans.next();
        if humans.next().is_some() { None } else { first }
    }

    fn humans(&self) -> usize {
        self.players.iter().filter(|player| player.is_human()).count()
    }

    fn welcome(&mut self) -> Done {
        let seats: Vec<_> =
            Seat::all(self.players.len()).map(|seat| format!("{seat} is {}", self.called(seat))).collect();
        writeln!(self.out, "{}: {}. Type 'help' at any time.", G::INFO.title, seats.join(", "))?;
        if let Some(commitment) = self.record.commitment() {
            let line = format!("The shuffles are fixed by a secret seed with the commitment {commitment}");
            writeln!(self.out, "{}", wrap(&line, self.screen.width, 2))?;
        }
        let viewer = self.only_human().map_or(Viewer::Spectator, Viewer::Seat);
        write!(self.out, "{}", self.screen.news(&self.record.opening_news(viewer), 2))?;
        if self.luck.seed.is_none() {
            let line = "A saved game does not tell its seed, so from here on everything is drawn afresh, and the \
                        draws can't be verified when it is over.";
            writeln!(self.out, "{}", wrap(line, self.screen.width, 2))?;
        }
        Ok(())
    }

    /// What a seat is called here: the only human is `you`.
    fn called(&self, seat: Seat) -> String {
        match &self.players[seat.index()] {
            Player::Human if self.humans() == 1 => "you".to_owned(),
            Player::Human => "human".to_owned(),
            Player::Bot(_) => self.record.names().get(seat.index()).cloned().unwrap_or_default(),
        }
    }

    fn let_bot_decide(&mut self, seat: Seat) -> Result<Next, Failure> {
        let (rules, state) = (self.record.rules().clone(), *self.record.state());
        let mut legal = Vec::new();
        choices(&rules, &state, seat, &mut legal)?;
        let Player::Bot(bot) = &mut self.players[seat.index()] else {
            return check(format!("{seat} is no bot"));
        };
        let look = || state.view(&rules, Viewer::Seat(seat));
        let question = Question::new(&rules, seat, &look, &legal, Budget::OWN, self.luck.wits.next_u64());
        let action = bot.choose(&question);
        if let Err(refusal) = self.record.play(seat, action, &mut self.luck.fair) {
            return check(format!("{} is listed as legal but refused: {refusal}", G::write(&rules, action)));
        }
        if self.humans() == 0 {
            let shown = self.screen.since(&self.record, Viewer::Spectator, self.record.steps().len() - 1);
            write!(self.out, "{shown}")?;
        }
        Ok(Next::Changed)
    }

    /// Asks a human until they decide something.
    fn ask(&mut self, seat: Seat) -> Result<Next, Failure> {
        if self.holder != Some(seat) {
            match self.hand_over(seat)? {
                Next::Ask => {}
                Next::Changed => return Ok(Next::Changed),
                Next::Stop => return self.stop_without_input(),
            }
        }
        self.show(seat)?;
        let legal = self.legal(seat);
        let mut warned = false;
        loop {
            let only = Self::only(&legal);
            let hint = only.map(|action| G::write(self.record.rules(), action));
            let hint = hint.map(|notation| format!(" (Enter: {notation})")).unwrap_or_default();
            let Some(line) = self.read_line(&format!("{seat}{hint}> "))? else {
                return self.stop_without_input();
            };
            if let (Some(_), "") = (only, line.as_str()) {
                return self.act(seat, &legal, "1");
            }
            if matches!(line.to_lowercase().as_str(), "quit" | "exit") {
                if warned || self.is_saved() {
                    return Ok(Next::Stop);
                }
                warned = true;
                writeln!(self.out, "This game is not saved. 'save FILE' keeps it; 'quit' again forgets it.")?;
                continue;
            }
            match self.obey(seat, &legal, &line)? {
                Next::Ask => {}
                Next::Changed => return Ok(Next::Changed),
                Next::Stop => return self.stop_without_input(),
            }
        }
    }

    /// Lets another human take the device, with nothing of the last one's left to see.
    fn hand_over(&mut self, seat: Seat) -> Result<Next, Failure> {
        let last = self.holder.replace(seat);
        if self.humans() < 2 {
            return Ok(Next::Ask);
        }
        if last.is_some() {
            write!(self.out, "{}", self.screen.cleared())?;
        }
        let undo = last.filter(|last| self.record.may_undo(*last).is_ok());
        let line = self.screen.rule();
        writeln!(self.out, "{line}\nPass the device to {seat}.")?;
        if let Some(last) = undo {
            writeln!(self.out, "({last} may still type 'undo' instead.)")?;
        }
        loop {
            let Some(line) = self.read_line(&format!("{seat}, press Enter when nobody else looks. "))? else {
                return Ok(Next::Stop);
            };
            match (line.to_lowercase().as_str(), undo) {
                ("", _) => break,
                // Whoever typed it, the next thing shown is again behind a curtain.
                ("undo", Some(last)) => return self.undo(last),
                _ => writeln!(self.out, "Nothing is done here: press Enter, then decide.")?,
            }
        }
        write!(self.out, "{}", self.screen.cleared())?;
        Ok(Next::Ask)
    }

    /// Shows what happened since the seat last decided, the table, and what may be done.
    fn show(&mut self, seat: Seat) -> Done {
        let viewer = Viewer::Seat(seat);
        let seen = self.seen[seat.index()];
        let since = self.screen.since(&self.record, viewer, seen);
        let others = self.record.steps().iter().skip(seen).any(|step| step.seat != seat);
        writeln!(self.out, "{}", self.screen.rule())?;
        if !since.is_empty() {
            let decided = self.record.steps().iter().any(|step| step.seat == seat);
            let title = match (others, decided) {
                (false, _) => "",
                (true, false) => "So far:\n",
                (true, true) => "Since you last decided:\n",
            };
            writeln!(self.out, "{title}{since}")?;
        }
        writeln!(self.out, "{}", self.screen.table(&self.record, viewer))?;
        self.seen[seat.index()] = self.record.steps().len();
        write!(self.out, "{}", self.screen.prompt(&self.record, seat))?;
        self.list(seat, &self.legal(seat), Extent::Short)
    }

    fn list(&mut self, seat: Seat, legal: &[G::Action], extent: Extent) -> Done {
        write!(self.out, "{}", self.screen.actions(&self.record, seat, legal, extent))?;
        Ok(())
    }

    /// The seat's legal actions in the order in which a page lists them, those that give the game up last.
    fn legal(&self, seat: Seat) -> Vec<G::Action> {
        let (state, rules) = (self.record.state(), self.record.rules());
        let (mut legal, mut named) = (Vec::new(), Vec::new());
        state.legal(rules, seat, &mut legal);
        state.candidates(rules, seat, &mut named);
        legal.sort_by_cached_key(|action| (G::concedes(*action), named.iter().position(|it| it == action)));
        legal
    }

    /// The only thing that can be done, if there is only one and it is harmless.
    fn only(legal: &[G::Action]) -> Option<G::Action> {
        match legal {
            [only] if !G::concedes(*only) => Some(*only),
            _ => None,
        }
    }

    fn obey(&mut self, seat: Seat, legal: &[G::Action], line: &str) -> Result<Next, Failure> {
        let (word, rest) = command(line);
        match (word.as_str(), rest) {
            ("", _) | ("list", "") => self.list(seat, legal, Extent::Whole)?,
            ("help" | "?", "") => writeln!(self.out, "{HELP}")?,
            ("view", "") => write!(self.out, "{}", self.screen.table(&self.record, Viewer::Seat(seat)))?,
            ("log", "") => self.log(Viewer::Seat(seat))?,
            ("hint", "") => self.hint(seat)?,
            ("why", "") => write!(self.out, "{}", self.screen.refusals(&self.record, seat))?,
            ("why", action) => self.why(seat, legal, action)?,
            ("card" | "cards", name) => self.card(name)?,
            ("rule" | "rules", number) => self.rule(number)?,
            ("save", file) => self.save(file)?,
            ("undo", "") => return self.undo(seat),
            ("list" | "help" | "?" | "view" | "log" | "hint" | "undo" | "quit" | "exit", _)
                if G::read(self.record.rules(), line).is_err() =>
            {
                writeln!(self.out, "Type '{word}' alone: nothing stands behind it.")?;
            }
            _ => return self.act(seat, legal, line),
        }
        Ok(Next::Ask)
    }

    fn act(&mut self, seat: Seat, legal: &[G::Action], line: &str) -> Result<Next, Failure> {
        let action = match line.parse::<usize>() {
            Ok(number) => {
                if let Some(action) = number.checked_sub(1).and_then(|at| legal.get(at)) {
                    *action
                } else {
                    writeln!(self.out, "There is no {number} in the list: expected 1 to {}.", legal.len())?;
                    return Ok(Next::Ask);
                }
            }
            Err(_) => match G::read(self.record.rules(), line) {
                Ok(action) => action,
                Err(message) => {
                    let line = format!("{} Type a number from the list, or 'help'.", stopped(&message));
                    writeln!(self.out, "{}", wrap(&line, self.screen.width, 2))?;
                    return Ok(Next::Ask);
                }
            },
        };
        if G::concedes(action) && legal.contains(&action) {
            let Some(answer) = self.read_line("Give the game up? Type yes: ")? else {
                return Ok(Next::Stop);
            };
            if !matches!(answer.to_lowercase().as_str(), "yes" | "y") {
                writeln!(self.out, "Then the game goes on.")?;
                return Ok(Next::Ask);
            }
        }
        match self.record.play(seat, action, &mut self.luck.fair) {
            Ok(_) => Ok(Next::Changed),
            Err(refusal) => {
                writeln!(self.out, "{}", wrap(&refusal.to_string(), self.screen.width, 2))?;
                Ok(Next::Ask)
            }
        }
    }

    fn why(&mut self, seat: Seat, legal: &[G::Action], text: &str) -> Done {
        let rules = self.record.rules();
        let listed = text.parse::<usize>().ok().and_then(|number| legal.get(number.checked_sub(1)?));
        let answer = match listed.map_or_else(|| G::read(rules, text), |action| Ok(*action)) {
            Err(message) => stopped(&message),
            Ok(action) => match self.record.state().refusal(rules, seat, action) {
                Some(refusal) => refusal.to_string(),
                None => "You may do that now.".to_owned(),
            },
        };
        writeln!(self.out, "{}", wrap(&answer, self.screen.width, 2))?;
        Ok(())
    }

    /// Says what a strong player would do here, and why.
    fn hint(&mut self, seat: Seat) -> Done {
        let (rules, state) = (self.record.rules(), self.record.state());
        let mut legal = Vec::new();
        choices(rules, state, seat, &mut legal)?;
        let look = || state.view(rules, Viewer::Seat(seat));
        let question = Question::new(rules, seat, &look, &legal, Budget::OWN, self.luck.wits.next_u64());
        let found = bots::adviser::<G>().explain(&question);
        writeln!(self.out, "What a strong bot would do, best first:")?;
        let grounds = bots::grounds::<G>(rules, question.view(), seat).words(3);
        for line in found.words::<G>(rules, question.view(), 3).into_iter().chain(grounds) {
            writeln!(self.out, "  {}", wrap(&line.to_string(), self.screen.width - 2, 6))?;
        }
        Ok(())
    }

    fn card(&mut self, name: &str) -> Done {
        let wanted = if name.is_empty() { None } else { Some(name) };
        let found = cards::find(G::cards(self.record.rules()), wanted);
        if found.is_empty() {
            writeln!(self.out, "There is no card '{name}'.")?;
        }
        for (name, words) in found {
            writeln!(self.out, "{}", wrap(&format!("{name}: {words}"), self.screen.width, 2))?;
        }
        Ok(())
    }

    fn rule(&mut self, number: &str) -> Done {
        if number.is_empty() {
            writeln!(self.out, "Say which: rule NUMBER, for example rule {}-1.", G::INFO.prefix)?;
            return Ok(());
        }
        let rule = rules::find::<G>(number).map(|rule| rules::sentence(&rule));
        let rule = rule.unwrap_or_else(|| {
            format!("There is no rule or ruling '{number}': type rule {}-1, for example.", G::INFO.prefix)
        });
        writeln!(self.out, "{}", wrap(&rule, self.screen.width, 2))?;
        Ok(())
    }

    fn log(&mut self, viewer: Viewer) -> Done {
        write!(self.out, "{}", self.screen.log(&self.record, viewer))?;
        if self.record.entries().is_empty() {
            writeln!(self.out, "Nothing has been decided yet.")?;
        }
        Ok(())
    }

    fn undo(&mut self, seat: Seat) -> Result<Next, Failure> {
        if let Err(refusal) = self.record.undo(seat) {
            writeln!(self.out, "No: {refusal}.")?;
            return Ok(Next::Ask);
        }
        let left = self.record.steps().len();
        self.seen.iter_mut().for_each(|seen| *seen = left.min(*seen));
        // Where several share the device, anybody may have typed it: it says what everyone may know.
        let viewer = self.only_human().map_or(Viewer::Spectator, Viewer::Seat);
        let last = self.record.taken_back(viewer, 1).pop();
        let what = last.and_then(|mut back| (!back.decisions.is_empty()).then(|| back.decisions.remove(0).1));
        writeln!(self.out, "Taken back: {}.", what.unwrap_or_default().notation())?;
        Ok(Next::Changed)
    }

    fn save(&mut self, file: &str) -> Done {
        let path = match (file, &self.keeping) {
            ("", Keeping::WhenAsked(path) | Keeping::Always(path)) => path.clone(),
            ("", Keeping::Nowhere) => {
                writeln!(self.out, "Say where: save FILE.")?;
                return Ok(());
            }
            (file, _) => PathBuf::from(file),
        };
        match files::save(&path, &self.record) {
            Ok(()) => {
                self.saved = self.record.entries().len();
                writeln!(self.out, "Saved. 'gloria play --load {}' goes on from here.", path.display())?;
                if matches!(self.keeping, Keeping::Nowhere) {
                    self.keeping = Keeping::WhenAsked(path);
                }
            }
            Err(message) => writeln!(self.out, "Not saved: {message}.")?,
        }
        Ok(())
    }

    fn autosave(&mut self) -> Done {
        let Keeping::Always(path) = &self.keeping else {
            return Ok(());
        };
        match files::save(path, &self.record) {
            Ok(()) => self.saved = self.record.entries().len(),
            // The game goes on: whoever plays can save it elsewhere.
            Err(message) => writeln!(self.out, "Not saved: {message}.")?,
        }
        Ok(())
    }

    fn is_saved(&self) -> bool {
        self.record.entries().len() == self.saved
    }

    fn stop_without_input(&mut self) -> Result<Next, Failure> {
        writeln!(self.out, "\nThe input has ended, so the game stops here.")?;
        match &self.keeping {
            Keeping::Always(path) | Keeping::WhenAsked(path) if self.is_saved() => {
                writeln!(self.out, "It is saved: 'gloria play --load {}' goes on.", path.display())?;
            }
            Keeping::Nowhere if self.is_saved() => {}
            Keeping::Always(_) | Keeping::WhenAsked(_) | Keeping::Nowhere => writeln!(
                self.out,
                "It is not saved: type 'save FILE' before the end, or start with --save FILE, to keep a game."
            )?,
        }
        Ok(Next::Stop)
    }

    /// The next line typed, trimmed; `None` at the end of the input.
    fn read_line(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        write!(self.out, "{prompt}")?;
        self.out.flush()?;
        let mut bytes = Vec::new();
        let read = self.input.read_until(b'\n', &mut bytes);
        let read = read.map_err(|error| Failure::Usage(format!("the input can't be read: {error}")))?;
        if read == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if self.screen.echo {
            writeln!(self.out, "{line}")?;
        }
        Ok(Some(line))
    }

    /// Shows the end, tells the seed, and lets people look and save.
    fn finish(&mut self) -> Done {
        if let Some(seed) = &self.luck.seed {
            self.record.reveal(seed);
        }
        self.autosave()?;
        let human = Seat::all(self.players.len()).find(|seat| self.players[seat.index()].is_human());
        let viewer = match human {
            Some(seat) if self.humans() == 1 => Viewer::Seat(seat),
            Some(_) | None => Viewer::Spectator,
        };
        if self.humans() > 1 {
            // What the last one saw is not for the others, even now.
            write!(self.out, "{}", self.screen.cleared())?;
        }
        let seen = human.map_or(self.record.steps().len(), |seat| self.seen[seat.index()]);
        let since = self.screen.since(&self.record, viewer, seen);
        let only = self.only_human();
        let others =
            only.is_some_and(|seat| self.record.steps().iter().skip(seen).any(|step| step.seat != seat));
        let title = if others && !since.is_empty() { "Since you last decided:\n" } else { "" };
        let table = self.screen.table(&self.record, viewer);
        writeln!(self.out, "{}\n{title}{since}\n{table}", self.screen.rule())?;
        if let Some(outcome) = self.record.outcome() {
            let names: Vec<_> = Seat::all(self.players.len()).map(|seat| self.called(seat)).collect();
            let resigned = self.record.resigned().is_some();
            let tally = if resigned { Vec::new() } else { self.record.state().tally(self.record.rules()) };
            let shown = ending(&names, self.only_human(), &outcome, &tally, self.screen.width);
            write!(self.out, "{shown}")?;
        }
        if let Some(seed) = self.record.seed() {
            let line = format!(
                "The seed was {}; a saved record can be checked with 'gloria verify'.",
                seed.reveal()
            );
            writeln!(self.out, "{}", wrap(&line, self.screen.width, 2))?;
        }
        if human.is_none() {
            return Ok(());
        }
        writeln!(self.out, "{}", wrap(AFTER, self.screen.width, 2))?;
        self.after(viewer)
    }

    fn after(&mut self, viewer: Viewer) -> Done {
        while let Some(line) = self.read_line("> ")? {
            let (word, rest) = command(&line);
            match word.as_str() {
                "quit" | "exit" => break,
                "log" => self.log(viewer)?,
                "view" => write!(self.out, "{}", self.screen.table(&self.record, viewer))?,
                "card" | "cards" => self.card(rest)?,
                "rule" | "rules" => self.rule(rest)?,
                "save" => self.save(rest)?,
                "" | "help" | "?" => writeln!(self.out, "{}", wrap(AFTER, self.screen.width, 2))?,
                _ => {
                    let line = format!("The game is over. {AFTER}");
                    writeln!(self.out, "{}", wrap(&line, self.screen.width, 2))?;
                }
            }
        }
        Ok(())
    }
}
