//! `proxpool trace`: runs an operator on one graph and writes every matrix.

use std::{borrow::Cow, path::PathBuf};

use anyhow::{Context as _, bail};
use clap::{
    Args,
    builder::{PossibleValuesParser, TypedValueParser},
};

use crate::{
    cli::{dataset::DatasetArgument, parameters::Flags, table},
    explore::Exploration,
    graph::{
        Dataset, Graph,
        edit::{Edit, edited},
        features::SignalKind,
    },
    model::WeightSource,
    names::Named,
    pooling::{self, Method, Params, methods},
    readers::report::count,
    trace::{
        matrices::{self, Selection},
        summary::{LevelSummary, Summary},
    },
};

/// Operator, parameters and signal: shared by all commands that pool.
#[derive(Args, Clone, Debug)]
pub(super) struct PoolingArguments {
    /// The pooling operator [default: the model's, else proxpool]
    #[arg(long, value_parser = parse_method)]
    pub pool: Option<&'static Method>,

    #[command(flatten)]
    pub settings: PoolingSettings,
}

/// Parameters, signal and weights of any operator. Values not given are those of the model, else the defaults.
#[derive(Args, Clone, Debug)]
pub(super) struct PoolingSettings {
    #[command(flatten)]
    pub parameters: Flags<Params>,

    /// Random seed, also of untrained weights [default: the model's, else 0]
    #[arg(long)]
    pub seed: Option<u64>,

    /// Node features [default: those of the model, else labels, or the degree if there are no labels]
    #[arg(long, value_parser = choice::<SignalKind>())]
    pub signal: Option<SignalKind>,

    /// W_Q of the first level, a NumPy matrix [default: identity]
    #[arg(long, value_name = "FILE.npy")]
    pub wq0: Option<PathBuf>,

    /// W_Q of the second level, a NumPy matrix [default: identity]
    #[arg(long, value_name = "FILE.npy")]
    pub wq1: Option<PathBuf>,

    /// A trained model: its convolutions run before each pooling, with its weights, operator, parameters and signal.
    /// Other flags override operator and parameters
    #[arg(long, value_name = "FILE.safetensors", conflicts_with_all = ["wq0", "wq1"])]
    pub model: Option<PathBuf>,

    /// The network before training, with its convolutions and random weights
    #[arg(long, conflicts_with_all = ["wq0", "wq1", "model"])]
    pub random_network: bool,
}

#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    dataset: DatasetArgument,

    /// Index of the graph, from 0
    #[arg(long, value_name = "INDEX")]
    graph: usize,

    /// Changes of a copy of the graph, as in a link: add:2,join:3:7:0,remove:5
    #[arg(long, value_name = "EDITS", value_delimiter = ',')]
    edits: Vec<Edit>,

    #[command(flatten)]
    pooling: PoolingArguments,

    /// Write the matrices to this NumPy archive (.npz) or table (.csv), or a single one to an array (.npy)
    #[arg(long, value_name = "FILE.npz")]
    out: Option<PathBuf>,

    /// Write only these matrices, separated by commas: A,K_t,C [default: all]
    #[arg(long, value_name = "SYMBOLS", value_delimiter = ',', requires = "out")]
    matrix: Vec<String>,

    /// Write only these levels, separated by commas [default: all]
    #[arg(long, value_name = "LEVELS", value_delimiter = ',', requires = "out")]
    level: Vec<usize>,

    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let dataset = arguments.dataset.load()?;
    let graph = pick_graph(&dataset, arguments.graph)?;
    let graph = &*edited_graph(&dataset, graph, &arguments.edits)?;
    let explored = arguments.pooling.exploration(&dataset)?.run(&dataset, graph)?;
    if let Some(path) = &arguments.out {
        let some = |is_all: bool| (!is_all).then_some(());
        let selection = Selection {
            matrices: some(arguments.matrix.is_empty()).map(|()| arguments.matrix.clone()),
            levels: some(arguments.level.is_empty()).map(|()| arguments.level.clone()),
        };
        matrices::write_selected(&explored.trace, &explored.signal.columns, &selection, path)
            .with_context(|| format!("{} could not be written", path.display()))?;
    }
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&explored.summary)?);
        return Ok(());
    }
    let name = graph.name.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
    println!("{} · graph {}{name} · {}\n", dataset.name, arguments.graph, explored.method.name);
    print!("{}", report(&explored.summary));
    if let Some(path) = &arguments.out {
        println!("\nMatrices written to {}", path.display());
    }
    Ok(())
}

/// The graph, or a copy of it with the edits.
pub(super) fn edited_graph<'a>(dataset: &Dataset, graph: &'a Graph, edits: &[Edit]) -> anyhow::Result<Cow<'a, Graph>> {
    if edits.is_empty() {
        return Ok(Cow::Borrowed(graph));
    }
    Ok(Cow::Owned(edited(graph, edits, dataset).context("the graph cannot be edited")?))
}

