//! Spectra that are known in closed form, their meaning for a graph, and orders of its nodes.

mod common;
mod skip;

use common::{Sample, gallery, graph, mutag, odd_samples};
use ndarray::{Array1, Array2};
use proxpool::{
    graph::Graph,
    names::Named as _,
    pooling::{Params, Weights, explore, method, stages::adjacency, trace::LevelTrace},
    readers::catalog::{Catalog, LoadOptions},
    spectral::{
        Ends, Experiments, Filter, Smoothness, Spectrum,
        kernels::{by_eigenvectors, by_first, difference, smooth_signals},
    },
    symbols,
    trace::order::NodeOrder,
};

fn spectrum(spec: &str) -> Spectrum {
    Spectrum::compute(&gallery(spec)).unwrap()
}

/// Compares the eigenvalues with numbers in any order.
fn assert_eigenvalues(spec: &str, expected: impl IntoIterator<Item = f64>) {
    let eigenvalues = spectrum(spec).eigenvalues;
    let mut expected: Vec<f64> = expected.into_iter().collect();
    expected.sort_by(f64::total_cmp);
    assert_eq!(eigenvalues.len(), expected.len(), "{spec}");
    let gap = eigenvalues.iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(gap < 1e-12, "{spec}: {eigenvalues} instead of {expected:?}");
}

fn times(value: f64, count: usize) -> impl Iterator<Item = f64> {
    std::iter::repeat_n(value, count)
}

fn odd_graphs() -> impl Iterator<Item = (String, Graph)> {
    odd_samples(1).into_iter().map(|sample| (sample.name, sample.graph))
}

fn is_bipartite(graph: &Graph) -> bool {
    let mut side = vec![None; graph.n_nodes];
    for start in 0..graph.n_nodes {
        let mut stack = vec![(start, *side[start].get_or_insert(false))];
        while let Some((node, at)) = stack.pop() {
            for &[u, v] in &graph.edges {
                for (from, to) in [(u as usize, v as usize), (v as usize, u as usize)] {
                    match side[to] {
                        _ if from != node => {}
                        Some(other) if other == at => return false,
                        Some(_) => {}
                        None => {
                            side[to] = Some(!at);
                            stack.push((to, !at));
                        }
                    }
                }
            }
        }
    }
    true
}

// ---- spectra

#[test]
fn known_graphs_have_their_known_eigenvalues() {
    use std::f64::consts::PI;
    for n in [2, 5, 10, 31] {
        assert_eigenvalues(&format!("path:n={n}"), (0..n).map(|k| 1.0 - (PI * k as f64 / (n - 1) as f64).cos()));
        let complete = [0.0].into_iter().chain(times(n as f64 / (n - 1) as f64, n - 1));
        assert_eigenvalues(&format!("complete:n={n}"), complete);
        assert_eigenvalues(&format!("star:leaves={}", n - 1), [0.0, 2.0].into_iter().chain(times(1.0, n - 2)));
    }
    for n in [3, 8, 17] {
        assert_eigenvalues(&format!("cycle:n={n}"), (0..n).map(|k| 1.0 - (2.0 * PI * k as f64 / n as f64).cos()));
    }
    assert_eigenvalues("bipartite:left=3,right=5", [0.0, 2.0].into_iter().chain(times(1.0, 6)));
    assert_eigenvalues("petersen", [0.0].into_iter().chain(times(2.0 / 3.0, 5)).chain(times(5.0 / 3.0, 4)));
    let binomials = [[1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]];
    for (d, counts) in (1..).zip(binomials) {
        let cube = (0..=d).flat_map(|k| times(2.0 * k as f64 / d as f64, counts[k]));
        assert_eigenvalues(&format!("hypercube:d={d}"), cube);
    }
}

#[test]
fn degenerate_eigenvalues_are_found_together() {
    let cube = spectrum("hypercube:d=3");
    assert_eq!([0, 2, 5, 7].map(|idx| cube.degenerate_with(idx)), [0..1, 1..4, 4..7, 7..8]);
}

#[test]
fn zeros_count_components_and_two_means_bipartite() {
    for (name, graph) in odd_graphs().chain(mutag().graphs.into_iter().take(20).map(|graph| ("MUTAG".into(), graph))) {
        if graph.edge_weights.is_some() {
            // Its edge of weight 0 is an edge of the graph, but none of the Laplacian.
            continue;
        }
        let spectrum = Spectrum::compute(&graph).unwrap();
        assert_eq!(spectrum.n_zero(), graph.components().1, "{name}");
        assert!(spectrum.eigenvalues.iter().all(|value| (0.0..=2.0).contains(value)), "{name}");
        if graph.components().1 == 1 && graph.n_nodes > 1 {
            let largest = spectrum.eigenvalues[graph.n_nodes - 1];
            assert_eq!((largest - 2.0).abs() < 1e-10, is_bipartite(&graph), "{name}: {largest}");
        }
    }
}

