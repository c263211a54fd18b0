//! The studies that are built in.

use serde_json::json;

use super::plan::{DataChoice, Plan, Settings};
use crate::train::paper;

/// A study by name.
pub struct Builtin {
    pub key: &'static str,
    /// In a sentence.
    pub about: &'static str,
    plan: fn() -> Plan,
}

/// All of them, in the order in which lists have them.
pub static BUILTIN: [Builtin; 4] = [
    Builtin { key: "paper", about: "the paper's table: its operators on its datasets, 20 splits each", plan: paper },
    Builtin { key: "ablation", about: "ProxPool with both of its kernels, and without either", plan: ablation },
    Builtin { key: "controls", about: "what pooling has to beat: nodes at random, and no pooling", plan: controls },
    Builtin { key: "smoke", about: "a few epochs on the bundled MUTAG: whether everything works", plan: smoke },
];

/// The plan of a study that is built in.
pub fn plan(key: &str) -> Option<Plan> {
    let builtin = BUILTIN.iter().find(|builtin| builtin.key == key)?;
    Some(Plan { name: key.to_owned(), about: builtin.about.to_owned(), ..(builtin.plan)() })
}

/// On the paper's datasets, with its protocol and its hyper-parameters.
fn as_in_the_paper(pools: &[&str]) -> Plan {
    Plan {
        datasets: paper::DATASETS.map(|name| DataChoice::Name(name.to_owned())).into(),
        pools: pools.iter().map(|&pool| pool.to_owned()).collect(),
        seeds: vec![0],
        ..Plan::default()
    }
}

fn paper() -> Plan {
    as_in_the_paper(&paper::methods().collect::<Vec<_>>())
}

fn ablation() -> Plan {
    as_in_the_paper(&["proxpool", "proxpool-nt", "proxpool-ns"])
}

fn controls() -> Plan {
    as_in_the_paper(&["random", "none"])
}

fn smoke() -> Plan {
    let settings = json!({ "splits": 3, "epochs": 8, "hidden": 16 });
    Plan {
        datasets: vec![DataChoice::Name("MUTAG".to_owned())],
        pools: ["proxpool", "gpool", "none"].map(str::to_owned).into(),
        seeds: vec![0],
        settings: settings
            .as_object()
            .into_iter()
            .flatten()
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect::<Settings>(),
        ..Plan::default()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_plan_is_fine_and_reads_as_it_was_written() {
        for builtin in &BUILTIN {
            let plan = plan(builtin.key).unwrap();
            assert_eq!(plan.problem(), None);
            assert_eq!(Plan::parse(&plan.to_toml(), Path::new("x.toml")).unwrap(), plan, "{}", plan.to_toml());
        }
        assert_eq!(plan("lunch"), None);
        assert_eq!(plan("paper").unwrap().pools.len() * plan("paper").unwrap().datasets.len(), 35);
    }
}