/// The graph at an index, or an error with the valid range.
pub(super) fn pick_graph(dataset: &Dataset, idx: usize) -> anyhow::Result<&Graph> {
    dataset.graphs.get(idx).with_context(|| {
        format!("{} has no graph {idx}; choose from 0 to {}", dataset.name, dataset.graphs.len().saturating_sub(1))
    })
}

impl PoolingArguments {
    /// The exploration that the flags describe.
    pub(super) fn exploration(&self, dataset: &Dataset) -> anyhow::Result<Exploration> {
        let asked = self.settings.exploration()?;
        let signal = Some(asked.signal.unwrap_or_else(|| signal_kind(None, dataset)));
        Ok(Exploration { method: self.pool.unwrap_or(asked.method), signal, ..asked })
    }
}

impl PoolingSettings {
    /// The settings of the model, or the defaults, overridden by the flags.
    pub(super) fn exploration(&self) -> anyhow::Result<Exploration> {
        let asked = Exploration::with_weights(self.source())?;
        let signal = self.signal;
        if let (Some(model), Some(trained), Some(signal)) = (&self.model, asked.signal, signal)
            && trained != signal
        {
            bail!("{} was trained on another signal; omit --signal", model.display());
        }
        let mut params = Params { seed: self.seed.unwrap_or(asked.params.seed), ..asked.params };
        self.parameters.apply(&mut params);
        Ok(Exploration { params: params.checked()?, signal: asked.signal.or(signal), ..asked })
    }

    /// Where the weights come from.
    pub(super) fn source(&self) -> WeightSource {
        match (&self.model, &self.wq0, &self.wq1) {
            _ if self.random_network => WeightSource::RandomNetwork,
            (Some(path), ..) => WeightSource::Model(path.clone()),
            (None, None, None) => WeightSource::Untrained,
            (None, first, second) => WeightSource::Given(vec![first.clone(), second.clone()]),
        }
    }
}

/// One of a few by its key; help lists them.
pub(super) fn choice<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let keys: Vec<&str> = T::VARIANTS.iter().map(|choice| choice.key()).collect();
    PossibleValuesParser::new(keys).try_map(|word| T::named(&word))
}

/// The chosen signal, or else the default, with a note if that is not the labels.
pub(super) fn signal_kind(chosen: Option<SignalKind>, dataset: &Dataset) -> SignalKind {
    chosen.unwrap_or_else(|| {
        let default = SignalKind::default_for(dataset);
        if default != SignalKind::Labels {
            eprintln!("note: {} has no node labels; the node degree is used as signal", dataset.name);
        }
        default
    })
}

pub(super) fn parse_method(key: &str) -> Result<&'static Method, String> {
    let keys: Vec<&str> = methods().map(|method| method.key).collect();
    pooling::method(key).ok_or_else(|| format!("unknown operator; choose one of {}", keys.join(", ")))
}

fn report(summary: &Summary) -> String {
    let title = ["level", "nodes", "edges", "loops", "components", "isolated", "seeds", "tied", "dropped", "µs"];
    let mut rows = vec![title.map(str::to_owned).to_vec()];
    rows.extend(summary.levels.iter().enumerate().map(|(level, summary)| row(level, summary)));
    let mut text = table::render(&[table::Align::Right; 10], &rows);
    for (level, level_summary) in summary.levels.iter().enumerate() {
        let Some(pooling) = &level_summary.pooling else { continue };
        let list = |nodes: &[u32]| nodes.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        text += &format!("\nlevel {level}\n");
        if !pooling.seeds.is_empty() {
            text += &format!("  seeds      {}\n", shorten(&list(&pooling.seeds)));
        }
        if !pooling.dropped.is_empty() {
            text += &format!("  dropped    {}\n", shorten(&list(&pooling.dropped)));
        }
        text += &format!(
            "  coverage {:.1} %, mean assignment entropy {:.2} bit, {}\n",
            100.0 * pooling.coverage,
            pooling.entropy_bits,
            count(pooling.used_clusters, "non-empty cluster")
        );
        if !pooling.losses.is_empty() {
            let losses: Vec<String> =
                pooling.losses.iter().map(|loss| format!("{} {:.4}", loss.symbol, loss.value)).collect();
            text += &format!("  losses     {}\n", losses.join(" · "));
        }
        let steps: Vec<String> =
            pooling.steps.iter().map(|step| format!("{} {:.1}", step.symbol, step.microseconds)).collect();
        text += &format!("  time per step (µs)  {}\n", steps.join(" · "));
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

/// Long lists end in an ellipsis; the archive and the JSON have them in full.
fn shorten(list: &str) -> String {
    const MOST: usize = 90;
    match list.char_indices().nth(MOST) {
        Some((at, _)) => format!("{} …", list[..at].rsplit_once(' ').map_or(&list[..at], |(head, _)| head)),
        None => list.to_owned(),
    }
}