#[test]
fn eigenvectors_are_orthonormal_solve_their_equation_and_have_the_smoothness_of_their_value() {
    for (name, graph) in odd_graphs() {
        let spectrum = Spectrum::compute(&graph).unwrap();
        let (u, l) = (&spectrum.eigenvectors, &spectrum.laplacian);
        let gap = &u.t().dot(u) - Array2::<f64>::eye(graph.n_nodes);
        assert!(gap.iter().all(|entry| entry.abs() < 1e-12), "{name}");
        let gap = l.dot(u) - u * &spectrum.eigenvalues;
        assert!(gap.iter().all(|entry| entry.abs() < 1e-12), "{name}");
        for (vector, &value) in u.columns().into_iter().zip(&spectrum.eigenvalues) {
            assert!((spectrum.smoothness(vector) - value).abs() < 1e-12, "{name}");
        }
    }
}

// ---- both ends of large spectra

/// Compares both ends with the dense decomposition: values, residuals, orthonormality.
fn assert_ends(name: &str, graph: &Graph, n_each: usize) {
    let (pattern, values) = adjacency(graph);
    let ends = Ends::compute(&pattern, &values, n_each, &|_| {}).unwrap();
    let pairs = ends.pairs();
    let whole = Spectrum::compute(graph).unwrap();
    assert_eq!((pairs.len(), pairs.n_lowest), (2 * n_each, n_each), "{name}");
    for (idx, &value) in ends.eigenvalues.iter().enumerate() {
        let expected = whole.eigenvalues[pairs.number(idx)];
        assert!((value - expected).abs() < 1e-9, "{name}: number {} is {value}, not {expected}", pairs.number(idx));
    }
    let gap = whole.laplacian.dot(&ends.eigenvectors) - &ends.eigenvectors * &ends.eigenvalues;
    let residual = gap.columns().into_iter().map(|column| column.dot(&column).sqrt()).fold(0.0, f64::max);
    assert!(residual < 1e-8, "{name}: residual {residual:e}");
    let gap = ends.eigenvectors.t().dot(&ends.eigenvectors) - Array2::<f64>::eye(2 * n_each);
    let most = gap.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
    assert!(most < 1e-8, "{name}: {most:e} from orthonormal");
}

#[test]
fn both_ends_are_those_of_the_dense_decomposition() {
    // Simple eigenvalues, pairs of them, high multiplicities, two sides, parts that are alike.
    for spec in [
        "random:n=600,p=0.01",
        "sbm:blocks=4,size=60",
        "grid:rows=20,columns=20",
        "cycle:n=300",
        "hypercube:d=8",
        "star:leaves=250",
    ] {
        assert_ends(spec, &gallery(spec), 50);
    }
    let tree = |shift: u32| (1..150_u32).map(move |node| [shift + (node * node + 7) % node, shift + node]);
    let edges: Vec<[u32; 2]> = (0..3).flat_map(|copy| tree(150 * copy)).collect();
    assert_ends("three copies of a tree and ten isolated nodes", &graph(460, &edges), 50);
}

#[test]
fn both_ends_of_the_largest_protein_solve_their_equation() {
    let Ok(dataset) = Catalog::from_environment().load("DD", &LoadOptions::default()) else {
        return skip::skipped("set PROXPOOL_DATA to a folder with DD for the spectrum of its largest graph");
    };
    let graph = dataset.graphs.iter().max_by_key(|graph| graph.n_nodes).unwrap();
    assert!(graph.n_nodes > 5000);
    let (pattern, values) = adjacency(graph);
    let start = std::time::Instant::now();
    let ends = Ends::compute(&pattern, &values, 50, &|_| {}).unwrap();
    println!("{} nodes, 50 + 50 eigenpairs: {:.1} s", graph.n_nodes, start.elapsed().as_secs_f64());
    let degree: Vec<f64> = (0..graph.n_nodes).map(|row| values[pattern.range(row)].iter().sum()).collect();
    for (vector, &value) in ends.eigenvectors.columns().into_iter().zip(&ends.eigenvalues) {
        let mut squares = 0.0;
        for row in 0..graph.n_nodes {
            let near = |at: usize| {
                values[at] * vector[pattern.cols()[at] as usize] / degree[pattern.cols()[at] as usize].sqrt()
            };
            let sum: f64 = pattern.range(row).map(near).sum();
            let own = if degree[row] > 0.0 { vector[row] - sum / degree[row].sqrt() } else { 0.0 };
            squares += (own - value * vector[row]).powi(2);
        }
        assert!(squares.sqrt() < 1e-8, "residual {:e} of {value}", squares.sqrt());
    }
}

