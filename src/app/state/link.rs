//! A view as a link: `proxpool:MUTAG?graph=3&pool=gpool&s=2`.
//!
//! Defaults are omitted. Unknown keys and values are errors, so that a link never shows another view than intended.

use std::{collections::BTreeMap, fmt, path::PathBuf, str::FromStr, sync::Arc};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::{
    Pair, SignalSource, View,
    looks::{
        compare::{CompareLook, Mode},
        maps::MapsLook,
        results::ResultsLook,
        spectrum::{LONGEST_HEAT, SpectrumLook},
    },
    tab::Tab,
};
use crate::app::state::labels;
use crate::{
    files::format::FileFormat,
    graph::edit::Edit,
    names::Named,
    pooling::{Parameter, Params, all_parameters, glossary, method, methods, parameter::Place},
    symbols::{self, Symbol},
    trace::compare::Compared,
    view::{look::ColourBy, shading::Limits},
};

pub(crate) const SCHEME: &str = "proxpool:";

/// Written from format 2 on.
const FORMAT: FileFormat = FileFormat { noun: "link", newest: 1 };
const VERSION: &str = "v";

/// A dataset, a tab and a view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Link {
    /// Source of the dataset: a path, a name or a specification.
    pub dataset: String,
    pub tab: Tab,
    /// Index of the step in the Steps tab, from 0.
    pub step: usize,
    pub view: View,
    pub spectrum: SpectrumLook,
    pub compare: CompareLook,
    pub results: ResultsLook,
    /// Colours of the heatmaps in Explore.
    pub maps: MapsLook,
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (view, usual) = (&self.view, View::default());
        let mut words: Vec<(String, String)> = Vec::new();
        let mut add = |key: &str, value: String, is_usual: bool| {
            if !is_usual {
                words.push((key.to_owned(), value));
            }
        };
        add("graph", view.graph.to_string(), view.graph == 0);
        let edits: Vec<String> = view.edits.iter().map(Edit::to_string).collect();
        add("edits", edits.join(","), edits.is_empty());
        add("tab", self.tab.key().to_owned(), self.tab == Tab::default());
        add("step", (self.step + 1).to_string(), self.tab != Tab::Steps);
        if self.tab == Tab::Spectrum {
            let (look, usual) = (&self.spectrum, SpectrumLook::default());
            add("eigenvalue", (look.at + 1).to_string(), look.at == usual.at);
            add("page", look.page.key().to_owned(), look.page == usual.page);
            add("m", look.m.to_string(), look.m == usual.m);
            add("lowpass", yes(look.is_low_pass_shown), look.is_low_pass_shown == usual.is_low_pass_shown);
            add("heat", yes(look.is_heat_shown), look.is_heat_shown == usual.is_heat_shown);
            add("t", look.t.to_string(), look.t == usual.t);
        }
        if self.tab == Tab::Compare {
            let (look, usual) = (&self.compare, CompareLook::default());
            add("operators", look.chosen.join(","), look.chosen == usual.chosen);
            add("difference", look.pair.join(","), look.mode == Mode::SideBySide);
            add("matrix", matrix(look.compared).to_owned(), look.compared == usual.compared);
            add("trained", yes(look.is_trained_wanted), look.is_trained_wanted == usual.is_trained_wanted);
        }
        if self.tab == Tab::Explore {
            let (look, usual) = (&self.maps, MapsLook::default());
            add("map", look.map.key().to_owned(), look.map == usual.map);
            add("scale", look.scale.key().to_owned(), look.scale == usual.scale);
            add("cells", look.reduction.key().to_owned(), look.reduction == usual.reduction);
            add("shared", yes(look.is_range_locked), look.is_range_locked == usual.is_range_locked);
            add("range", ranges(&look.limits), look.limits.is_empty());
            let large = look.maximised.map_or("", |symbol| symbol.key);
            add("large", large.to_owned(), large.is_empty());
        }
        if self.tab == Tab::Results {
            let source = self.results.source.as_ref().map(|path| path.display().to_string());
            add("study", source.clone().unwrap_or_default(), source.is_none());
            let cell = self.results.selected.as_ref().map(ToString::to_string);
            add("cell", cell.clone().unwrap_or_default(), cell.is_none());
        }
        add("pool", view.method.key.to_owned(), view.method == usual.method);
        for parameter in all_parameters() {
            let value = parameter.get(&view.params);
            add(&word(parameter), value.to_string(), parameter.is_default(&view.params));
        }
        add("seed", view.params.seed.to_string(), view.params.seed == usual.params.seed);
        add("signal", signal(&view.signal), view.signal == usual.signal);
        add("order", view.order.name().to_owned(), view.order == usual.order);
        add("level", view.level.to_string(), view.level == 0);
        add("colour", colour(view.colour), view.colour == usual.colour);
        add("hulls", "yes".to_owned(), !view.are_hulls_shown);
        add("one", "yes".to_owned(), !view.is_one_level);
        add("layout", view.layout_seed.to_string(), view.layout_seed == 0);
        if let Some(Pair { level, row, col }) = view.locked {
            add("pair", format!("{level},{row},{col}"), false);
        }
        let nodes: Vec<String> = view.selected.iter().map(u32::to_string).collect();
        add("nodes", nodes.join(","), nodes.is_empty());
        write!(f, "{SCHEME}{}", encoded(&self.dataset))?;
        for (idx, (key, value)) in words.iter().enumerate() {
            write!(f, "{}{key}={}", if idx == 0 { '?' } else { '&' }, encoded(value))?;
        }
        Ok(())
    }
}

