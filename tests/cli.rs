//! The program itself, run in a temporary folder with an empty environment but for explicit variables.

mod common;
mod npz;
mod place;

use std::{collections::BTreeSet, fs, net::TcpListener, path::Path};

use ndarray::{Array1, Array2};
use ndarray_npy::write_npy;
use npz::Npz;
use place::{Place, finish};
use serde_json::Value;

fn in_project(path: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path).display().to_string()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

const MUTAG: &str = "\
MUTAG · 188 graphs

            mean  median  min  max
nodes |V|  17.93    17.5   10   28
edges |E|  19.79      19   10   33

classes              2: 63 not mutagenic (-1), 125 mutagenic (1)
node labels          7: C N O F I Cl Br
edge labels          4: aromatic single double triple
node attributes      none
duplicates           none
  w/o edge labels    13 isomorphic to an earlier graph, 0 of them of another class
isolated nodes       0 in 0 graphs
disconnected graphs  0 graphs, at most 1 component
maximum degree       4
largest graph        number 5, 28 nodes
";

#[test]
fn info_tells_all_of_a_bundled_dataset() {
    let place = Place::new();
    assert_eq!(place.run(&["info", "MUTAG"]).fine(), MUTAG);
    assert_eq!(place.run(&["info", "mutag"]).fine(), MUTAG);
    let molecules = place.run(&["info", "molecules"]).fine();
    assert!(molecules.starts_with("molecules · ") && molecules.contains("aromatic"), "{molecules}");
    assert!(place.run(&["info", "gallery"]).fine().starts_with("gallery · "));
    assert_eq!(place.files(), BTreeSet::new(), "looking leaves nothing behind");
}

#[test]
fn info_as_json_has_every_key() {
    let place = Place::new();
    for name in ["MUTAG", "molecules", "gallery"] {
        let stats = json(&place.run(&["info", name, "--json"]).fine());
        assert_eq!(stats["name"], name);
        let numbers = [
            "graphs",
            "classes",
            "mean_nodes",
            "mean_edges",
            "max_nodes",
            "min_nodes",
            "node_labels",
            "edge_labels",
            "isolated_nodes",
            "multi_component_graphs",
        ];
        for key in numbers {
            assert!(stats[key].is_number(), "{name} {key}: {}", stats[key]);
        }
    }
    let mutag = json(&place.run(&["info", "MUTAG", "--json"]).fine());
    assert_eq!((&mutag["graphs"], &mutag["max_nodes"]), (&188.into(), &28.into()));
}

#[test]
fn list_names_what_there_is() {
    let place = Place::new();
    let list = place.run(&["list"]).fine();
    let names: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, ["MUTAG", "molecules", "gallery"]);
    let gallery = place.run(&["list", "--gallery"]).fine();
    assert!(gallery.contains("gallery:karate ") && gallery.contains("gallery:grid:rows="), "{gallery}");
    for line in gallery.lines() {
        let spec = line.split_whitespace().next().unwrap();
        assert_eq!(place.run(&["info", spec, "--json"]).code, Some(0), "{spec}");
    }
}

#[test]
fn a_typed_molecule_is_read_and_a_mistake_in_it_pointed_at() {
    let place = Place::new();
    let ethanol = json(&place.run(&["info", "smiles:CCO", "--json"]).fine());
    assert_eq!((&ethanol["graphs"], &ethanol["max_nodes"]), (&1.into(), &3.into()));
    let wrong = place.run(&["info", "smiles:CC@C"]);
    assert_eq!((wrong.code, wrong.out.as_str()), (Some(1), ""));
    let lines: Vec<&str> = wrong.err.lines().collect();
    assert!(lines[0].starts_with("proxpool: character 3: “@” is not expected in a SMILES; "), "{}", wrong.err);
    assert_eq!(lines[1..], ["", "    CC@C", "      ^"]);
}

