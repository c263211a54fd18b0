//! The plan of a study: a small TOML or JSON file.

use std::{collections::BTreeMap, path::Path};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{error::StudyError, job};
use crate::pooling::{method, methods};

/// Settings by key, as in `run.json`. A list is an axis: each of its values makes jobs of their own.
pub type Settings = BTreeMap<String, Value>;

/// What a study consists of: all combinations of its datasets, operators, settings and seeds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub name: String,
    /// In a sentence, for people.
    #[serde(default)]
    pub about: String,
    pub datasets: Vec<DataChoice>,
    /// Keys of operators.
    #[serde(default)]
    pub pools: Vec<String>,
    /// Operators with settings of their own, under a name.
    #[serde(default)]
    pub arms: Vec<Arm>,
    #[serde(default = "first_seed")]
    pub seeds: Vec<u64>,
    /// On top of the paper's values for each dataset.
    #[serde(default)]
    pub settings: Settings,
    /// Whether the paper's grid of τ, s and weight decay is searched, by validation accuracy.
    #[serde(default)]
    pub grid: bool,
    /// A grid of one's own: lists of values, of which the best is chosen by validation accuracy.
    #[serde(default)]
    pub search: Settings,
    /// Processors that a job asks a cluster for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// What is different for some of the jobs.
    #[serde(default)]
    pub change: Vec<Change>,
}

/// A dataset: its name or path, or a table with more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a name or a path, or a table with `source`, `label` and `strip_hydrogens`")]
pub enum DataChoice {
    Name(String),
    Table(DataTable),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataTable {
    pub source: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    #[serde(default)]
    pub strip_hydrogens: bool,
}

/// An operator with settings of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arm {
    /// In reports, and in the names of folders.
    pub name: String,
    /// Key of the operator.
    pub pool: String,
    #[serde(default)]
    pub settings: Settings,
}

/// What is different for the jobs of some datasets and operators; empty lists mean all of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Change {
    pub datasets: Vec<String>,
    /// Keys of operators, or names of arms.
    pub pools: Vec<String>,
    pub settings: Settings,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// Published splits: a file or a folder, from where the plan is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub splits_from: Option<String>,
    /// Whether these jobs are left out.
    pub skip: bool,
}

fn first_seed() -> Vec<u64> {
    vec![0]
}

impl DataChoice {
    pub fn source(&self) -> &str {
        match self {
            Self::Name(source) => source,
            Self::Table(table) => &table.source,
        }
    }

    /// The field used as class.
    pub fn label(&self) -> Option<&str> {
        match self {
            Self::Name(_) => None,
            Self::Table(table) => table.label.as_deref(),
        }
    }

    pub fn strips_hydrogens(&self) -> bool {
        matches!(self, Self::Table(DataTable { strip_hydrogens: true, .. }))
    }
}

impl Change {
    /// Whether it is about these jobs.
    pub fn applies_to(&self, dataset: &str, arm: &str) -> bool {
        let has = |list: &[String], word: &str| list.is_empty() || list.iter().any(|it| it.eq_ignore_ascii_case(word));
        has(&self.datasets, dataset) && has(&self.pools, arm)
    }
}