impl FromStr for Link {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let rest = text.trim().strip_prefix(SCHEME).ok_or_else(|| format!("a link must start with {SCHEME}"))?;
        let (dataset, words) = rest.split_once('?').unwrap_or((rest, ""));
        check_format(words)?;
        let mut link = Self { dataset: decoded(dataset)?, ..Self::default() };
        for word in words.split('&').filter(|word| !word.is_empty()) {
            let (key, value) = word.split_once('=').ok_or_else(|| format!("“{word}” is not of the form key=value"))?;
            link.set(key, &decoded(value)?)?;
        }
        link.view.params = std::mem::take(&mut link.view.params).checked().map_err(|error| error.to_string())?;
        link.view.level = link.view.level.min(link.view.params.levels);
        Ok(link)
    }
}

/// Checked before all other keys, which may have another meaning in a newer format.
fn check_format(words: &str) -> Result<(), String> {
    let version = words.split('&').find_map(|word| word.strip_prefix(VERSION)?.strip_prefix('='));
    let Some(version) = version else { return Ok(()) };
    FORMAT.check(number(VERSION, version)?).map_err(|error| error.to_string())
}

impl Link {
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let view = &mut self.view;
        let params: &mut Params = &mut view.params;
        match key {
            "graph" => view.graph = number(key, value)?,
            "edits" => view.edits = edits(value)?,
            "tab" => self.tab = named(key, value)?,
            "step" => self.step = number::<usize>(key, value)?.saturating_sub(1),
            "eigenvalue" => self.spectrum.at = number::<usize>(key, value)?.saturating_sub(1),
            "page" => self.spectrum.page = named(key, value)?,
            "m" => self.spectrum.m = number::<usize>(key, value)?.max(1),
            "lowpass" => self.spectrum.is_low_pass_shown = value == "yes",
            "heat" => self.spectrum.is_heat_shown = value == "yes",
            "t" => self.spectrum.t = number::<f64>(key, value)?.clamp(0.0, LONGEST_HEAT),
            "map" => self.maps.map = named(key, value)?,
            "scale" => self.maps.scale = named(key, value)?,
            "cells" => self.maps.reduction = named(key, value)?,
            "shared" => self.maps.is_range_locked = value == "yes",
            "range" => self.maps.limits = ranges_of(value)?,
            "large" => self.maps.maximised = Some(symbol_of(key, value)?),
            "operators" => self.compare.chosen = operators(value)?,
            "difference" => {
                let pair = <[&str; 2]>::try_from(operators(value)?).map_err(|_| unknown(key, value))?;
                (self.compare.mode, self.compare.pair) = (Mode::Difference, pair);
            }
            "matrix" => self.compare.compared = matrix_of(value)?,
            "trained" => self.compare.is_trained_wanted = value == "yes",
            "study" => self.results.source = Some(value.into()),
            "cell" => self.results.selected = Some(value.parse().map_err(|()| unknown(key, value))?),
            "pool" => view.method = method(value).ok_or_else(|| unknown(key, value))?,
            "seed" => params.seed = number(key, value)?,
            "signal" => view.signal = signal_of(value)?,
            "order" => view.order = named(key, value)?,
            "level" => view.level = number(key, value)?,
            "colour" => view.colour = value.parse().map_err(|_| unknown(key, value))?,
            "hulls" => view.are_hulls_shown = value == "yes",
            "one" => view.is_one_level = value == "yes",
            "layout" => view.layout_seed = number(key, value)?,
            "pair" => match numbers(key, value)?[..] {
                [level, row, col] => view.locked = Some(Pair { level: level as usize, row, col }),
                _ => return Err(unknown(key, value)),
            },
            "nodes" => view.selected = numbers(key, value)?,
            VERSION => {}
            _ => match all_parameters().into_iter().find(|parameter| word(parameter) == key) {
                Some(parameter) => parameter.set(params, parameter.check(number(key, value)?).map_err(text)?),
                None => {
                    return Err(format!(
                        "unknown key “{key}” in the link; it may be from a newer version of ProxPool Explorer"
                    ));
                }
            },
        }
        Ok(())
    }
}