#[test]
fn a_graph_of_the_gallery_is_made_and_a_mistake_in_it_explained() {
    let place = Place::new();
    let grid = json(&place.run(&["info", "gallery:grid:rows=4,columns=7", "--json"]).fine());
    assert_eq!((&grid["max_nodes"], &grid["mean_edges"]), (&28.into(), &45.0.into()));
    let error = |spec: &str| place.run(&["info", spec]).error();
    assert!(
        error("gallery:torus")
            .starts_with("gallery:torus: unknown gallery graph “torus”; choose one of: path, cycle, star,")
    );
    assert_eq!(
        error("gallery:grid:rows=x"),
        "gallery:grid:rows=x: “x” is not a whole number for “rows”; give one from 1 to 60"
    );
}

#[test]
fn an_unknown_name_lists_the_known_ones() {
    assert_eq!(
        Place::new().run(&["info", "NCI1"]).error(),
        "NCI1: no such file or dataset; available: MUTAG, molecules, gallery; download others with “proxpool fetch \
         NAME”"
    );
}

#[test]
fn a_path_to_a_zip_or_a_folder_is_opened() {
    let place = Place::new();
    assert_eq!(place.run(&["info", &in_project("assets/MUTAG.zip")]).fine(), MUTAG);
    let folder = json(&place.run(&["info", &in_project("tests/corpus/good/tu/plain"), "--json"]).fine());
    assert_eq!((&folder["name"], &folder["graphs"]), (&"DS".into(), &2.into()));
    // A path may be relative, too.
    fs::copy(in_project("tests/corpus/good/edge_list/triangle.csv"), place.path("triangle.csv")).unwrap();
    assert_eq!(json(&place.run(&["info", "triangle.csv", "--json"]).fine())["graphs"], 1);
    assert_eq!(
        place.run(&["info", "gone/MUTAG.zip"]).error().split_once("; ").unwrap().0,
        "gone/MUTAG.zip: no such file or dataset"
    );
}

#[test]
fn warnings_go_to_the_error_stream() {
    let output = Place::new().run(&["info", &in_project("tests/corpus/good/tu/one-way-and-repeated"), "--json"]);
    assert_eq!(output.code, Some(0));
    assert!(
        output.err.starts_with("warning: ") && output.err.ends_with(": a self-loop was dropped\n"),
        "{}",
        output.err
    );
    assert_eq!(json(&output.out)["graphs"], 2);
}

#[test]
fn names_are_found_in_the_data_folders() {
    let place = Place::new();
    fs::create_dir_all(place.path("own/Bare")).unwrap();
    for file in ["DS_A.txt", "DS_graph_indicator.txt"] {
        fs::copy(in_project(&format!("tests/corpus/good/tu/bare/{file}")), place.path("own/Bare").join(file)).unwrap();
    }
    fs::create_dir_all(place.data_folder()).unwrap();
    fs::copy(in_project("assets/MUTAG.zip"), place.data_folder().join("Fetched.zip")).unwrap();

    assert_eq!(place.run(&["info", "Fetched"]).fine(), MUTAG);
    assert_eq!(place.run(&["info", "fetched"]).fine(), MUTAG);
    assert!(place.run(&["info", "Bare"]).error().contains("available: MUTAG, molecules, gallery, Fetched;"));

    let with_data = |arguments: &[&str]| finish(place.command(arguments).env("PROXPOOL_DATA", place.path("own")));
    assert_eq!(json(&with_data(&["info", "Bare", "--json"]).fine())["graphs"], 2);
    let list = with_data(&["list"]).fine();
    let names: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, ["MUTAG", "molecules", "gallery", "Bare", "Fetched"]);
}

