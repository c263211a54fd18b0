//! The jobs of a study: every combination of a plan, each with its whole configuration and what it needs.

use std::{path::Path, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    cost,
    plan::{Arm, Change, Plan, Settings},
};
use crate::{
    graph::Dataset,
    pooling::{
        all_parameters, method, parameter,
        parameter::{S, TAU},
    },
    readers::splits,
    train::{
        Config, DataSource, Division, RunFile, calibrate, grid, settings::SETTINGS,
        settings_difference::setting_differences,
    },
};

/// One run of a study.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Job {
    /// `NCI1-proxpool-s3-tau1-seed0`: its name, and that of its run folder.
    pub key: String,
    /// Which data, by its place in the study's list.
    pub data: usize,
    /// The operator, or the name that the plan gives it with settings of its own.
    pub arm: String,
    /// The cell of the table that it belongs to; a search has several jobs in one.
    pub cell: String,
    /// What the plan sets beyond the paper's values, in a few words; the searched settings are not in it.
    pub settings: String,
    /// Whether it is one of several candidates, of which the best by validation is tested.
    pub is_candidate: bool,
    pub config: Config,
    /// The file that its splits are read from, if they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub splits_from: Option<String>,
    /// Processors to ask a cluster for.
    pub threads: usize,
    /// Bytes of memory with that many threads, by estimate.
    pub memory: u64,
    /// Seconds of one processor, by a rough model of the work.
    pub cost: f64,
}

/// Processors that a job asks for where the plan does not say.
const THREADS: usize = 2;

/// Keys of the configuration that the other parts of a plan decide.
const NOT_A_SETTING: [&str; 5] = ["pool", "seed", "score_test", "max_nodes", "mean_nodes"];

/// What is wrong with a setting or a list of its values.
pub fn setting_problem(key: &str, value: &Value) -> Option<String> {
    let values = match value {
        Value::Array(values) if values.is_empty() => return Some(format!("`{key}` is an empty list")),
        Value::Array(values) => values.as_slice(),
        value => std::slice::from_ref(value),
    };
    values.iter().find_map(|value| set(&mut Config::default(), key, value).err())
}

/// Sets a number of the operator or of training, or another field of the configuration.
fn set(config: &mut Config, key: &str, value: &Value) -> Result<(), String> {
    let unfit = |why: &dyn std::fmt::Display| format!("`{key}` cannot be {value}: {why}");
    let number = || value.as_f64().ok_or_else(|| format!("`{key}` has to be a number, not {value}"));
    if let Some(parameter) = parameter(key) {
        let value = number()?;
        parameter.set(&mut config.params, parameter.check(value).map_err(|error| unfit(&error))?);
        return Ok(());
    }
    if let Some(setting) = SETTINGS.iter().find(|setting| setting.key() == key) {
        let value = number()?;
        setting.set(config, setting.check(value).map_err(|error| unfit(&error))?);
        return Ok(());
    }
    let mut fields = match serde_json::to_value(&*config) {
        Ok(Value::Object(fields)) => fields,
        _ => return Err(format!("`{key}` cannot be set")),
    };
    let asked = fields.insert(key.to_owned(), value.clone()).is_some();
    let found = serde_json::from_value::<Config>(Value::Object(fields.clone()));
    // What is as usual is not written, so that a setting may be known and not be among the fields.
    let is_known = asked || !found.as_ref().is_err_and(|error| error.to_string().starts_with("unknown field"));
    if NOT_A_SETTING.contains(&key) || !is_known {
        fields.remove(key);
        let of_operators = all_parameters().into_iter().map(|parameter| parameter.key());
        let of_training = SETTINGS.iter().map(|setting| setting.key());
        let mut known: Vec<&str> = of_operators.chain(of_training).collect();
        known.extend(fields.keys().map(|key| &**key).filter(|key| !NOT_A_SETTING.contains(key)));
        known.sort_unstable();
        known.dedup();
        return Err(format!("unknown setting `{key}`; choose among {}", known.join(", ")));
    }
    *config = found.map_err(|error| unfit(&error))?;
    Ok(())
}

/// What all jobs of one cell have in common.
struct Cell<'a> {
    data: usize,
    source: &'a DataSource,
    dataset: &'a Arc<Dataset>,
    arm: &'a Arm,
    changes: Vec<&'a Change>,
}

/// All jobs of a plan on its data, in the order of the plan; `folder` is where the plan is.
pub fn jobs(plan: &Plan, data: &[(DataSource, Arc<Dataset>)], folder: &Path) -> Result<Vec<Job>, String> {
    let mut jobs: Vec<Job> = Vec::new();
    for (number, (source, dataset)) in data.iter().enumerate() {
        let asked = plan.datasets[number].source();
        for arm in plan.all_arms() {
            let changes: Vec<&Change> =
                plan.change.iter().filter(|change| change.applies_to(asked, &arm.name)).collect();
            if changes.iter().any(|change| change.skip) {
                continue;
            }
            let cell = Cell { data: number, source, dataset, arm: &arm, changes };
            for axes in combinations(&plan.settings) {
                for &seed in &plan.seeds {
                    jobs.extend(cell.jobs(plan, &axes, seed, folder)?);
                }
            }
        }
    }
    for (idx, job) in jobs.iter().enumerate() {
        if jobs[..idx].iter().any(|other| other.key == job.key) {
            return Err(format!("two jobs would be called {}; give the datasets different names", job.key));
        }
    }
    Ok(jobs)
}

