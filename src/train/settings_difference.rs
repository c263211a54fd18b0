//! Where the settings of two runs differ.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{config::Config, folder::RunFile, settings::SETTINGS};
use crate::pooling::all_parameters;

/// A setting that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingDifference {
    /// As in `run.json`.
    pub key: String,
    /// What it is, in a few words; none for what has no other name than its key.
    pub title: Option<&'static str>,
    /// Its value in the first run and in the second.
    pub values: [String; 2],
}

/// The settings that differ, dataset included, in the order in which they are set; equal ones are left out.
pub fn setting_differences(runs: [&RunFile; 2]) -> Vec<SettingDifference> {
    differences(runs.map(run_settings))
}

/// The same for configurations without their data.
pub fn config_differences(configs: [&Config; 2]) -> Vec<SettingDifference> {
    differences(configs.map(config_settings))
}

fn differences([first, second]: [Map<String, Value>; 2]) -> Vec<SettingDifference> {
    let known: Vec<(&str, &'static str)> = all_parameters()
        .into_iter()
        .map(|parameter| (parameter.key(), parameter.title()))
        .chain(SETTINGS.iter().map(|setting| (setting.key(), setting.title())))
        .collect();
    let keys: BTreeSet<&String> = first.keys().chain(second.keys()).collect();
    let place = |key: &str| match key {
        "dataset" | "fingerprint" => 0,
        "pool" => 1,
        _ => known.iter().position(|(other, _)| *other == key).map_or(1000, |place| place + 2),
    };
    let show = |value: Option<&Value>| match value {
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
        None => "default".to_owned(),
    };
    let mut found: Vec<SettingDifference> = keys
        .into_iter()
        .filter(|key| first.get(*key) != second.get(*key))
        .map(|key| SettingDifference {
            title: known.iter().find(|(other, _)| other == key).map(|(_, title)| *title),
            values: [show(first.get(key)), show(second.get(key))],
            key: key.clone(),
        })
        .collect();
    found.sort_by_key(|difference| place(&difference.key));
    found
}

fn config_settings(config: &Config) -> Map<String, Value> {
    match serde_json::to_value(config) {
        Ok(Value::Object(all)) => all,
        _ => Map::new(),
    }
}

fn run_settings(run: &RunFile) -> Map<String, Value> {
    let mut all = config_settings(&run.config);
    all.insert("dataset".to_owned(), Value::from(run.data.name.clone()));
    // The same name may stand for other data.
    all.insert("fingerprint".to_owned(), Value::from(run.data.fingerprint.chars().take(12).collect::<String>()));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_listed_in_the_order_of_the_settings() {
        let one = RunFile::default();
        let mut other = one.clone();
        assert_eq!(setting_differences([&one, &other]), []);
        other.config.lr = 0.01;
        other.config.params.tau = 0.5;
        other.config.pool = "gpool".to_owned();
        let found = setting_differences([&one, &other]);
        let shown: Vec<_> = found.iter().map(|it| (&*it.key, &*it.values[0], &*it.values[1])).collect();
        assert_eq!(shown, [("pool", "proxpool", "gpool"), ("tau", "1.0", "0.5"), ("lr", "0.001", "0.01")]);
        assert_eq!(found[2].title, Some("Adam learning rate"));
    }
}