// ---- signals and filters

#[test]
fn a_signal_comes_back_from_its_fourier_coefficients() {
    for sample in odd_samples(1) {
        let spectrum = Spectrum::compute(&sample.graph).unwrap();
        let x = Array1::from(sample.x);
        let coefficients = spectrum.fourier(x.view());
        assert!((coefficients.dot(&coefficients) - x.dot(&x)).abs() < 1e-12, "{}", sample.name);
        let back = spectrum.inverse_fourier(coefficients.view());
        assert!(back.iter().zip(&x).all(|(a, b)| (a - b).abs() < 1e-12), "{}", sample.name);
    }
}

#[test]
fn smoothness_is_the_sum_over_edges() {
    // Without weights: Σ over edges (x_u/√d_u − x_v/√d_v)².
    let graph = gallery("lollipop");
    let sample = Sample::new("lollipop", graph.clone(), 1);
    let degree = graph.degrees();
    let scaled: Vec<f64> = sample.x.iter().zip(&degree).map(|(x, &d)| x / (d as f64).sqrt()).collect();
    let expected: f64 = graph.edges.iter().map(|&[u, v]| (scaled[u as usize] - scaled[v as usize]).powi(2)).sum();
    let smoothness = Spectrum::compute(&graph).unwrap().smoothness(Array1::from(sample.x).view());
    assert!((smoothness - expected).abs() < 1e-12, "{smoothness} instead of {expected}");
}

#[test]
fn filters_are_what_they_are_called() {
    let spectrum = spectrum("barbell");
    let n = spectrum.n();
    let close = |a: &Array2<f64>, b: &Array2<f64>| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12);
    let identity = Array2::<f64>::eye(n);

    // Heat for a time and again for a time is heat for both times; none at all changes nothing.
    let heat = |t| spectrum.filtered(Filter::Heat { t });
    assert!(close(&heat(0.0), &identity));
    assert!(close(&heat(0.7).dot(&heat(1.6)), &heat(2.3)));
    // For a little time it is I − tL.
    let little = 1e-7;
    assert!(close(&heat(little), &(&identity - &(&spectrum.laplacian * little))));

    // An ideal low-pass is a projection on as many modes as pass.
    for m in [0, 1, 4, n] {
        let low = spectrum.filtered(Filter::LowPass { m });
        assert!(close(&low.dot(&low), &low));
        assert!((low.diag().sum() - m as f64).abs() < 1e-12);
    }
    assert!(close(&spectrum.filtered(Filter::LowPass { m: n }), &identity));

    // The paper's filter is the power of (I + D^-½AD^-½)/2 = I − L/2.
    let half = &identity - &(&spectrum.laplacian * 0.5);
    assert!(close(&spectrum.filtered(Filter::Paper { s: 3 }), &half.dot(&half).dot(&half)));
    for filter in [Filter::Paper { s: 3 }, Filter::Heat { t: 1.5 }] {
        let kernel = spectrum.kernel(filter);
        assert!(kernel.iter().all(|value| (-1e-12..=1.0 + 1e-12).contains(value)));
        assert!(close(&kernel, &kernel.t().to_owned()));
        assert!(kernel.diag().iter().all(|&value| value == 1.0));
    }
}

#[test]
fn the_fiedler_vector_tells_the_bells_of_a_barbell_apart() {
    let graph = gallery("barbell:clique=5,bridge=3");
    let spectrum = Spectrum::compute(&graph).unwrap();
    let fiedler = spectrum.fiedler().unwrap();
    let (first, second) = (fiedler[0].signum(), fiedler[12].signum());
    assert_eq!(first, -second);
    assert!((0..5).all(|node| fiedler[node].signum() == first && fiedler[node].abs() > 0.1));
    assert!((8..13).all(|node| fiedler[node].signum() == second && fiedler[node].abs() > 0.1));
    assert_eq!(Spectrum::compute(&common::graph(1, &[])).unwrap().fiedler(), None);
}

