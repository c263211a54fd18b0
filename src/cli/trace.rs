//! `proxpool trace`: one graph through an operator, every matrix of it written to a file.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, ValueEnum};

use super::{dataset::DatasetArgument, parameters::Flags, table};
use crate::{
    graph::{
        Dataset, Graph,
        features::{Signal, SignalKind},
    },
    model::WeightSource,
    pooling::{
        self, Method, Params, Trace, matrices, methods,
        summary::{LevelSummary, Summary},
    },
};

/// Which operator, with which parameters, on which signal: shared by all commands that pool.
#[derive(Args, Clone, Debug)]
pub struct PoolingArguments {
    /// The pooling operator
    #[arg(long, default_value = "proxpool", value_parser = parse_method)]
    pub pool: &'static Method,

    #[command(flatten)]
    pub settings: PoolingSettings,
}

/// The parameters of any operator, the signal it works on and where its weights come from.
#[derive(Args, Clone, Debug)]
pub struct PoolingSettings {
    #[command(flatten)]
    pub parameters: Flags<Params>,

    /// Seed of random choices and untrained weights
    #[arg(long, default_value_t = 0)]
    pub seed: u64,

    /// What every node carries; labels where there are any, else the degree
    #[arg(long, value_enum)]
    pub signal: Option<SignalChoice>,

    /// W_Q of the first level, a NumPy matrix; the identity where not given
    #[arg(long, value_name = "FILE.npy")]
    pub wq0: Option<PathBuf>,

    /// W_Q of the second level
    #[arg(long, value_name = "FILE.npy")]
    pub wq1: Option<PathBuf>,

    /// A trained model: its convolutions run before each pooling, its weights are used
    #[arg(long, value_name = "FILE.safetensors", conflicts_with_all = ["wq0", "wq1"])]
    pub model: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SignalChoice {
    Labels,
    Degree,
    Attributes,
}

#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    dataset: DatasetArgument,

    /// Which graph of the dataset, counted from 0
    #[arg(long, value_name = "INDEX")]
    graph: usize,

    #[command(flatten)]
    pooling: PoolingArguments,

    /// Write all matrices to this NumPy archive, or to a table where the name ends in .csv
    #[arg(long, value_name = "FILE.npz")]
    out: Option<PathBuf>,

    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let dataset = arguments.dataset.load()?;
    let graph = pick_graph(&dataset, arguments.graph)?;
    let trace = arguments.pooling.trace(&dataset, graph)?;
    if let Some(path) = &arguments.out {
        matrices::write(&trace, path).with_context(|| format!("{} could not be written", path.display()))?;
    }
    let summary = Summary::of(&trace);
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&summary)?);
        return Ok(());
    }
    let name = graph.name.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
    println!("{} · graph {}{name} · {}\n", dataset.name, arguments.graph, arguments.pooling.pool.name);
    print!("{}", report(&summary));
    if let Some(path) = &arguments.out {
        println!("\nAll matrices are in {}", path.display());
    }
    Ok(())
}

/// The graph of an index, or an error that says which there are.
pub fn pick_graph(dataset: &Dataset, idx: usize) -> anyhow::Result<&Graph> {
    dataset.graphs.get(idx).with_context(|| {
        format!("{} has no graph {idx}; choose from 0 to {}", dataset.name, dataset.graphs.len().saturating_sub(1))
    })
}

impl PoolingArguments {
    /// Pools a graph with everything kept.
    pub fn trace(&self, dataset: &Dataset, graph: &Graph) -> anyhow::Result<Trace> {
        let params = self.settings.params(dataset)?;
        let signal = Signal::of(dataset, signal_kind(self.settings.signal, dataset))?;
        let weights = self.settings.source().weights(self.pool, &params, signal.width(), dataset)?;
        Ok(pooling::explore(self.pool, graph, &signal.values(graph), signal.width(), &params, &weights)?)
    }
}