/// `K_t:0:0.5,R:0.1:0.4`
fn ranges(limits: &BTreeMap<&'static Symbol, (f64, f64)>) -> String {
    limits.iter().map(|(symbol, (low, high))| format!("{}:{low}:{high}", symbol.key)).collect::<Vec<_>>().join(",")
}

fn ranges_of(value: &str) -> Result<BTreeMap<&'static Symbol, (f64, f64)>, String> {
    let one = |word: &str| {
        let wrong = || unknown("range", word);
        let (rest, high) = word.rsplit_once(':').ok_or_else(wrong)?;
        let (symbol, low) = rest.rsplit_once(':').ok_or_else(wrong)?;
        let (low, high) = (number("range", low)?, number("range", high)?);
        if !Limits::are_valid(low, high) {
            return Err(wrong());
        }
        Ok((symbol_of("range", symbol)?, (low, high)))
    };
    value.split(',').map(one).collect()
}

fn symbol_of(key: &str, value: &str) -> Result<&'static Symbol, String> {
    glossary::symbols().find(|symbol| symbol.key == value).ok_or_else(|| unknown(key, value))
}

/// The value for CᵀC, which has no symbol.
const TOGETHER: &str = "together";

fn matrix(compared: Compared) -> &'static str {
    match compared {
        Compared::Together => TOGETHER,
        Compared::BySeed => symbols::C.key,
        Compared::Symbol(symbol) => symbol.key,
    }
}

fn matrix_of(value: &str) -> Result<Compared, String> {
    match glossary::symbols().find(|symbol| symbol.key == value) {
        _ if value == TOGETHER => Ok(Compared::Together),
        Some(symbol) if *symbol == symbols::C => Ok(Compared::BySeed),
        Some(symbol) if methods().any(|method| method.matrices.contains(&symbol)) => Ok(Compared::Symbol(symbol)),
        _ => Err(unknown("matrix", value)),
    }
}

fn operators(value: &str) -> Result<Vec<&'static str>, String> {
    let key = |word: &str| method(word).map(|method| method.key).ok_or_else(|| unknown("operator", word));
    value.split(',').filter(|word| !word.is_empty()).map(key).collect()
}

fn yes(is_so: bool) -> String {
    if is_so { "yes" } else { "no" }.to_owned()
}

/// The key of a parameter in links; own parameters of an operator have a prefix against clashes.
fn word(parameter: &Parameter) -> String {
    match parameter.place {
        Place::Field { .. } => parameter.key().to_owned(),
        Place::Own => format!("pool.{}", parameter.key()),
    }
}

fn text(error: impl fmt::Display) -> String {
    error.to_string()
}

fn unknown(key: &str, value: &str) -> String {
    labels::shell::unknown_in_link(key, value)
}

fn number<T: FromStr>(key: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| unknown(key, value))
}

fn numbers(key: &str, value: &str) -> Result<Vec<u32>, String> {
    value.split(',').map(|part| number(key, part)).collect()
}

fn edits(value: &str) -> Result<Arc<[Edit]>, String> {
    value.split(',').map(|word| word.parse::<Edit>().map_err(|error| error.to_string())).collect()
}