#[test]
fn the_edge_sum_of_every_eigenvector_is_its_eigenvalue() {
    for sample in odd_samples(1) {
        let level = &levels(&sample)[0];
        let a = level.get(&symbols::A).unwrap();
        let entries: Vec<_> = a.entries().collect();
        let spectrum = Spectrum::compute(&sample.graph).unwrap();
        for (vector, &value) in spectrum.eigenvectors.columns().into_iter().zip(&spectrum.eigenvalues) {
            let smoothness = Smoothness::compute(entries.iter().copied(), &vector.to_vec());
            assert!(
                (smoothness.total - value).abs() < 1e-12,
                "{}: {} instead of {value}",
                sample.name,
                smoothness.total
            );
            assert!(smoothness.terms.is_sorted_by(|x, y| x.value >= y.value - 1e-11), "{}", sample.name);
        }
    }
}

// ---- kernels

/// The program's own K_t, for the s of the usual parameters.
fn k_t(graph: &Graph) -> Array2<f64> {
    levels(&Sample::new("graph", graph.clone(), 1))[0].sparse(&symbols::K_T).unwrap().to_dense()
}

#[test]
fn powers_and_eigenvectors_make_the_same_kernel() {
    let s = Params::default().s;
    for (name, graph) in odd_graphs() {
        let spectrum = Spectrum::compute(&graph).unwrap();
        let whole = by_eigenvectors(&spectrum, Filter::Paper { s }).kernel;
        let (_, gap) = difference(&k_t(&graph), &whole);
        assert!(gap.largest < 1e-10, "{name}: {gap:?}");
    }
}

#[test]
fn kernels_of_known_graphs_have_their_known_entries() {
    let s = Params::default().s as i32;
    // A complete graph: g is 1 once and (1 − n / 2(n − 1))^s else, so M = b I + (a − b) 11ᵀ/n.
    let n = 6.0_f64;
    let low = (1.0 - n / (2.0 * (n - 1.0))).powi(s);
    let expected = ((1.0 - low) / n) / (low + (1.0 - low) / n);
    assert!((k_t(&gallery("complete:n=6"))[[0, 4]] - expected).abs() < 1e-12);
    // A cycle: the powers of (I + A/2)/2 are binomial coefficients: 20, 15, 6 and 1 of 64 for s = 3.
    let cycle = k_t(&gallery("cycle:n=12"));
    for (hops, weight) in [(0, 20.0), (1, 15.0), (2, 6.0), (3, 1.0), (4, 0.0)] {
        assert!((cycle[[0, hops]] - weight / 20.0).abs() < 1e-12, "{hops} hops");
    }
    // Two leaves of a star: g is 1, (1/2)^s and 0.
    let leaves = 4.0_f64;
    let half = 0.5_f64.powi(s);
    let (own, other) = (0.5 / leaves + half * (1.0 - 1.0 / leaves), 0.5 / leaves - half / leaves);
    assert!((k_t(&gallery("star:leaves=4"))[[1, 2]] - other / own).abs() < 1e-12);
}

#[test]
fn shi_and_maliks_features_are_a_projection() {
    let spectrum = spectrum("petersen");
    // The five eigenvectors of 2/3 together make a kernel that no choice of basis changes: with the first, entries
    // of joined nodes are (1/10 + 1/6) / (1/10 + 1/2).
    let kernel = by_first(&spectrum, 6).kernel;
    let graph = gallery("petersen");
    let [u, v] = graph.edges[0].map(|node| node as usize);
    assert!((kernel[[u, v]] - (0.1 + 1.0 / 6.0) / 0.6).abs() < 1e-12);
}

#[test]
fn the_experiments_say_what_is_known_of_the_gallery() {
    let s = Params::default().s;
    for (spec, is_bipartite) in [
        ("path:n=7", true),
        ("cycle:n=8", true),
        ("cycle:n=9", false),
        ("star:leaves=5", true),
        ("complete:n=5", false),
        ("hypercube:d=3", true),
        ("petersen", false),
        ("bipartite:left=3,right=4", true),
    ] {
        let graph = gallery(spec);
        let (spectrum, k_t) = (Spectrum::compute(&graph).unwrap(), k_t(&graph));
        let a = levels(&Sample::new(spec, graph.clone(), 1))[0].sparse(&symbols::A).unwrap().to_dense();
        let tried = Experiments::run(&a, &spectrum, &k_t, s);
        let lost = usize::from(is_bipartite);
        assert_eq!((tried.bipartite.n_bipartite, tried.bipartite.at_two), (lost, lost), "{spec}");
        assert_eq!(
            (tried.dimension.claimed, tried.dimension.rank),
            (graph.n_nodes - lost, graph.n_nodes - lost),
            "{spec}"
        );
        assert_eq!((tried.components.n_components, tried.components.at_zero), (1, 1), "{spec}");
        assert!(tried.factors.kernel_gap < 1e-12, "{spec}");
        let degrees: Vec<f64> = graph.degrees().iter().map(|&degree| degree as f64).collect();
        let signals = smooth_signals(&spectrum, &degrees, Filter::Paper { s });
        let constant = signals.column(0);
        assert!(constant.iter().all(|value| (value - constant[0]).abs() < 1e-12), "{spec}: α̃₁ is constant");
    }
}

