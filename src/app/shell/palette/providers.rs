//! The table of what the palette can find: a kind of thing is one function and one line.

use std::path::{Path, PathBuf};

use crate::{
    app::{
        shell::path_box::at_home,
        state::{
            SignalSource, State,
            action::Action,
            command::{Command, ShellCommand},
            labels,
            link::{Link, SCHEME},
            tab::Tab,
            train_command::TrainCommand,
        },
    },
    graph::{features::SignalKind, gallery::GALLERY},
    names::Named as _,
    pooling::{Parameter, methods},
    readers::{catalog::Entry, smiles},
    trace::order::NodeOrder,
    view::{look::ColourBy, palette::ColourMap, scale::Scale},
};

/// What there is to be found.
pub(crate) struct Sources<'a> {
    pub state: &'a State,
    /// Datasets by name.
    pub entries: &'a [Entry],
    pub recent: &'a [String],
    /// Names and folders.
    pub runs: Vec<(String, PathBuf)>,
    /// The text of a shortcut.
    pub key_name: &'a dyn Fn(&eframe::egui::KeyboardShortcut) -> String,
}

pub(super) struct Offer {
    pub title: String,
    /// What kind of thing it is, or its shortcut.
    pub note: String,
    /// Other names of the same thing.
    pub also: String,
    pub commands: Vec<Command>,
    /// Its score, where it does not follow from its name.
    pub sure: Option<u32>,
}

impl Offer {
    pub(super) fn new(title: impl Into<String>, note: &str, commands: Vec<Command>) -> Self {
        Self { title: title.into(), note: note.to_owned(), also: String::new(), commands, sure: None }
    }

    fn also(self, also: impl Into<String>) -> Self {
        Self { also: also.into(), ..self }
    }

    fn sure(self, score: u32) -> Self {
        Self { sure: Some(score), ..self }
    }
}

type Give<'g> = &'g mut dyn FnMut(Offer);

pub(super) struct Provider {
    /// Offers what may match; the palette ranks it.
    pub offers: fn(&Sources<'_>, wanted: &str, Give<'_>),
    /// Whether it is shown before anything is typed.
    pub is_shown_at_first: bool,
}

const fn provider(offers: fn(&Sources<'_>, &str, Give<'_>)) -> Provider {
    Provider { offers, is_shown_at_first: false }
}

/// Of equal matches the earlier kind goes first.
pub(super) const PROVIDERS: &[Provider] = &[
    provider(pasted),
    provider(values),
    provider(graph_numbers),
    Provider { offers: actions, is_shown_at_first: true },
    provider(tabs),
    provider(operators),
    provider(parameters),
    provider(signals),
    provider(datasets),
    provider(recent),
    provider(gallery),
    provider(runs),
    provider(colours),
    provider(colour_maps),
    provider(scales),
    provider(orders),
    provider(graph_names),
];

/// Above every match by name.
const CERTAIN: u32 = 3000;
/// Below every match by name.
const POSSIBLE: u32 = 1;

/// A link, a path or a SMILES string.
fn pasted(_: &Sources<'_>, query: &str, give: Give<'_>) {
    let open = |what: &str, target: String| Offer::new(labels::shell::open(query), what, vec![Command::Open(target)]);
    if query.starts_with(SCHEME) {
        match query.parse::<Link>() {
            Ok(_) => give(open("Link", query.to_owned()).sure(CERTAIN)),
            // Opening it reports the fault.
            Err(problem) => give(Offer { note: problem, ..open("Link", query.to_owned()) }.sure(CERTAIN)),
        }
        return;
    }
    if ["smiles:", "gallery:"].iter().any(|scheme| query.starts_with(scheme)) {
        give(open("Graph", query.to_owned()).sure(CERTAIN));
        return;
    }
    let looks_like_path = query.contains(['/', '\\']) || query.starts_with('~') || query.contains('.');
    if looks_like_path && Path::new(&at_home(query)).exists() {
        give(open("Path", at_home(query)).sure(CERTAIN));
        return;
    }
    if let Some(is_sure) = could_be_smiles(query) {
        give(open("SMILES", format!("smiles:{query}")).sure(if is_sure { CERTAIN } else { POSSIBLE }));
    }
}

/// Whether a text is SMILES, and surely so: many words are SMILES too, such as `CON` and `SOS`.
fn could_be_smiles(query: &str) -> Option<bool> {
    const LONGEST: usize = 4000;
    if query.len() > LONGEST || query.chars().all(|c| c.is_ascii_digit()) || smiles::molecule(query).is_err() {
        return None;
    }
    Some(query.contains(['(', '=', '#', '[', '1', '2', '3']))
}

