//! The nets players judge by, each read and checked once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use encode::{Encoder, Judge, Net, Quick};
use table::{OptionKind, Options, Rulebook as _};

use crate::level::PlayerError;
use crate::mind::Mind;

/// What has been read so far, by game and file.
static READ: Mutex<BTreeMap<(&str, String), Arc<Quick>>> = Mutex::new(BTreeMap::new());

/// The net of this file, or the one built in; the error is one sentence.
pub fn net_from<G: Mind>(file: Option<&str>) -> Result<Arc<Quick>, PlayerError> {
    let key = (G::INFO.name, file.unwrap_or_default().to_owned());
    // Whoever panicked while holding it left only whole nets there.
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = read.get(&key) {
        return Ok(Arc::clone(known));
    }
    let name = file.map_or_else(|| format!("the net of {}", G::INFO.name), str::to_owned);
    let net = match file {
        Some(file) => parse::<G>(&bytes_of(file)?),
        None => G::net().map_or_else(|| Err("there is none in this program".to_owned()), parse::<G>),
    };
    let net = Arc::new(net.map_err(|error| PlayerError::Net { name, error })?);
    read.insert(key, Arc::clone(&net));
    Ok(net)
}

fn bytes_of(file: &str) -> Result<Vec<u8>, PlayerError> {
    std::fs::read(file)
        .map_err(|error| PlayerError::NoFile { file: file.to_owned(), error: error.to_string() })
}

fn parse<G: Mind>(bytes: &[u8]) -> Result<Quick, String> {
    let rules = G::Rules::from_options(&Options::new()).map_err(|error| error.to_string())?;
    let encoder = Encoder::<G>::new(&rules)?;
    let net = Net::read(bytes, &encoder)?;
    Ok(Quick::new(&net)?)
}

/// Whether nets have learned tables of this kind: those with other cards than the usual mean something else by the same numbers.
pub(crate) fn has_learned<G: Mind>(rules: &G::Rules) -> bool {
    let (options, specs) = (rules.options(), G::Rules::specs());
    let mut texts = specs.iter().filter(|spec| matches!(spec.kind, OptionKind::Text(_)));
    texts.all(|spec| options.value(specs, spec.name) == spec.default)
}

/// A net that goes from table to table with its player.
#[derive(Clone, Debug)]
pub(crate) struct Guest<G: Mind> {
    judge: Option<Judge<G>>,
    /// The options of the table it sits at.
    table: Option<Options>,
}

impl<G: Mind> Guest<G> {
    /// At no table.
    pub(crate) const fn new() -> Self {
        Self { judge: None, table: None }
    }

    /// Sits down at a table, unless it sits there already, or has learned nothing of such tables.
    pub(crate) fn sit(&mut self, rules: &G::Rules, net: &Arc<Quick>) {
        let options = rules.options();
        if self.table.as_ref() != Some(&options) {
            let knows = has_learned::<G>(rules);
            self.judge = knows.then(|| Judge::new(rules, Arc::clone(net)).ok()).flatten();
            self.table = Some(options);
        }
    }

    /// The net, if it sits at this table.
    pub(crate) const fn judge(&mut self) -> Option<&mut Judge<G>> {
        self.judge.as_mut()
    }

    /// Whether it sits at this table.
    pub(crate) const fn sits(&self) -> bool {
        self.judge.is_some()
    }
}
