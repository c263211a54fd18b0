//! Any view through a link and back.

use proptest::{
    collection::{btree_map, vec},
    option,
    prelude::*,
    sample::select,
};

use strum::VariantArray as _;

use super::*;
use crate::{
    app::state::looks::{results::CellKey, spectrum::Page},
    graph::features::SignalKind,
    pooling::{METHODS, methods},
    symbols,
    trace::order::NodeOrder,
    view::{palette::ColourMap, reduction::Reduction, scale::Scale},
};

fn edit() -> impl Strategy<Value = Edit> {
    let ends = || [any::<u32>(), any::<u32>()];
    let label = || option::of(any::<u32>());
    prop_oneof![
        label().prop_map(|label| Edit::AddNode { label }),
        any::<u32>().prop_map(|node| Edit::RemoveNode { node }),
        (ends(), label()).prop_map(|(ends, label)| Edit::AddEdge { ends, label }),
        ends().prop_map(|ends| Edit::RemoveEdge { ends }),
        any::<[u32; 2]>().prop_map(|[node, label]| Edit::SetNodeLabel { node, label }),
        (ends(), any::<u32>()).prop_map(|(ends, label)| Edit::SetEdgeLabel { ends, label }),
        (ends(), 1e-9..1e9).prop_map(|(ends, weight)| Edit::SetWeight { ends, weight }),
    ]
}

fn signal() -> impl Strategy<Value = SignalSource> {
    let kind = select(SignalKind::VARIANTS);
    prop_oneof![
        Just(SignalSource::Default),
        kind.prop_map(SignalSource::Kind),
        Just(SignalSource::RandomNetwork),
        any::<String>().prop_map(|path| SignalSource::Model(path.into())),
        (any::<String>(), any::<usize>()).prop_map(|(run, epoch)| SignalSource::Epoch { run: run.into(), epoch }),
    ]
}

fn colour() -> impl Strategy<Value = ColourBy> {
    let named = ColourBy::NAMED.map(|(colour, _)| colour).to_vec();
    prop_oneof![select(named), (0..usize::MAX).prop_map(ColourBy::Eigenvector)]
}

fn params() -> impl Strategy<Value = Params> {
    (0..=16_usize, 0.0..=1000.0, 0.0..=1.0, 1..=8_usize, any::<u64>()).prop_map(|(s, tau, rho, levels, seed)| Params {
        s,
        tau,
        rho,
        levels,
        seed,
        ..Params::default()
    })
}

fn view() -> impl Strategy<Value = View> {
    let operator = (select(METHODS.to_vec()), params(), signal(), select(NodeOrder::VARIANTS));
    let pair = any::<[u32; 3]>().prop_map(|[level, row, col]| Pair { level: level as usize, row, col });
    let look = (0..=8_usize, colour(), any::<[bool; 2]>(), any::<u64>(), option::of(pair), vec(any::<u32>(), 0..5));
    (any::<usize>(), vec(edit(), 0..4), operator, look).prop_map(|(graph, edits, operator, look)| {
        let (method, params, signal, order) = operator;
        let (level, colour, [are_hulls_shown, is_one_level], layout_seed, locked, selected) = look;
        View {
            graph,
            edits: edits.into(),
            method,
            level: level.min(params.levels),
            params,
            signal,
            order,
            colour,
            are_hulls_shown,
            is_one_level,
            layout_seed,
            pins: Arc::default(),
            locked,
            selected,
        }
    })
}

fn spectrum() -> impl Strategy<Value = SpectrumLook> {
    (0..usize::MAX, select(Page::VARIANTS), 1..usize::MAX, 0.0..=LONGEST_HEAT, any::<[bool; 2]>()).prop_map(
        |(at, page, m, t, [is_low_pass_shown, is_heat_shown])| SpectrumLook {
            at,
            page,
            m,
            t,
            is_low_pass_shown,
            is_heat_shown,
        },
    )
}

fn compare() -> impl Strategy<Value = CompareLook> {
    let key = || select(methods().map(|method| method.key).collect::<Vec<_>>());
    let symbols = methods().flat_map(|method| method.matrices).filter(|symbol| **symbol != &symbols::C);
    let matrices: Vec<Compared> = [Compared::Together, Compared::BySeed]
        .into_iter()
        .chain(symbols.map(|symbol| Compared::Symbol(symbol)))
        .collect();
    (vec(key(), 0..4), option::of([key(), key()]), select(matrices), any::<bool>()).prop_map(
        |(chosen, pair, compared, is_trained_wanted)| {
            let look = CompareLook { chosen, compared, is_trained_wanted, ..CompareLook::default() };
            match pair {
                Some(pair) => CompareLook { mode: Mode::Difference, pair, ..look },
                None => look,
            }
        },
    )
}

fn maps() -> impl Strategy<Value = MapsLook> {
    let symbols: Vec<&'static Symbol> = glossary::symbols().collect();
    let symbol = || select(symbols.clone());
    let limits = btree_map(symbol(), (-1e9..0.0, 1e-9..1e9), 0..3);
    let colours = (select(ColourMap::VARIANTS), select(Scale::VARIANTS), select(Reduction::VARIANTS), any::<bool>());
    (colours, limits, option::of(symbol())).prop_map(|(colours, limits, maximised)| {
        let (map, scale, reduction, is_range_locked) = colours;
        MapsLook { map, scale, reduction, is_range_locked, limits, maximised, ..MapsLook::default() }
    })
}

fn results() -> impl Strategy<Value = ResultsLook> {
    let key = ("[^|]*", "[^|]*", any::<String>());
    let key = key.prop_map(|(dataset, pool, variant)| CellKey { dataset, pool, variant });
    (option::of("[a-zA-Z/% äß]+"), option::of(key))
        .prop_map(|(source, selected)| ResultsLook { source: source.map(Into::into), selected })
}

/// A tab with its options; a link has no options of the other tabs.
fn link() -> impl Strategy<Value = Link> {
    let looks = (spectrum(), compare(), maps(), results());
    (any::<String>(), select(Tab::VARIANTS), 0..usize::MAX, view(), looks).prop_map(
        |(dataset, tab, step, view, (spectrum, compare, maps, results))| {
            let link = Link { dataset, tab, view, ..Link::default() };
            match tab {
                Tab::Steps => Link { step, ..link },
                Tab::Spectrum => Link { spectrum, ..link },
                Tab::Compare => Link { compare, ..link },
                Tab::Explore => Link { maps, ..link },
                Tab::Results => Link { results, ..link },
                Tab::Train => link,
            }
        },
    )
}

proptest! {
    #[test]
    fn any_view_comes_back_from_its_link(link in link()) {
        let text = link.to_string();
        prop_assert!(text.bytes().all(|byte| byte.is_ascii_graphic()), "{}", text);
        let again: Link = text.parse().map_err(|problem| TestCaseError::fail(format!("{text}: {problem}")))?;
        prop_assert_eq!(&again, &link, "{}", text);
        prop_assert_eq!(again.to_string(), text);
    }

    #[test]
    fn no_text_makes_a_link_panic(text in any::<String>()) {
        let _ = text.parse::<Link>();
        let _ = format!("{SCHEME}x?{text}").parse::<Link>();
    }
}
