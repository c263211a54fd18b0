//! `proxpool info`: the statistics of the paper's Table 2 and more.

use clap::Args;

use super::{
    dataset::DatasetArgument,
    table::{self, Align},
};
use crate::{
    graph::{Dataset, Duplicates, Labels, Stats},
    readers::report::count,
};

#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    dataset: DatasetArgument,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let dataset = arguments.dataset.load()?;
    let stats = Stats::compute(&dataset);
    let duplicates = Duplicates::find(&dataset);
    if arguments.json {
        let Duplicates { n_same_class, n_other_class, n_unsettled, .. } = duplicates;
        let duplicates = Isomorphic { same_class: n_same_class, other_class: n_other_class, unsettled: n_unsettled };
        println!("{}", serde_json::to_string_pretty(&Facts { stats: &stats, duplicates })?);
    } else {
        print!("{}", report(&dataset, &stats, &duplicates));
    }
    Ok(())
}

/// What `--json` prints.
#[derive(serde::Serialize)]
struct Facts<'a> {
    #[serde(flatten)]
    stats: &'a Stats,
    duplicates: Isomorphic,
}

/// Graphs that are isomorphic to an earlier one.
#[derive(serde::Serialize)]
struct Isomorphic {
    same_class: usize,
    other_class: usize,
    /// Pairs for which this took too long to tell.
    unsettled: usize,
}

fn report(dataset: &Dataset, stats: &Stats, duplicates: &Duplicates) -> String {
    let mut text = format!("{} · {}\n\n", stats.name, count(stats.graphs, "graph"));

    let cells = |row: [&str; 5]| row.map(str::to_owned).to_vec();
    let spread = |name: &str, mean: f64, median: f64, min: usize, max: usize| {
        vec![name.to_owned(), format!("{mean:.2}"), format!("{median}"), min.to_string(), max.to_string()]
    };
    let rows = [
        cells(["", "mean", "median", "min", "max"]),
        spread("nodes |V|", stats.mean_nodes, stats.median_nodes, stats.min_nodes, stats.max_nodes),
        spread("edges |E|", stats.mean_edges, stats.median_edges, stats.min_edges, stats.max_edges),
    ];
    text += &table::render(&[Align::Left, Align::Right, Align::Right, Align::Right, Align::Right], &rows);
    text.push('\n');

    let mut facts: Vec<Vec<String>> = Vec::new();
    let mut fact = |name: &str, value: String| facts.push(vec![name.to_owned(), value]);
    fact("classes", classes(stats));
    fact("node labels", labels(&dataset.node_labels));
    fact("edge labels", labels(&dataset.edge_labels));
    fact("node attributes", or_none(stats.node_attributes));
    if stats.graph_attributes > 0 {
        fact("regression targets", format!("{} (displayed only, not used for training)", stats.graph_attributes));
    }
    if stats.weighted {
        fact("edge weights", "yes".to_owned());
    }
    if !dataset.field_names.is_empty() {
        fact("fields for --label", dataset.field_names.join(", "));
    }
    if stats.skipped.count > 0 {
        fact("skipped records", format!("{} of {}", stats.skipped.count, stats.skipped.of));
    }
    if stats.graphs > 1 {
        fact("duplicates", isomorphic(duplicates));
    }
    fact("isolated nodes", format!("{} in {}", stats.isolated_nodes, count(stats.graphs_with_isolated_nodes, "graph")));
    fact(
        "disconnected graphs",
        format!(
            "{}, at most {}",
            count(stats.multi_component_graphs, "graph"),
            count(stats.max_components, "component")
        ),
    );
    fact("maximum degree", stats.max_degree.to_string());
    if let Some(idx) = stats.largest_graph {
        let name = dataset.graphs[idx].name.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
        fact("largest graph", format!("number {idx}{name}, {}", count(stats.max_nodes, "node")));
    }
    text + &table::render(&[Align::Left, Align::Left], &facts)
}

/// Graphs that are isomorphic to an earlier one, and how many of these contradict it.
fn isomorphic(duplicates: &Duplicates) -> String {
    let mut text = match duplicates.n() {
        0 => "none".to_owned(),
        n => format!("{n} isomorphic to an earlier graph, {} of them of another class", duplicates.n_other_class),
    };
    if duplicates.n_unsettled > 0 {
        text += &format!("; {} could not be compared in time", count(duplicates.n_unsettled, "pair"));
    }
    text
}

fn classes(stats: &Stats) -> String {
    let class = |class: &crate::graph::ClassCount| match &class.name {
        Some(name) => format!("{} {name} ({})", class.graphs, class.value),
        None => format!("{} of {}", class.graphs, class.value),
    };
    match stats.class_counts.len() {
        0 => "none".to_owned(),
        n => format!("{n}: {}", stats.class_counts.iter().map(class).collect::<Vec<_>>().join(", ")),
    }
}

/// Number of labels, and the names of the first ones.
fn labels(labels: &Labels) -> String {
    const SHOWN: usize = 16;
    if labels.is_empty() {
        return "none".to_owned();
    }
    let names: Vec<&str> = labels.iter().take(SHOWN).map(|label| label.show()).collect();
    let more = if labels.len() > SHOWN { " …" } else { "" };
    format!("{}: {}{more}", labels.len(), names.join(" "))
}

fn or_none(n: usize) -> String {
    if n == 0 { "none".to_owned() } else { n.to_string() }
}