impl Plan {
    /// Reads a plan, by the ending of its name JSON or TOML.
    pub fn open(path: &Path) -> Result<(Self, String), StudyError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| StudyError::file(path, format!("this study file cannot be read: {error}")))?;
        Ok((Self::parse(&text, path)?, text))
    }

    /// The plan in a text, which is that of the file named.
    pub fn parse(text: &str, path: &Path) -> Result<Self, StudyError> {
        let broken = |line: Option<usize>, problem: String| StudyError::Plan { path: path.to_owned(), line, problem };
        let is_json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
        let plan: Self = if is_json {
            serde_json::from_str(text).map_err(|error| {
                let message = error.to_string();
                let message = message.split(" at line ").next().unwrap_or_default().to_owned();
                broken(Some(error.line()).filter(|line| *line > 0), message)
            })?
        } else {
            toml::from_str(text).map_err(|error| {
                let line = error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
                broken(line, error.message().replace('\n', ", "))
            })?
        };
        match plan.problem() {
            None => Ok(plan),
            Some((word, problem)) => Err(broken(line_of(text, &word), problem)),
        }
    }

    /// All operators, those with settings of their own last.
    pub fn all_arms(&self) -> Vec<Arm> {
        let plain = |pool: &String| Arm { name: pool.clone(), pool: pool.clone(), settings: Settings::new() };
        self.pools.iter().map(plain).chain(self.arms.iter().cloned()).collect()
    }

    /// The first thing that is wrong with it, with a word of it that tells the place.
    pub fn problem(&self) -> Option<(String, String)> {
        let at = |word: &str, problem: String| Some((word.to_owned(), problem));
        if self.datasets.is_empty() {
            return at("datasets", "there is no dataset; name at least one in `datasets`".to_owned());
        }
        let arms = self.all_arms();
        if arms.is_empty() {
            return at("pools", "there is no operator; name at least one in `pools`".to_owned());
        }
        if self.seeds.is_empty() {
            return at("seeds", "there is no seed; name at least one in `seeds`, or leave it out".to_owned());
        }
        for arm in &arms {
            if method(&arm.pool).is_none() {
                let keys: Vec<&str> = methods().map(|method| method.key).collect();
                let problem = format!("unknown pooling operator “{}”; choose one of {}", arm.pool, keys.join(", "));
                return at(&arm.pool, problem);
            }
        }
        let names: Vec<&str> = arms.iter().map(|arm| &*arm.name).collect();
        let sources: Vec<&str> = self.datasets.iter().map(DataChoice::source).collect();
        if let Some(twice) = repeated(&names).or_else(|| repeated(&sources)) {
            return at(twice, format!("“{twice}” is listed twice"));
        }
        let seeds: Vec<String> = self.seeds.iter().map(u64::to_string).collect();
        if let Some(twice) = repeated(&seeds.iter().map(|seed| &**seed).collect::<Vec<_>>()) {
            return at("seeds", format!("the seed {twice} is listed twice"));
        }
        if self.grid && !self.search.is_empty() {
            return at("search", "`grid` is the paper's search and `search` your own; choose one of them".to_owned());
        }
        let own = self.change.iter().map(|change| &change.settings).chain(arms.iter().map(|arm| &arm.settings));
        for settings in own.chain([&self.settings, &self.search]) {
            for (key, value) in settings {
                if let Some(problem) = job::setting_problem(key, value) {
                    return at(key, problem);
                }
            }
        }
        let lists =
            |settings: &Settings| settings.iter().find(|(_, value)| value.is_array()).map(|(key, _)| key.clone());
        if let Some(key) = self.change.iter().find_map(|change| lists(&change.settings)) {
            return at(&key, format!("`{key}` is a list, which only `[settings]` and `[search]` may have"));
        }
        if let Some((key, _)) = self.search.iter().find(|(_, value)| !value.is_array()) {
            return at(key, format!("`{key}` in `[search]` needs a list of values to choose from"));
        }
        for change in &self.change {
            let unknown = change.pools.iter().find(|pool| !names.contains(&pool.as_str()));
            let unknown = unknown.or(change.datasets.iter().find(|data| !sources.contains(&data.as_str())));
            if let Some(word) = unknown {
                return at(
                    word,
                    format!("“{word}” in `[[change]]` is neither a dataset nor an operator of this study"),
                );
            }
        }
        None
    }

    /// Leaves out what is different for datasets and operators that are not in it any more.
    pub fn forget_changes_of_others(&mut self) {
        let names: Vec<String> = self.all_arms().into_iter().map(|arm| arm.name).collect();
        let sources: Vec<String> = self.datasets.iter().map(|data| data.source().to_owned()).collect();
        self.change.retain_mut(|change| {
            let (had_datasets, had_pools) = (!change.datasets.is_empty(), !change.pools.is_empty());
            change.datasets.retain(|name| sources.contains(name));
            change.pools.retain(|name| names.contains(name));
            // An empty list would mean all of them.
            !(had_datasets && change.datasets.is_empty() || had_pools && change.pools.is_empty())
        });
    }

    /// The plan as TOML.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        let quoted = |word: &str| Value::from(word).to_string();
        let mut line = |key: &str, value: String| text.push_str(&format!("{key} = {value}\n"));
        line("name", quoted(&self.name));
        if !self.about.is_empty() {
            line("about", quoted(&self.about));
        }
        line("datasets", list(self.datasets.iter().map(data_toml)));
        line("pools", list(self.pools.iter().map(|pool| quoted(pool))));
        line("seeds", list(self.seeds.iter().map(u64::to_string)));
        if self.grid {
            line("grid", "true".to_owned());
        }
        if let Some(threads) = self.threads {
            line("threads", threads.to_string());
        }
        for (name, settings) in [("settings", &self.settings), ("search", &self.search)] {
            if !settings.is_empty() {
                text.push_str(&format!("\n[{name}]\n"));
                settings.iter().for_each(|(key, value)| text.push_str(&format!("{key} = {value}\n")));
            }
        }
        for arm in &self.arms {
            let (name, pool) = (quoted(&arm.name), quoted(&arm.pool));
            text.push_str(&format!("\n[[arms]]\nname = {name}\npool = {pool}\n{}", inline(&arm.settings)));
        }
        for change in &self.change {
            text.push_str("\n[[change]]\n");
            for (key, words) in [("datasets", &change.datasets), ("pools", &change.pools)] {
                if !words.is_empty() {
                    text.push_str(&format!("{key} = {}\n", list(words.iter().map(|word| quoted(word)))));
                }
            }
            if let Some(threads) = change.threads {
                text.push_str(&format!("threads = {threads}\n"));
            }
            if let Some(file) = &change.splits_from {
                text.push_str(&format!("splits_from = {}\n", quoted(file)));
            }
            if change.skip {
                text.push_str("skip = true\n");
            }
            text.push_str(&inline(&change.settings));
        }
        text
    }
}

