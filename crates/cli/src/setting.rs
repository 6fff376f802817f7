//! `--set option=value`, everywhere the same.

use table::{Game, Options, Rulebook};

use crate::failure::{Failure, usage};
use crate::text;

/// The table's variant.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Setting {
    /// Choose a variant; repeat it for more. `gloria games` lists the options.
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
}

impl Setting {
    /// The options as given.
    pub fn options(&self) -> Result<Options, Failure> {
        let mut options = Options::new();
        for pair in &self.set {
            options.set_pair(pair).map_err(|error| Failure::Usage(error.to_string()))?;
        }
        Ok(options)
    }

    /// The rules for these options.
    pub fn rules<G: Game>(&self) -> Result<G::Rules, Failure> {
        rules::<G>(&self.options()?)
    }

    /// The rules for these options with as many players as there are seats.
    pub fn rules_for<G: Game>(&self, named: usize) -> Result<G::Rules, Failure> {
        let mut options = self.options()?;
        let seats = named.to_string();
        match options.get("players") {
            Some(players) if players != seats => usage(format!(
                "{} named but players={players} is set: expected as many of both",
                text::seats_are(named)
            )),
            Some(_) | None => {
                options.set("players", &seats);
                rules::<G>(&options)
            }
        }
    }
}

/// The rules for these options.
pub fn rules<G: Game>(options: &Options) -> Result<G::Rules, Failure> {
    G::Rules::from_options(options).map_err(|message| Failure::Usage(format!("{}: {message}", G::INFO.name)))
}
