//! Files as people have them: a bad record among good ones, tables by whatever titles, lists of other programs' habits.

use std::path::{Path, PathBuf};

use proxpool::{
    explore::Exploration,
    graph::{Dataset, Stats},
    readers::{self, ReadError, ReadOptions, TableColumns},
};

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/good").join(file)
}

fn good(file: &str) -> Dataset {
    readers::open(&path(file)).unwrap_or_else(|error| panic!("{error}"))
}

fn with(file: &str, columns: TableColumns) -> Result<Dataset, ReadError> {
    readers::open_with(&path(file), &ReadOptions { columns, ..ReadOptions::default() })
}

/// Without the folder.
fn warnings(dataset: &Dataset) -> Vec<String> {
    let folder = format!("{}/", path("").display());
    let short = |message: &str| message.replace(folder.trim_end_matches('/'), "").trim_start_matches('/').to_owned();
    dataset.warnings.iter().map(|warning| short(&warning.message)).collect()
}

fn names(dataset: &Dataset) -> Vec<&str> {
    dataset.graphs[0].node_names.iter().flatten().map(String::as_str).collect()
}

fn sizes(dataset: &Dataset) -> (usize, usize) {
    (dataset.graphs[0].n_nodes, dataset.graphs[0].n_edges())
}

#[test]
fn one_bad_record_is_skipped_counted_and_said() {
    let data = good("smiles/emptycell.csv");
    assert_eq!((data.graphs.len(), data.skipped.count, data.skipped.of), (2, 1, 3));
    assert_eq!(
        warnings(&data),
        [
            "smiles/emptycell.csv: 1 of 3 molecules was skipped",
            "smiles/emptycell.csv:3:1: empty SMILES string; enter one, such as CCO for ethanol"
        ]
    );
    assert_eq!(Stats::compute(&data).skipped, data.skipped);
    let strict = readers::open_with(&path("smiles/emptycell.csv"), &ReadOptions::strict()).unwrap_err();
    assert_eq!((strict.place.line, strict.what.as_str()), (Some(3), "empty SMILES string"));
    // The boron with four bonds is known as a graph, so it is no bad record.
    let data = good("smiles/one_bad.smi");
    assert_eq!((data.graphs.len(), data.skipped.count), (3, 0));
    assert_eq!(
        warnings(&data),
        ["smiles/one_bad.smi:2:5: an atom with more bonds than its usual valence was read as it is (and 1 more times)"]
    );
    assert!(readers::open_with(&path("smiles/one_bad.smi"), &ReadOptions::strict()).is_err());
}

#[test]
fn a_record_of_an_sd_file_is_skipped_up_to_its_end() {
    let good_one = std::fs::read_to_string(path("sdf/many.sdf")).unwrap();
    let n_good = readers::open(&path("sdf/many.sdf")).unwrap().graphs.len();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mixed.sdf");
    let bad =
        "bad\n\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\n    0.0000    0.0000    0.0000 C x 0  0\nM  END\n$$$$\n";
    let early = "title\n$$$$\n";
    std::fs::write(&file, format!("{bad}{good_one}{early}{good_one}")).unwrap();
    let data = readers::open(&file).unwrap();
    assert_eq!((data.graphs.len(), data.skipped.count), (2 * n_good, 2));
    assert!(data.skipped.first[0].contains("mixed.sdf:5: this is not an atom line"), "{:?}", data.skipped);
    assert!(data.skipped.first[1].contains("this record ends before its counts line"), "{:?}", data.skipped);
}

#[test]
fn tables_of_molecules_are_recognised_by_title_or_content() {
    for (file, n_graphs, name) in [
        ("smiles/chembl.tsv", 2, None),
        ("smiles/pubchem.csv", 3, Some("702")),
        ("smiles/tdc.tsv", 3, Some("CHEMBL1")),
        ("smiles/bace.csv", 3, Some("BACE_1")),
        ("smiles/commas.smi", 2, Some("M1")),
    ] {
        let data = good(file);
        assert_eq!((data.graphs.len(), data.graphs[0].name.as_deref()), (n_graphs, name), "{file}");
        assert_eq!(warnings(&data), [""; 0], "{file}");
        assert!(data.graphs[0].atoms.is_some(), "{file}");
    }
    assert_eq!(good("smiles/tdc.tsv").classes.len(), 2);
    assert_eq!(good("smiles/bace.csv").classes.len(), 2);
    let data = good("smiles/unnamed_column.csv");
    assert_eq!(warnings(&data), ["smiles/unnamed_column.csv:1: the column of SMILES was recognised by its content"]);
    assert_eq!((data.graphs.len(), data.field_names.as_slice()), (3, ["measured".to_owned()].as_slice()));
    assert_eq!(good("smiles/strings.txt").graphs.len(), 3);
}