fn data_toml(data: &DataChoice) -> String {
    let quoted = |word: &str| Value::from(word).to_string();
    match data {
        DataChoice::Name(name) => quoted(name),
        DataChoice::Table(table) => {
            let label = table.label.as_ref().map_or(String::new(), |label| format!(", label = {}", quoted(label)));
            let strip = if table.strip_hydrogens { ", strip_hydrogens = true" } else { "" };
            format!("{{ source = {}{label}{strip} }}", quoted(&table.source))
        }
    }
}

/// JSON's numbers, texts and lists of them are TOML's too.
fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

fn inline(settings: &Settings) -> String {
    if settings.is_empty() {
        return String::new();
    }
    let pairs: Vec<String> = settings.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    format!("settings = {{ {} }}\n", pairs.join(", "))
}

/// The first of two equal words.
fn repeated<'a>(words: &[&'a str]) -> Option<&'a str> {
    words.iter().enumerate().find(|(idx, word)| words[..*idx].contains(word)).map(|(_, word)| *word)
}

/// The first line that has a word, as a key or in quotes.
fn line_of(text: &str, word: &str) -> Option<usize> {
    let has = |line: &str| {
        let line = line.split('#').next().unwrap_or_default();
        let is_end = |c: char| !(c.is_alphanumeric() || "-_".contains(c));
        line.match_indices(word).any(|(at, _)| {
            let (before, after) = (&line[..at], &line[at + word.len()..]);
            before.chars().next_back().is_none_or(is_end) && after.chars().next().is_none_or(is_end)
        })
    };
    text.lines().position(has).map(|idx| idx + 1)
}
