//! The table of formats of one file, and which of them a file is in.

use std::path::Path;

use super::{
    Place, ReadError, ReadOptions, edge_list, gexf, gml, graph6, graphml, gz, json_graph, konect, matrix_market, numpy,
    report::Warnings,
    sdf, smiles,
    source::{BinaryFile, TextFile},
    table,
};
use crate::graph::Dataset;

/// A file format: its extensions, its content and its reader.
pub struct Format {
    pub name: &'static str,
    /// Endings in lower case, without the dot.
    pub endings: &'static [&'static str],
    /// Whether a text is in this format, where its name does not say so.
    is_it: fn(&TextFile) -> bool,
    read: Read,
}

enum Read {
    Text(fn(&TextFile, &ReadOptions) -> Result<Dataset, ReadError>),
    Bytes(fn(&BinaryFile, &ReadOptions) -> Result<Dataset, ReadError>),
}

/// All formats of one file; TU datasets are folders or zips. By content, the first that it can be is the one.
#[rustfmt::skip]
pub const FORMATS: &[Format] = &[
    Format { name: "SDF or MOL", endings: &["sdf", "sd", "mol", "mdl"], is_it: is_sdf, read: Read::Text(sdf::read) },
    Format { name: "GraphML", endings: &["graphml"], is_it: |file| has_element(file, "graphml"), read: Read::Text(graphml::read) },
    Format { name: "GEXF", endings: &["gexf"], is_it: |file| has_element(file, "gexf"), read: Read::Text(gexf::read) },
    Format { name: "GML", endings: &["gml"], is_it: is_gml, read: Read::Text(gml::read) },
    Format { name: "Matrix Market", endings: &["mtx", "mm"], is_it: |file| file.text.starts_with("%%MatrixMarket"), read: Read::Text(matrix_market::read) },
    Format { name: "JSON", endings: &["json", "cyjs"], is_it: is_json, read: Read::Text(json_graph::read) },
    Format { name: "graph6 or sparse6", endings: &["g6", "s6", "d6", "graph6", "sparse6"], is_it: |file| graph6::has_header(&file.text), read: Read::Text(graph6::read) },
    Format { name: "NumPy array", endings: &["npy"], is_it: |_| false, read: Read::Bytes(numpy::read) },
    Format { name: "NumPy archive", endings: &["npz"], is_it: |_| false, read: Read::Bytes(numpy::read_archive) },
    Format { name: "KONECT", endings: &["konect"], is_it: |file| konect::has_header(&file.text), read: Read::Text(konect::read) },
    Format { name: "SMILES list", endings: &["smi", "smiles", "ism", "can"], is_it: smiles::is_list, read: Read::Text(smiles::read) },
    Format { name: "edge list", endings: &["edges", "edgelist", "el", "ncol", "cites"], is_it: |_| false, read: Read::Text(edge_list::read) },
    Format { name: "SMILES table or edge list", endings: &["csv", "tsv", "txt"], is_it: |_| true, read: Read::Text(table::read) },
];

/// Endings of formats that are not read, and how to get from each to one that is.
#[rustfmt::skip]
const UNREAD: &[(&[&str], &str)] = &[
    (&["net", "paj", "dot", "gv", "graph", "metis", "dl", "vna", "gdf", "tlp", "leda", "pickle", "gpickle", "gw", "dimacs", "col", "clq", "adjlist", "lgl", "mat", "cys", "graphmlz", "tgf", "xgmml", "cx", "cx2", "nwk"],
        "convert it, for example with networkx.write_graphml, or export it as GraphML in Gephi or Cytoscape"),
    (&["mol2", "pdb", "ent", "cif", "mmcif", "xyz", "cdx", "cdxml", "cml", "inchi", "mae", "maegz", "rdf", "rxn", "smarts", "sma", "pdbqt", "hin"],
        "convert it, for example with “obabel IN -O out.sdf”"),
    (&["xlsx", "xls", "ods", "parquet", "feather", "h5", "hdf5", "arrow"], "save the table as CSV"),
    (&["tar", "tgz", "bz2", "xz", "7z", "rar", "zst", "lz4"], "unpack it first"),
    (&["pt", "pth", "pkl", "bin"], "save its adjacency with numpy.save, or each graph with networkx.write_graphml"),
];

/// The endings of all files that can be opened, in lower case, without the dot.
pub fn endings() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().flat_map(|format| format.endings).copied().chain(["xml", "zip", "gz"])
}