fn actions(sources: &Sources<'_>, _: &str, give: Give<'_>) {
    for action in Action::ALL {
        let key = action.shortcut().map(|key| (sources.key_name)(&key)).unwrap_or_default();
        give(Offer::new(action.label(), &key, vec![action.command()]).also("command"));
    }
}

fn tabs(_: &Sources<'_>, _: &str, give: Give<'_>) {
    for &(tab, name) in Tab::ALL {
        give(Offer::new(name, "Tab", vec![Command::ShowTab(tab)]));
    }
}

fn operators(_: &Sources<'_>, _: &str, give: Give<'_>) {
    for method in methods() {
        give(
            Offer::new(method.name, "Operator", vec![Command::SetMethod(method)])
                .also(format!("pooling {}", method.key)),
        );
    }
}

/// The parameters that can be set by hand now.
fn parameters_of<'a>(sources: &Sources<'a>) -> impl Iterator<Item = &'static Parameter> + use<'a> {
    let is_asked = |parameter: &&'static Parameter| !parameter.is_of_training;
    sources.state.view().method.parameters.iter().copied().filter(is_asked)
}

/// Those for which there is no command of their own.
fn parameters(sources: &Sources<'_>, _: &str, give: Give<'_>) {
    let has_action = |parameter: &Parameter| {
        Action::ALL.iter().any(|action| action.command() == ShellCommand::Focus(parameter.key()).into())
    };
    for parameter in parameters_of(sources).filter(|parameter| !has_action(parameter)) {
        let title = format!("Set {}", labels::explore::parameter(parameter.title(), parameter.text()));
        let commands = vec![ShellCommand::Focus(parameter.key()).into()];
        give(Offer::new(title, "Parameter", commands).also(parameter.key()));
    }
}

/// `s 4`, `set rho 0.5`, `τ = 2`.
fn values(sources: &Sources<'_>, query: &str, give: Give<'_>) {
    let Some((name, value)) = split_value(query) else { return };
    let name = name.to_lowercase();
    let is_meant = |parameter: &&'static Parameter| {
        let names = [parameter.key(), parameter.text(), parameter.title()];
        names.iter().any(|known| known.to_lowercase() == name)
            || (name.chars().count() > 2 && parameter.title().to_lowercase().contains(&name))
    };
    for parameter in parameters_of(sources).filter(is_meant) {
        let title = format!("Set {} = {value}", labels::explore::parameter(parameter.title(), parameter.text()));
        match parameter.check(value) {
            Ok(value) => {
                let mut params = sources.state.view().params.clone();
                parameter.set(&mut params, value);
                let commands = vec![Command::SetParams { params, is_same_gesture: false }];
                give(Offer::new(title, "Parameter", commands).sure(CERTAIN));
            }
            Err(error) => {
                let commands = vec![ShellCommand::Focus(parameter.key()).into()];
                give(Offer::new(error.to_string(), "Parameter", commands).sure(CERTAIN));
            }
        }
    }
}

/// The name and the number behind it, with or without `set` and `=`.
fn split_value(query: &str) -> Option<(&str, f64)> {
    let (name, value) = query.rsplit_once(['=', ' ', '\u{a0}'])?;
    let name = name.trim().trim_end_matches('=').trim();
    let name = name.strip_prefix("set ").or_else(|| name.strip_prefix("Set ")).unwrap_or(name).trim();
    let value = value.trim().replace(',', ".").parse().ok().filter(|value: &f64| value.is_finite())?;
    (!name.is_empty()).then_some((name, value))
}

fn signals(sources: &Sources<'_>, _: &str, give: Give<'_>) {
    let kinds = SignalKind::all().map(|(kind, _)| SignalSource::Kind(kind));
    let models = sources.state.models().iter().map(|model| model.signal.clone());
    for signal in kinds.chain([SignalSource::RandomNetwork]).chain(models) {
        let title = sources.state.signal_name(&signal);
        give(Offer::new(title, "Signal", vec![Command::SetSignal(signal)]));
    }
}

fn datasets(sources: &Sources<'_>, _: &str, give: Give<'_>) {
    for entry in sources.entries {
        let offer = Offer::new(&entry.name, "Dataset", vec![Command::Open(entry.name.clone())]);
        give(offer.also(entry.about.unwrap_or_default()));
    }
}