fn named<T: Named>(key: &str, value: &str) -> Result<T, String> {
    T::named(value).map_err(|_| unknown(key, value))
}

fn signal(signal: &SignalSource) -> String {
    match signal {
        SignalSource::Default => "usual".to_owned(),
        SignalSource::Kind(kind) => kind.key().to_owned(),
        SignalSource::RandomNetwork => "random".to_owned(),
        SignalSource::Model(path) => format!("model:{}", path.display()),
        SignalSource::Epoch { run, epoch } => format!("epoch:{epoch}:{}", run.display()),
    }
}

fn signal_of(value: &str) -> Result<SignalSource, String> {
    let epoch = value.strip_prefix("epoch:").and_then(|rest| rest.split_once(':'));
    Ok(match (value, value.strip_prefix("model:"), epoch) {
        ("usual", ..) => SignalSource::Default,
        ("random", ..) => SignalSource::RandomNetwork,
        (_, Some(path), _) => SignalSource::Model(PathBuf::from(path)),
        (_, _, Some((epoch, run))) => SignalSource::Epoch { run: run.into(), epoch: number("epoch", epoch)? },
        _ => SignalSource::Kind(named("signal", value)?),
    })
}

/// In the words that links have always had.
fn colour(colour: ColourBy) -> String {
    match colour {
        ColourBy::Eigenvector(idx) => format!("u{}", idx + 1),
        // As links have it from the first.
        ColourBy::Coupling => "coupling E".to_owned(),
        named => named.name(),
    }
}

/// All but letters, digits and a few marks is written as `%` and two hexadecimal digits a byte.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/')
    .remove(b':')
    .remove(b',')
    .remove(b'(')
    .remove(b')')
    .remove(b'@');

fn encoded(text: &str) -> impl fmt::Display {
    utf8_percent_encode(text, ENCODED)
}

fn decoded(text: &str) -> Result<String, String> {
    // The crate keeps a stray %, which would open another dataset than the link names.
    let are_digits = |after: &str| after.as_bytes().get(..2).is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit));
    if !text.split('%').skip(1).all(are_digits) {
        return Err(format!("“{text}”: % must be followed by two hexadecimal digits"));
    }
    let decoded = percent_decode_str(text).decode_utf8().map_err(|_| format!("“{text}” is not valid UTF-8"))?;
    Ok(decoded.into_owned())
}