#[test]
fn what_would_be_a_guess_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two.csv");
    std::fs::write(&file, "before,after\nCC(=O)O,CCO\nc1ccccc1,CC=O\n").unwrap();
    let error = readers::open(&file).unwrap_err();
    assert_eq!(*error.columns, ["before", "after"]);
    assert!(
        error.to_string().ends_with(
            "two.csv: several columns of this table hold SMILES: “before”, “after”; choose the SMILES column, or the \
             source column and the target column of edges"
        ),
        "{error}"
    );
    let smiles = |column: &str| TableColumns { smiles: Some(column.to_owned()), ..TableColumns::default() };
    let read = |column: &str| readers::open_with(&file, &ReadOptions { columns: smiles(column), ..Default::default() });
    assert_eq!(read("after").unwrap().graphs[0].n_nodes, 3);
    assert_eq!(read("1").unwrap().graphs[0].n_nodes, 4);
    let error = read("during").unwrap_err();
    assert!(error.to_string().ends_with("this table has no column “during”; its columns are “before”, “after”"));

    let error = with("edge_list/chosen.csv", TableColumns::default()).unwrap_err();
    assert_eq!(*error.columns, ["from_station", "line", "to_station", "minutes"]);
    assert!(error.what.starts_with("this line has 4 columns, and which of them are nodes is not known"), "{error}");
    let columns = TableColumns {
        source: Some("from_station".to_owned()),
        target: Some("3".to_owned()),
        weight: Some("Minutes".to_owned()),
        ..TableColumns::default()
    };
    let data = with("edge_list/chosen.csv", columns.clone()).unwrap();
    assert_eq!(names(&data), ["Bank", "Liverpool Street", "Moorgate"]);
    assert_eq!(data.graphs[0].edge_weights, Some(vec![2.0, 3.0]));
    let error = with("edge_list/chosen.csv", TableColumns { target: None, ..columns }).unwrap_err();
    assert!(error.to_string().contains("the target column is not; choose the target column too"), "{error}");
}

#[test]
fn the_columns_of_edges_are_found_wherever_they_stand() {
    assert_eq!(sizes(&good("edge_list/pandas_index.csv")), (34, 78));
    assert_eq!(sizes(&good("edge_list/id_source_target.csv")), (3, 3));
    assert_eq!(good("edge_list/id_source_target.csv").graphs[0].edge_weights, None);
    let gephi = good("edge_list/gephi_ids.csv");
    assert_eq!(
        (names(&gephi), gephi.graphs[0].edge_weights.clone()),
        (vec!["ann", "bob", "cat"], Some(vec![2.0, 1.0]))
    );
    // Seven tables of a teaching classic have the line ends of old Macs.
    assert_eq!(sizes(&good("edge_list/asoiaf-book1-edges.csv")), (187, 684));
    for (file, size) in [("edge_list/people.csv", (3, 2)), ("edge_list/genes.tsv", (3, 2))] {
        let data = good(file);
        assert_eq!(sizes(&data), size, "{file}");
        assert_eq!(
            warnings(&data),
            [format!("{file}:1: this line is read as a header, because its two titles are a pair")]
        );
    }
    let string = good("edge_list/string_db.txt");
    assert_eq!((sizes(&string), string.graphs[0].edge_weights.clone()), ((3, 2), Some(vec![490.0, 198.0])));
    let sized = good("edge_list/size_line.txt");
    assert_eq!(sizes(&sized), (5, 4));
    assert_eq!(warnings(&sized).len(), 1);
    let lists = good("edge_list/multiline.adjlist.txt");
    assert_eq!((sizes(&lists), warnings(&lists).len()), ((3, 2), 1));
}