// ---- orders

fn levels(sample: &Sample) -> Vec<LevelTrace> {
    let params = Params::default();
    explore(method("proxpool").unwrap(), &sample.graph, &sample.x, sample.width, &params, &Weights::default())
        .unwrap()
        .levels
}

/// The farthest that two joined nodes are apart in an order.
fn bandwidth(graph: &Graph, order: &[u32]) -> usize {
    let mut place = vec![0_usize; graph.n_nodes];
    for (at, &node) in order.iter().enumerate() {
        place[node as usize] = at;
    }
    graph.edges.iter().map(|&[u, v]| place[u as usize].abs_diff(place[v as usize])).max().unwrap_or(0)
}

#[test]
fn every_order_has_every_node_once_at_every_level() {
    for sample in odd_samples(2) {
        for (at, level) in levels(&sample).iter().enumerate() {
            let n = level.sparse(&symbols::A).unwrap().pattern.n_rows();
            let labels: Vec<u32> = (0..n as u32).map(|node| (node * 7) % 3).collect();
            for (order, name) in NodeOrder::all() {
                for labels in [&labels[..], &[]] {
                    let mut nodes = order.permutation(level, labels);
                    nodes.sort_unstable();
                    assert!(nodes.into_iter().eq(0..n as u32), "{name} at level {at} of {}", sample.name);
                }
            }
        }
    }
}

#[test]
fn fiedler_and_cuthill_mckee_unroll_a_path() {
    for n in [3, 4, 9, 40] {
        // The path 0–a–2a–…, modulo a number that shares no factor with a.
        let node = |k: usize| (k * 7 % n) as u32;
        let edges: Vec<[u32; 2]> = (1..n).map(|k| [node(k - 1), node(k)]).collect();
        let path = graph(n, &edges);
        let sample = Sample::new("path", path.clone(), 1);
        let level = &levels(&sample)[0];
        for order in [NodeOrder::Fiedler, NodeOrder::CuthillMcKee] {
            assert_eq!(bandwidth(&path, &order.permutation(level, &[])), 1, "{order:?}, n = {n}");
        }
        assert!(n < 9 || bandwidth(&path, &NodeOrder::Index.permutation(level, &[])) > 1);
    }
}

#[test]
fn a_large_graph_is_not_shown_in_the_order_of_its_index() {
    let path = |n: u32| Sample::new("path", graph(n as usize, &(1..n).map(|k| [k - 1, k]).collect::<Vec<_>>()), 1);
    for (n, order) in [(500, NodeOrder::Index), (501, NodeOrder::CuthillMcKee)] {
        assert_eq!(NodeOrder::Automatic.for_size(n), order);
        let sample = path(n as u32);
        let level = &levels(&sample)[0];
        assert_eq!(NodeOrder::Automatic.permutation(level, &[]), order.permutation(level, &[]));
    }
}

#[test]
fn components_stay_together_and_members_stand_with_their_seed() {
    let sample = odd_samples(2).into_iter().find(|sample| sample.name == "components").unwrap();
    let level = &levels(&sample)[0];
    let (component, n_components) = sample.graph.components();
    for order in [NodeOrder::Fiedler, NodeOrder::CuthillMcKee] {
        let mut visited: Vec<u32> =
            order.permutation(level, &[]).iter().map(|&node| component[node as usize]).collect();
        visited.dedup();
        assert_eq!(visited.len(), n_components, "{order:?}");
    }

    let c = level.sparse(&symbols::C).unwrap();
    let order = NodeOrder::SeedCluster.permutation(level, &[]);
    let cluster = |node: u32| {
        let column = |row: usize| c.get(row, node as usize);
        (0..c.pattern.n_rows())
            .filter(|&row| column(row) > 0.0)
            .max_by(|&a, &b| column(a).total_cmp(&column(b)).then(b.cmp(&a)))
    };
    let clusters: Vec<usize> = order.iter().map(|&node| cluster(node).unwrap_or(usize::MAX)).collect();
    assert!(clusters.is_sorted(), "{clusters:?}");
    for (row, &seed) in level.seeds().unwrap().iter().enumerate() {
        let first = clusters.iter().position(|&cluster| cluster == row).unwrap();
        assert!(order[first] == seed || c.get(row, order[first] as usize) == 1.0, "the seed leads its members");
    }
}