impl Cell<'_> {
    fn jobs(&self, plan: &Plan, axes: &Settings, seed: u64, folder: &Path) -> Result<Vec<Job>, String> {
        let mut usual = Config { pool: self.arm.pool.clone(), ..Config::for_dataset(self.dataset) };
        usual.params.seed = seed;
        let mut config = usual.clone();
        let changed = self.changes.iter().map(|change| &change.settings);
        // What is set is not searched.
        let mut fixed: Vec<&str> = Vec::new();
        for (key, value) in [axes, &self.arm.settings].into_iter().chain(changed).flatten() {
            set(&mut config, key, value)?;
            fixed.push(key);
        }
        // The name of the arm says it.
        for (key, value) in &self.arm.settings {
            set(&mut usual, key, value)?;
        }
        let settings = differences(&usual, &config);
        let splits_from = self.changes.iter().rev().find_map(|change| change.splits_from.as_deref());
        let splits_from = match splits_from {
            Some(file) => {
                let path = folder.join(file);
                let splits = splits::read(&path, self.dataset, seed).map_err(|error| error.to_string())?;
                config = Config { splits: splits.len(), division: Division::File, ..config };
                Some(crate::train::folder::absolute(&path.display().to_string()))
            }
            None => None,
        };
        let is_candidate = plan.grid || !plan.search.is_empty();
        let cell = self.key(plan, axes, &config, is_candidate);
        let threads = self.changes.iter().rev().find_map(|change| change.threads).or(plan.threads).unwrap_or(THREADS);
        let job = |config: Config, key: String| -> Result<Job, String> {
            let told = |error: crate::train::TrainError| format!("{key}: {error}");
            Ok(Job {
                data: self.data,
                arm: self.arm.name.clone(),
                cell: cell.clone(),
                settings: settings.clone(),
                is_candidate,
                splits_from: splits_from.clone(),
                threads,
                memory: calibrate::memory(self.dataset, &config, threads).map_err(told)?.memory.total(),
                cost: cost::seconds(self.dataset, &config).map_err(told)?,
                key: key.clone(),
                config,
            })
        };
        if !is_candidate {
            return Ok(vec![job(config, cell.clone())?]);
        }
        let candidates = if plan.grid {
            grid::candidates(&config, &fixed).into_iter().map(|config| (grid::name(&config), config)).collect()
        } else {
            searched(&config, &plan.search)?
        };
        let stem = cell.strip_suffix(&format!("-seed{seed}")).unwrap_or(&cell).to_owned();
        candidates
            .into_iter()
            .map(|(name, config)| job(Config { score_test: false, ..config }, format!("{stem}-{name}-seed{seed}")))
            .collect()
    }

    /// `NCI1-proxpool-s3-tau1-seed0`; what is searched is not in the name of the cell.
    fn key(&self, plan: &Plan, axes: &Settings, config: &Config, is_candidate: bool) -> String {
        let mut words = vec![self.source.name.clone(), self.arm.name.clone()];
        let is_axis = |key: &str| plan.settings.get(key).is_some_and(Value::is_array);
        if !is_candidate {
            let used = method(&config.pool);
            for parameter in [&S, &TAU] {
                if used.is_some_and(|method| method.has(parameter)) && !is_axis(parameter.key()) {
                    words.push(format!("{}{}", parameter.key(), parameter.get(&config.params)));
                }
            }
        }
        words.extend(axes.iter().filter(|(key, _)| is_axis(key)).map(|(key, value)| format!("{key}{}", plain(value))));
        words.push(format!("seed{}", config.params.seed));
        let kept = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
        words.join("-").chars().map(kept).collect()
    }
}

/// What a configuration sets beyond another one, in a few words; parameters that its operator does not have are left out,
/// and so is the number of splits.
pub fn differences(usual: &Config, config: &Config) -> String {
    let of = |config: &Config| RunFile { config: config.clone(), ..RunFile::default() };
    let usual = Config { splits: config.splits, score_test: config.score_test, ..usual.clone() };
    let used = method(&config.pool);
    let is_told = |key: &str| match parameter(key) {
        Some(parameter) => used.is_none_or(|method| method.has(parameter)),
        None => key != "seed",
    };
    let all = setting_differences([&of(&usual), &of(config)]);
    let told = all.iter().filter(|it| is_told(&it.key)).map(|it| format!("{} {}", it.key, it.values[1]));
    told.collect::<Vec<_>>().join(", ")
}

/// A text without its quotes, other values as JSON has them.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// All combinations of the lists among some settings; what is no list is in each of them.
fn combinations(settings: &Settings) -> Vec<Settings> {
    let mut all = vec![Settings::new()];
    for (key, value) in settings {
        let values = value.as_array().map_or_else(|| vec![value.clone()], Clone::clone);
        let with = |settings: &Settings, value: &Value| {
            let mut settings = settings.clone();
            settings.insert(key.clone(), value.clone());
            settings
        };
        all = all.iter().flat_map(|settings| values.iter().map(move |value| with(settings, value))).collect();
    }
    all
}

/// The candidates of a search of one's own, each with a name; settings that the operator does not have are left out.
fn searched(config: &Config, search: &Settings) -> Result<Vec<(String, Config)>, String> {
    let used = method(&config.pool);
    let is_used = |key: &str| match parameter(key) {
        Some(parameter) => used.is_some_and(|method| method.has(parameter)),
        None => true,
    };
    let search: Settings =
        search.iter().filter(|(key, _)| is_used(key)).map(|(key, value)| (key.clone(), value.clone())).collect();
    let candidate = |settings: Settings| {
        let mut config = config.clone();
        for (key, value) in &settings {
            set(&mut config, key, value)?;
        }
        let name: Vec<String> = settings.iter().map(|(key, value)| format!("{key}{}", plain(value))).collect();
        Ok((if name.is_empty() { "only".to_owned() } else { name.join("-") }, config))
    };
    combinations(&search).into_iter().map(candidate).collect()
}