#[test]
fn a_first_line_of_words_that_stand_nowhere_else_is_doubted_aloud() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.csv");
    let doubts = |text: &str| {
        std::fs::write(&file, text).unwrap();
        readers::open(&file).unwrap().warnings.iter().any(|warning| warning.message.contains("if it is a header"))
    };
    assert!(doubts("boss,worker\nann,bob\nann,cat\n"));
    assert!(!doubts("ann,bob\nann,cat\ncat,dan\n"));
}

#[test]
fn weights_that_no_operator_takes_are_read_and_said() {
    let data = good("edge_list/signed.csv");
    assert_eq!(data.graphs[0].edge_weights, Some(vec![1.0, 1.0, 2.0]));
    assert_eq!(
        warnings(&data),
        [
            "edge_list/signed.csv:2: a negative weight is read as its absolute value",
            "edge_list/signed.csv:4: a weight that is missing or not a finite number is read as 1",
        ]
    );
}

#[test]
fn other_line_ends_and_encodings_are_read() {
    assert_eq!(good("smiles/cr.smi").graphs.len(), 3);
    assert_eq!(good("sdf/cr.sdf").graphs[0].n_edges(), 1);
    let latin = good("smiles/latin1.csv");
    assert_eq!(latin.graphs[0].name.as_deref(), Some("éthanol"));
    assert_eq!(
        warnings(&latin),
        ["smiles/latin1.csv:2: this is not UTF-8 text; it was read as Windows-1252 (Latin-1)"]
    );
    let utf16 = good("smiles/utf16.csv");
    assert_eq!((utf16.graphs[0].name.as_deref(), warnings(&utf16).len()), (Some("éthanol"), 0));
}

#[test]
fn what_other_programs_write_in_smiles_is_read() {
    assert_eq!(good("smiles/double_backslash.csv").graphs[0].n_edges(), 3);
    let data = good("smiles/metals.smi");
    assert_eq!((data.graphs.len(), data.skipped.count), (11, 0));
    let bond = |graph: usize| data.edge_labels.show(data.graphs[graph].edge_labels.as_ref().unwrap()[0]);
    assert_eq!([bond(0), bond(1), bond(2)], ["dative", "dative", "any"]);
    // As RDKit counts them: nitrogen gives its pair away and keeps three hydrogens.
    let hydrogens =
        |graph: usize| data.graphs[graph].atoms.as_ref().unwrap().iter().map(|a| a.hydrogens).collect::<Vec<_>>();
    assert_eq!([hydrogens(0), hydrogens(1), hydrogens(2)], [[3, 0], [0, 2], [0, 4]]);
    assert_eq!((hydrogens(3), hydrogens(7)), (vec![3, 1], vec![2; 6]));
    let first = good("smiles/name_first.smi");
    assert_eq!(first.graphs[1].name.as_deref(), Some("ZINC03814459"));
    assert_eq!(warnings(&first), ["smiles/name_first.smi:1: the names were found before the SMILES"]);
}

/// Fingerprint, a set of the TU collection, has 651 graphs without nodes: gaps in its indicator, and a label for each.
#[test]
fn graphs_without_nodes_are_read_and_have_no_class_to_train_on() {
    let data = good("tu/gaps");
    let sizes: Vec<(usize, Option<u32>)> = data.graphs.iter().map(|graph| (graph.n_nodes, graph.class)).collect();
    assert_eq!(sizes, [(2, Some(0)), (0, None), (0, None), (2, Some(1))]);
    assert_eq!(
        warnings(&data),
        [
            "tu/gaps/DS_graph_indicator.txt:3: a graph without nodes is read, and left out of training (and 1 more times)"
        ]
    );
}

#[test]
fn a_graph_without_nodes_is_not_pooled_and_says_so() {
    let data = good("tu/gaps");
    let error = Exploration::default().run(&data, &data.graphs[1]).unwrap_err().to_string();
    assert_eq!(error, "this graph has no nodes, so there is nothing to pool; choose another one");
    assert!(Exploration::default().run(&data, &data.graphs[0]).is_ok());
}