fn recent(sources: &Sources<'_>, _: &str, give: Give<'_>) {
    let is_named = |path: &&String| sources.entries.iter().any(|entry| entry.name == **path);
    for path in sources.recent.iter().filter(|path| !is_named(path)) {
        give(Offer::new(path, "Recent", vec![Command::Open(path.clone())]));
    }
}

fn gallery(_: &Sources<'_>, _: &str, give: Give<'_>) {
    for generator in GALLERY {
        let commands = vec![Command::Open(format!("gallery:{}", generator.name))];
        give(Offer::new(generator.title, "Gallery", commands).also(generator.name));
    }
}

fn runs(sources: &Sources<'_>, _: &str, give: Give<'_>) {
    for (name, path) in &sources.runs {
        let commands = vec![Command::ShowTab(Tab::Train), Command::Train(TrainCommand::ShowRun(path.clone()))];
        give(Offer::new(name, "Run", commands));
    }
}

fn colours(_: &Sources<'_>, _: &str, give: Give<'_>) {
    let vector = (ColourBy::Eigenvector(1), labels::explore::EIGENVECTOR);
    for (colour, name) in ColourBy::NAMED.into_iter().chain([vector]) {
        give(Offer::new(format!("{} {name}", labels::explore::COLOUR_BY), "Canvas", vec![Command::SetColour(colour)]));
    }
}

fn colour_maps(sources: &Sources<'_>, _: &str, give: Give<'_>) {
    for (map, name) in ColourMap::all() {
        let look = Box::new(crate::app::state::looks::maps::MapsLook { map, ..sources.state.looks().maps.clone() });
        give(Offer::new(name, "Colour map", vec![Command::SetMapsLook(look)]).also("color matrices"));
    }
}

fn scales(sources: &Sources<'_>, _: &str, give: Give<'_>) {
    for (scale, name) in Scale::all() {
        let look = Box::new(crate::app::state::looks::maps::MapsLook { scale, ..sources.state.looks().maps.clone() });
        give(Offer::new(name, "Colour scale", vec![Command::SetMapsLook(look)]));
    }
}

fn orders(_: &Sources<'_>, _: &str, give: Give<'_>) {
    for (order, name) in NodeOrder::all() {
        give(Offer::new(name, "Node order", vec![Command::SetOrder(order)]).also("ordering"));
    }
}

/// `12`, `#12`, `graph 12`.
fn graph_numbers(sources: &Sources<'_>, query: &str, give: Give<'_>) {
    let Some(data) = sources.state.data() else { return };
    let lower = query.to_lowercase();
    let number = lower.strip_prefix("graph").unwrap_or(&lower).trim().trim_start_matches('#');
    let Ok(idx) = number.parse::<usize>() else { return };
    if let Some(graph) = data.dataset.graphs.get(idx) {
        let title = labels::explore::graph(idx, graph.name.as_deref());
        give(Offer::new(title, "Graph", vec![Command::SelectGraph(idx)]).sure(CERTAIN));
    }
}

fn graph_names(sources: &Sources<'_>, query: &str, give: Give<'_>) {
    let Some(data) = sources.state.data() else { return };
    // Most graphs are ruled out by one of the typed words; offers are made of the others alone.
    let words: Vec<String> = query.to_lowercase().split_whitespace().map(str::to_owned).collect();
    for (idx, graph) in data.dataset.graphs.iter().enumerate() {
        let Some(name) = &graph.name else { continue };
        let lower = name.to_lowercase();
        if words.iter().all(|word| lower.contains(word.as_str()) || "graph".contains(word.as_str())) {
            give(Offer::new(name, "Graph", vec![Command::SelectGraph(idx)]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_taken_with_and_without_its_words() {
        for text in ["s 4", "s=4", "set s 4", "Set s = 4", "s = 4"] {
            assert_eq!(split_value(text), Some(("s", 4.0)), "{text}");
        }
        assert_eq!(split_value("pooling ratio 0,5"), Some(("pooling ratio", 0.5)));
        assert_eq!(split_value("graph"), None);
    }

    #[test]
    fn words_are_not_taken_for_smiles_where_they_may_be_words() {
        assert_eq!(could_be_smiles("CC(=O)O"), Some(true));
        assert_eq!(could_be_smiles("CON"), Some(false));
        assert_eq!((could_be_smiles("caffeine"), could_be_smiles("12")), (None, None));
    }
}