#[cfg(test)]
mod arbitrary;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::state::looks::spectrum::Page,
        trace::order::NodeOrder,
        view::{palette::ColourMap, reduction::Reduction, scale::Scale},
    };

    #[test]
    fn choices_are_read_by_name_and_by_key() {
        let old = "proxpool:MUTAG?order=Cuthill%E2%80%93McKee&colour=coupling%20E";
        let link: Link = old.parse().unwrap();
        assert_eq!((link.view.order, link.view.colour), (NodeOrder::CuthillMcKee, ColourBy::Coupling));
        assert_eq!("proxpool:MUTAG?order=cuthill-mckee&colour=coupling".parse(), Ok(link.clone()));
        assert_eq!(link.to_string(), old);
    }

    fn view() -> View {
        View {
            graph: 7,
            edits: ["add:2", "join:23:4:0", "weight:3:4:0.25", "remove:1"].map(|word| word.parse().unwrap()).into(),
            method: method("gpool").unwrap(),
            params: Params { s: 2, tau: 0.5, rho: 0.4, levels: 3, seed: 9, ..Params::default() },
            signal: SignalSource::Model("runs/a b/best.safetensors".into()),
            order: NodeOrder::CuthillMcKee,
            level: 1,
            colour: ColourBy::Eigenvector(4),
            are_hulls_shown: true,
            is_one_level: true,
            layout_seed: 3,
            pins: Arc::default(),
            locked: Some(Pair { level: 0, row: 4, col: 11 }),
            selected: vec![1, 2, 5],
        }
    }

    #[test]
    fn a_link_reopens_the_same_view() {
        for dataset in ["MUTAG", "smiles:CC(=O)Oc1ccccc1C(=O)O", "/data/my set/ä#?&.sdf"] {
            let link = Link { tab: Tab::Steps, step: 4, ..with(dataset, view()) };
            let text = link.to_string();
            assert!(!text.contains(' ') && !text.contains('\n'), "{text}");
            assert_eq!(text.parse::<Link>().unwrap(), link, "{text}");
        }
    }

    fn with(dataset: &str, view: View) -> Link {
        Link { dataset: dataset.to_owned(), view, ..Link::default() }
    }

    #[test]
    fn a_link_reopens_what_the_spectrum_and_the_comparison_show() {
        let page = Page::Delta;
        let spectrum = SpectrumLook { at: 4, page, m: 7, t: 0.25, is_low_pass_shown: false, is_heat_shown: true };
        let link = Link { tab: Tab::Spectrum, spectrum, ..with("MUTAG", View::default()) };
        let text = "proxpool:MUTAG?tab=spectrum&eigenvalue=5&page=delta&m=7&lowpass=no&heat=yes&t=0.25";
        assert_eq!((link.to_string().as_str(), text.parse()), (text, Ok(link)));
        let compare = CompareLook {
            mode: Mode::Difference,
            chosen: vec!["gpool", "none"],
            pair: ["gpool", "random"],
            compared: Compared::Symbol(&symbols::K_S),
            is_trained_wanted: false,
            sorting: None,
        };
        let link = Link { tab: Tab::Compare, compare, ..with("MUTAG", View::default()) };
        let text = "proxpool:MUTAG?tab=compare&operators=gpool,none&difference=gpool,random&matrix=K_s&trained=no";
        assert_eq!((link.to_string().as_str(), text.parse()), (text, Ok(link)));
    }

    #[test]
    fn a_link_reopens_the_colours_of_the_heatmaps() {
        let limits = BTreeMap::from([(&symbols::K_T, (0.0, 0.5)), (&symbols::L, (-1.5, 1e-7))]);
        let maps = MapsLook {
            map: ColourMap::Magma,
            scale: Scale::Log,
            reduction: Reduction::Density,
            is_range_locked: true,
            limits,
            maximised: Some(&symbols::R),
            ..MapsLook::default()
        };
        let link = Link { maps, ..with("MUTAG", View::default()) };
        let text =
            "proxpool:MUTAG?map=magma&scale=log&cells=density&shared=yes&range=K_t:0:0.5,L:-1.5:0.0000001&large=R";
        assert_eq!((link.to_string().as_str(), text.parse()), (text, Ok(link)));
    }

    #[test]
    fn what_is_usual_is_left_out() {
        let link = Link { step: 4, ..with("MUTAG", View { graph: 3, ..View::default() }) };
        assert_eq!(link.to_string(), "proxpool:MUTAG?graph=3");
    }

    #[test]
    fn what_is_not_known_is_named() {
        for (text, message) in [
            ("http://x", "a link must start with proxpool:"),
            ("proxpool:MUTAG?pool=maxpool", "unknown pool “maxpool”"),
            (
                "proxpool:MUTAG?edits=add,fly",
                "“fly” is not an edit; valid edits are add:2, remove:5, join:3:7:0, cut:3:7, label:5:1, bond:3:7:1 or weight:3:7:0.5",
            ),
            ("proxpool:MUTAG?operators=gpool,tpool", "unknown operator “tpool”"),
            ("proxpool:MUTAG?difference=gpool", "unknown difference “gpool”"),
            ("proxpool:MUTAG?range=K_t:1:0", "unknown range “K_t:1:0”"),
            ("proxpool:MUTAG?large=K_x", "unknown large “K_x”"),
            ("proxpool:MUTAG?s=x", "unknown s “x”"),
            (
                "proxpool:MUTAG?wind=1",
                "unknown key “wind” in the link; it may be from a newer version of ProxPool Explorer",
            ),
            (
                "proxpool:MUTAG?wind=1&v=2",
                "this link was written by a newer version of ProxPool Explorer (format 2; this version reads up to 1); update to open it",
            ),
            ("proxpool:MUTAG?s", "“s” is not of the form key=value"),
            ("proxpool:MU%TAG", "“MU%TAG”: % must be followed by two hexadecimal digits"),
        ] {
            assert_eq!(text.parse::<Link>().unwrap_err(), message);
        }
        assert!("proxpool:MUTAG?rho=7".parse::<Link>().unwrap_err().contains('ρ'));
    }
}