impl PoolingSettings {
    /// The parameters, if all are in range.
    pub fn params(&self, dataset: &Dataset) -> anyhow::Result<Params> {
        let max_nodes = dataset.graphs.iter().map(|graph| graph.n_nodes).max().unwrap_or(0);
        let mut params = Params { seed: self.seed, max_nodes, ..Params::default() };
        self.parameters.apply(&mut params);
        Ok(params.checked()?)
    }

    /// Where the weights come from.
    pub fn source(&self) -> WeightSource {
        match (&self.model, &self.wq0, &self.wq1) {
            (Some(path), ..) => WeightSource::Model(path.clone()),
            (None, None, None) => WeightSource::Untrained,
            (None, first, second) => WeightSource::Given(vec![first.clone(), second.clone()]),
        }
    }
}

/// The signal that was chosen; else labels where there are any, and the degree, with a note, where not.
pub fn signal_kind(choice: Option<SignalChoice>, dataset: &Dataset) -> SignalKind {
    match choice {
        Some(SignalChoice::Labels) => SignalKind::Labels,
        Some(SignalChoice::Degree) => SignalKind::Degree,
        Some(SignalChoice::Attributes) => SignalKind::Attributes,
        None if dataset.node_labels.is_empty() => {
            eprintln!("note: {} has no node labels, so the signal is the degree", dataset.name);
            SignalKind::Degree
        }
        None => SignalKind::Labels,
    }
}

pub fn parse_method(key: &str) -> Result<&'static Method, String> {
    let keys: Vec<&str> = methods().map(|method| method.key).collect();
    pooling::method(key).ok_or_else(|| format!("there is no such operator; choose one of {}", keys.join(", ")))
}

fn report(summary: &Summary) -> String {
    let title = ["level", "nodes", "edges", "loops", "components", "isolated", "seeds", "tied", "dropped", "µs"];
    let mut rows = vec![title.map(str::to_owned).to_vec()];
    rows.extend(summary.levels.iter().enumerate().map(|(level, summary)| row(level, summary)));
    let mut text = table::render(&[table::Align::Right; 10], &rows);
    for (level, found) in summary.levels.iter().enumerate() {
        let Some(pooling) = &found.pooling else { continue };
        let list = |nodes: &[u32]| nodes.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        text += &format!("\nlevel {level}\n");
        if !pooling.seeds.is_empty() {
            text += &format!("  seeds      {}\n", shorten(&list(&pooling.seeds)));
        }
        if !pooling.dropped.is_empty() {
            text += &format!("  dropped    {}\n", shorten(&list(&pooling.dropped)));
        }
        text += &format!(
            "  covers {:.1} % of the nodes, {:.2} bits of doubt a node, {} clusters in use\n",
            100.0 * pooling.coverage,
            pooling.entropy_bits,
            pooling.used_clusters
        );
        let steps: Vec<String> =
            pooling.steps.iter().map(|step| format!("{} {:.1}", step.symbol, step.microseconds)).collect();
        text += &format!("  µs a step  {}\n", steps.join(" · "));
    }
    text
}

fn row(level: usize, summary: &LevelSummary) -> Vec<String> {
    let pooling = summary.pooling.as_ref();
    let blank = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
    vec![
        level.to_string(),
        summary.nodes.to_string(),
        summary.edges.to_string(),
        summary.self_loops.to_string(),
        summary.components.to_string(),
        summary.isolated.to_string(),
        blank(pooling.map(|pooling| pooling.seeds.len().to_string())),
        blank(pooling.map(|pooling| if pooling.tied { "yes" } else { "no" }.to_owned())),
        blank(pooling.map(|pooling| pooling.dropped.len().to_string())),
        blank(pooling.map(|pooling| format!("{:.1}", pooling.steps.iter().map(|step| step.microseconds).sum::<f64>()))),
    ]
}

/// Long lists end in an ellipsis; the archive and the JSON have them whole.
fn shorten(list: &str) -> String {
    const MOST: usize = 90;
    match list.char_indices().nth(MOST) {
        Some((at, _)) => format!("{} …", list[..at].rsplit_once(' ').map_or(&list[..at], |(head, _)| head)),
        None => list.to_owned(),
    }
}