#[test]
fn a_field_becomes_the_class() {
    let place = Place::new();
    let sdf = in_project("tests/corpus/good/sdf/many.sdf");
    let values = |arguments: &[&str]| {
        let stats = json(&place.run(&[&["info", &sdf, "--json"], arguments].concat()).fine());
        let classes = stats["class_counts"].as_array().unwrap().clone();
        classes.iter().map(|class| class["value"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(values(&[]), ["active", "inactive"]);
    assert_eq!(values(&["--label", "Note"]), ["first line\nsecond line"]);
    let error = place.run(&["info", &sdf, "--label", "Colour"]).error();
    assert_eq!(error, format!("{sdf}: there is no field “Colour”; choose one of activity, Note"));
    let error = place.run(&["info", "MUTAG", "--label", "Colour"]).error();
    assert_eq!(error, "MUTAG: there is no field “Colour”; this dataset has no data fields");
}

#[test]
fn hydrogens_are_taken_away_on_demand() {
    let place = Place::new();
    let methanol = "smiles:[H]OC([H])([H])[H]";
    assert_eq!(json(&place.run(&["info", methanol, "--json"]).fine())["max_nodes"], 6);
    let stripped = json(&place.run(&["info", methanol, "--json", "--strip-hydrogens"]).fine());
    assert_eq!((&stripped["max_nodes"], &stripped["node_labels"]), (&2.into(), &2.into()));
}

#[test]
fn fetch_without_a_network_says_where_to_put_the_file() {
    let place = Place::new();
    // A port that was free a moment ago refuses connections.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let url = format!("http://127.0.0.1:{port}");
    let expected = format!(
        "{url}/NCI1.zip cannot be reached (connection refused); check the connection, or download {url}/NCI1.zip in a \
         browser and put NCI1.zip into {}",
        place.data_folder().display()
    );
    assert_eq!(place.run(&["fetch", "NCI1", "--url", &url]).error(), expected);
    assert!(!place.data_folder().join("NCI1.zip").exists());
    assert_eq!(finish(place.command(&["fetch", "NCI1"]).env("PROXPOOL_FETCH_URL", &url)).error(), expected);
}

#[cfg(all(feature = "gui", target_os = "linux"))]
#[test]
fn without_a_display_the_window_names_the_commands_that_need_none() {
    let place = Place::new();
    for arguments in [&[][..], &["MUTAG"], &["--size", "800x600"]] {
        let error = finish(place.command(arguments).env("RUST_BACKTRACE", "1")).error();
        assert_eq!(
            error,
            "no display found; use the command line instead, for example “proxpool info MUTAG” (all commands: “proxpool \
             --help”)"
        );
    }
}

/// The arrays of an archive by name, dimensions and order of the archive left out.
struct Arrays(Npz);

impl Arrays {
    fn open(path: &Path) -> Self {
        Self(Npz::open(path))
    }

    fn names(&self) -> BTreeSet<String> {
        self.0.0.keys().cloned().collect()
    }

    fn matrix(&self, name: &str) -> Array2<f64> {
        self.0.get(name).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn nodes(&self, name: &str) -> Array1<i64> {
        self.0.get(name).unwrap_or_else(|error| panic!("{name}: {error}"))
    }
}

fn assert_near(a: &Array2<f64>, b: &Array2<f64>) {
    assert_eq!(a.dim(), b.dim());
    assert!((a - b).iter().all(|difference| difference.abs() < 1e-12), "{a}\nis not\n{b}");
}

#[test]
fn trace_writes_every_matrix() {
    let place = Place::new();
    let output = place.run(&["trace", "MUTAG", "--graph", "0", "--out", "f.npz"]).fine();
    assert!(output.starts_with("MUTAG · graph 0 · ProxPool\n") && output.ends_with("\nMatrices written to f.npz\n"));
    assert_eq!(place.files(), BTreeSet::from(["f.npz".to_owned()]));

    let arrays = Arrays::open(&place.path("f.npz"));
    let stems = ["A", "X", "L", "M", "Kt", "Q", "Ks", "R", "E", "idx", "rhat", "C"];
    let documented = [0, 1].iter().flat_map(|level| stems.map(|stem| format!("{stem}{level}")));
    assert_eq!(arrays.names(), documented.chain(["A2".to_owned(), "X2".to_owned()]).collect());

    // The graph has 17 atoms, MUTAG 7 elements, and ⌈0.3 · 17⌉ = 6, ⌈0.3 · 6⌉ = 2.
    for (level, n, k) in [(0, 17, 6), (1, 6, 2)] {
        let shape = |stem: &str| arrays.matrix(&format!("{stem}{level}")).dim();
        for square in ["A", "L", "M", "Kt", "Ks", "R"] {
            assert_eq!(shape(square), (n, n), "{square}{level}");
        }
        assert_eq!((shape("X"), shape("Q")), ((n, 7), (n, 7)));
        assert_eq!((shape("rhat"), shape("C")), ((k, n), (k, n)));
        let seeds = arrays.nodes(&format!("idx{level}"));
        assert!(seeds.len() == k && seeds.iter().all(|&seed| (0..n as i64).contains(&seed)), "{seeds}");
        let e: Array1<f64> = arrays.0.get(&format!("E{level}")).unwrap();
        assert_eq!(e.len(), n);
        let at = |stem: &str, level: usize| arrays.matrix(&format!("{stem}{level}"));
        let c = at("C", level);
        assert_near(&at("A", level + 1), &c.dot(&at("A", level)).dot(&c.t()));
        assert_near(&at("X", level + 1), &c.dot(&at("X", level)));
    }
    let a = arrays.matrix("A0");
    assert_eq!((&a, a.sum()), (&a.t().to_owned(), 38.0), "19 bonds, both ways");
}

#[test]
fn trace_as_json_counts_the_levels() {
    let summary = json(&Place::new().run(&["trace", "MUTAG", "--graph", "0", "--json", "--levels", "3"]).fine());
    let nodes: Vec<u64> =
        summary["levels"].as_array().unwrap().iter().map(|level| level["nodes"].as_u64().unwrap()).collect();
    assert_eq!(nodes, [17, 6, 2, 1]);
    assert_eq!(summary["levels"][0]["edges"], 19);
    assert_eq!(summary["levels"][0]["pooling"]["seeds"].as_array().unwrap().len(), 6);
    assert!(summary["levels"][3]["pooling"].is_null());
}

#[test]
fn every_operator_can_be_traced() {
    let place = Place::new();
    for method in common::methods() {
        let file = format!("{}.npz", method.key);
        let run = ["trace", "MUTAG", "--graph", "3", "--json", "--pool", method.key, "--out", &file];
        let summary = json(&place.run(&run).fine());
        assert_eq!(summary["levels"].as_array().unwrap().len(), 3, "{}", method.key);
        let arrays = Arrays::open(&place.path(&file));
        let names = arrays.names();
        for name in ["A0", "X0", "C0", "A1", "X1", "C1", "A2", "X2"] {
            assert!(names.contains(name), "{} has no {name}: {names:?}", method.key);
        }
        assert_eq!(arrays.matrix("C0").ncols(), arrays.matrix("A0").nrows(), "{}", method.key);
    }
    let unknown = place.run(&["trace", "MUTAG", "--graph", "3", "--pool", "pool"]);
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.err.contains("choose one of proxpool, proxpool-nt,"), "{}", unknown.err);
}

#[test]
fn a_matrix_can_be_given() {
    let place = Place::new();
    let save = |name: &str, rows, cols| {
        write_npy(place.path(name), &Array2::from_shape_fn((rows, cols), |(i, j)| 1.0 / (1 + i + 2 * j) as f64))
            .unwrap();
    };
    save("right.npy", 7, 4);
    save("wrong.npy", 5, 7);
    write_npy(place.path("floats.npy"), &Array2::<f32>::zeros((7, 7))).unwrap();
    let trace = |wq: &str, more: &[&str]| {
        place.run(&[&["trace", "MUTAG", "--graph", "0", "--out", "f.npz", "--wq0", wq], more].concat())
    };
    trace("right.npy", &[]).fine();
    let arrays = Arrays::open(&place.path("f.npz"));
    assert_eq!(arrays.matrix("Q0").dim(), (17, 4));
    assert_eq!(arrays.matrix("Q1").dim(), (6, 7));

    fs::remove_file(place.path("f.npz")).unwrap();
    assert_eq!(trace("wrong.npy", &[]).error(), "wrong.npy: W_Q is 5 × 7, but the signal has width 7; give 7 rows");
    assert!(
        trace("floats.npy", &[])
            .error()
            .starts_with("floats.npy: this is not a NumPy matrix of float64; save it with numpy.save")
    );
    assert!(trace("gone.npy", &[]).error().starts_with("gone.npy: this file cannot be opened"));
    assert!(
        trace("right.npy", &["--pool", "gpool"])
            .error()
            .starts_with("W_Q of level 0 (--wq0) is not used: gPool has no W_Q")
    );
    assert!(!place.path("f.npz").exists());
}

#[test]
fn what_is_out_of_range_is_refused_with_its_range() {
    let place = Place::new();
    let error = |arguments: &[&str]| place.run(&[&["trace", "MUTAG", "--out", "f.npz"], arguments].concat()).error();
    assert_eq!(error(&["--graph", "188"]), "MUTAG has no graph 188; choose from 0 to 187");
    let first = ["--graph", "0"];
    let cases = [
        ("--rho=1.5", "ρ = 1.5 is out of range; choose a number from 0 to 1"),
        ("--rho=-0.1", "ρ = -0.1 is out of range; choose a number from 0 to 1"),
        ("--rho=NaN", "ρ = NaN is out of range; choose a number from 0 to 1"),
        ("--s=17", "s = 17 is out of range; choose a whole number from 0 to 16"),
        ("--tau=-1", "τ = -1 is out of range; choose a number from 0 to 1000"),
        ("--levels=0", "levels = 0 is out of range; choose a whole number from 1 to 8"),
    ];
    for (argument, message) in cases {
        assert_eq!(error(&[&first[..], &[argument]].concat()), message);
    }
    assert_eq!(place.run(&["trace", "MUTAG", "--graph", "-1"]).code, Some(2));
    assert_eq!(place.files(), BTreeSet::new());
}

#[test]
fn what_cannot_be_written_leaves_nothing_behind() {
    let place = Place::new();
    fs::create_dir(place.path("folder")).unwrap();
    for path in ["gone/f.npz", "folder"] {
        let error = place.run(&["trace", "MUTAG", "--graph", "0", "--out", path]).error();
        assert!(error.starts_with(&format!("{path} could not be written: ")), "{error}");
    }
    assert_eq!(place.files(), BTreeSet::from(["folder".to_owned()]));
    assert_eq!(fs::read_dir(place.path("folder")).unwrap().count(), 0);
}

#[test]
fn a_table_is_read_by_the_columns_that_are_chosen_and_found_again_by_its_name() {
    let place = Place::new();
    fs::write(place.path("two.csv"), "before,after,kind\nCC(=O)O,CCO,a\nc1ccccc1,CC=O,b\nCC(=O)O,CCO,b\n").unwrap();
    let error = place.run(&["info", "two.csv"]).error();
    assert!(error.contains("choose the SMILES column (--smiles-column), or the source column (--source)"), "{error}");
    let chosen = ["info", "two.csv", "--smiles-column", "after", "--label", "kind", "--json"];
    let stats = json(&place.run(&chosen).fine());
    assert_eq!((&stats["graphs"], &stats["max_nodes"], &stats["classes"]), (&3.into(), &3.into(), &2.into()));
    assert_eq!((&stats["duplicates"]["same_class"], &stats["duplicates"]["other_class"]), (&0.into(), &1.into()));
    assert_eq!(json(&place.run(&["info", "two.csv?smiles=after&label=kind", "--json"]).fine()), stats);
    let dropped = place.run(&[&chosen[..], &["--drop-duplicates"]].concat());
    assert!(dropped.err.contains("1 duplicate removed, 1 of another class than the graph kept"), "{}", dropped.err);
    assert_eq!(json(&dropped.out)["graphs"], 2);
}

#[test]
fn bad_records_are_counted_and_refused_on_demand() {
    let place = Place::new();
    let table = in_project("tests/corpus/good/smiles/emptycell.csv");
    let read = place.run(&["info", &table, "--json"]);
    assert_eq!(read.code, Some(0));
    assert!(read.err.starts_with(&format!("warning: {table}: 1 of 3 molecules was skipped\n")), "{}", read.err);
    let skipped = json(&read.out)["skipped"].clone();
    assert_eq!((&skipped["count"], &skipped["of"]), (&1.into(), &3.into()));
    assert!(skipped["first"][0].as_str().unwrap().contains(":3:1: empty SMILES string"), "{skipped}");
    assert!(finish(&mut place.command(&["info", &table])).out.contains("skipped records      1 of 3\n"));
    assert!(place.run(&["info", &table, "--strict"]).error().contains(":3:1: empty SMILES string"));
}