/// The ending of a name in lower case, without the dot.
pub(super) fn ending(name: &str) -> String {
    Path::new(gz::inner_name(name)).extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

/// An error for the formats of other programs, with a way out.
pub(super) fn refuse_unread(path: &Path) -> Result<(), ReadError> {
    let name = path.display().to_string();
    let ending = ending(&name);
    let Some((_, help)) = UNREAD.iter().find(|(endings, _)| endings.contains(&ending.as_str())) else { return Ok(()) };
    if is_konect_name(&name) || !path.exists() {
        return Ok(());
    }
    Err(ReadError::new(Place::file(name), format!("the format “.{ending}” is not read"), *help))
}

/// Reads a file in its format.
pub(super) fn read(file: BinaryFile, options: &ReadOptions) -> Result<Dataset, ReadError> {
    let ending = ending(&file.display_name);
    let by_ending = FORMATS.iter().find(|format| format.endings.contains(&ending.as_str()));
    if let Some(Format { read: Read::Bytes(read), .. }) = by_ending {
        return read(&file, options);
    }
    if file.bytes.starts_with(b"\x93NUMPY") {
        return numpy::read(&file, options);
    }
    let mut warnings = Warnings::new(options.strict);
    let file = TextFile { stem: file.stem, ..TextFile::from_bytes(&file.display_name, file.bytes)? };
    file.tolerate_encoding(&mut warnings)?;
    let is_table = |format: &&Format| format.endings.contains(&"csv");
    let by_content = || FORMATS.iter().find(|format| (format.is_it)(&file) && (!is_table(format) || is_columns(&file)));
    let format = match by_ending {
        Some(format) => Some(format),
        None if ending == "xml" => {
            FORMATS.iter().find(|format| format.name == "GEXF" && (format.is_it)(&file)).or_else(graphml)
        }
        None if is_konect_name(&file.display_name) => by_content(),
        None => by_content().inspect(|_| {
            let what = "the name does not say what this file is; it was recognised by its content";
            warnings.note(what, Place::file(&*file.display_name));
        }),
    };
    let Some(Format { read: Read::Text(read), .. }) = format else {
        let what = match ending.as_str() {
            "" => "the name has no extension, and the content is of no known format".to_owned(),
            _ => format!("unknown file extension “.{ending}”, and the content is of no known format"),
        };
        let known: Vec<String> = endings().map(|ending| format!(".{ending}")).collect();
        let help = format!("use a TU folder or .zip, or a file with the extension {}", known.join(", "));
        return Err(ReadError::new(Place::file(&*file.display_name), what, help));
    };
    let mut dataset = read(&file, options)?;
    dataset.warnings.extend(warnings.finish());
    Ok(dataset)
}

fn graphml() -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == "GraphML")
}

/// KONECT calls its files `out.NAME`, where NAME is no ending.
fn is_konect_name(name: &str) -> bool {
    Path::new(name).file_name().is_some_and(|name| name.to_string_lossy().starts_with("out."))
}

/// Characters that are looked at.
const HEAD: usize = 4096;

fn head(file: &TextFile) -> &str {
    let mut end = file.text.len().min(HEAD);
    while !file.text.is_char_boundary(end) {
        end -= 1;
    }
    &file.text[..end]
}

fn has_element(file: &TextFile, name: &str) -> bool {
    let head = head(file);
    head.trim_start().starts_with('<') && head.contains(&format!("<{name}"))
}

fn is_sdf(file: &TextFile) -> bool {
    file.text.lines().nth(3).is_some_and(|line| line.contains("V2000") || line.contains("V3000"))
}

/// A list of objects, or one object; SMILES may begin with a bracket as well.
fn is_json(file: &TextFile) -> bool {
    let mut letters = head(file).chars().filter(|c| !c.is_whitespace());
    match letters.next() {
        Some('{') => true,
        Some('[') => letters.next() == Some('{'),
        _ => false,
    }
}

fn is_gml(file: &TextFile) -> bool {
    let words: Vec<&str> = head(file).split_whitespace().take(200).collect();
    let is_open = |pair: &[&str]| pair[0].eq_ignore_ascii_case("graph") && pair[1].starts_with('[');
    words.windows(2).any(is_open) && !words.iter().any(|word| word.starts_with('{'))
}

/// Whether the first lines have two to four columns, all the same number: what an edge list may be.
fn is_columns(file: &TextFile) -> bool {
    let lines = file.text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(['#', '%']));
    let mut counts =
        lines.take(20).map(|line| line.split([',', ';', '\t', ' ']).filter(|cell| !cell.is_empty()).count());
    counts.next().is_some_and(|first| (2..=4).contains(&first) && counts.all(|count| count == first))
}
