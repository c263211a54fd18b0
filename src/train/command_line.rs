//! The command line that trains a run again.

use super::{
    config::Config,
    division::Division,
    folder::{DataSource, RunFile},
    settings::SETTINGS,
};
use crate::{names::Named as _, pooling::all_parameters};

/// `proxpool train MUTAG …` with every setting, so that it stays right should a default change.
pub fn command_line(run: &RunFile) -> String {
    let Config { pool, params, signal, .. } = &run.config;
    let DataSource { source, label, strip_hydrogens, .. } = &run.data;
    let mut words = vec!["proxpool".to_owned(), "train".to_owned(), quoted(source)];
    // The spelling of a flag, which this room has no other use for.
    let flag = |name: &str| format!("{}{name}", "-".repeat(2));
    let mut add = |name: &str, value: Option<String>| {
        words.push(flag(name));
        words.extend(value);
    };
    if let Some(field) = label {
        add("label", Some(quoted(field)));
    }
    if *strip_hydrogens {
        add("strip-hydrogens", None);
    }
    if run.config.network.has_pooling() {
        add("pool", Some(quoted(pool)));
    } else {
        add("network", Some(run.config.network.key().to_owned()));
    }
    let used = run.config.operator();
    for parameter in all_parameters() {
        // What the operator does not use is in the run file all the same.
        if used.is_some_and(|method| method.has(parameter)) || !parameter.is_default(params) {
            add(parameter.key(), Some(parameter.get(params).to_string()));
        }
    }
    if params.detach_adjacency {
        add("detach-adjacency", None);
    }
    let signal: &str = (*signal).into();
    add("signal", Some(signal.to_owned()));
    for setting in SETTINGS {
        match (setting.key(), run.config.division) {
            ("splits", Division::Folds) => add("folds", Some(run.config.splits.to_string())),
            ("splits", Division::File) => add("splits-from", run.splits_from.as_deref().map(quoted)),
            (key, _) => add(key, Some(setting.get(&run.config).to_string())),
        }
    }
    let Config { patience_on, best_by, .. } = run.config;
    let usual = Config::default();
    if patience_on != usual.patience_on {
        add("patience-on", Some(patience_on.key().to_owned()));
    }
    if best_by != usual.best_by {
        add("best-by", Some(best_by.key().to_owned()));
    }
    add("seed", Some(params.seed.to_string()));
    words.join(" ")
}

/// A word as one would type it in a shell.
pub fn quoted(word: &str) -> String {
    if !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "/._-+=@:,".contains(c)) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
