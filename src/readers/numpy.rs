//! NumPy arrays (`.npy`, `.npz`): adjacency matrices, stacks of them, lists of edges, and SciPy's sparse matrices.

mod array;

use array::Array;

use super::{
    ReadError, ReadOptions,
    network::{Value, weight},
    report::{Place, Warnings},
    source::{BinaryFile, Source},
};
use crate::graph::{Dataset, Graph, GraphBuilder};

/// Reads an array of shape n × n (a graph), k × n × n (k graphs), or 2 × m or m × 2 (edges).
pub fn read(file: &BinaryFile, options: &ReadOptions) -> Result<Dataset, ReadError> {
    let mut warnings = Warnings::new(options.strict);
    let place = Place::file(&*file.display_name);
    let array = Array::parse(&file.bytes, &place)?;
    let mut graphs = graphs(&array, &place, &mut warnings)?;
    if let [graph] = &mut graphs[..] {
        graph.name = Some(file.stem.clone());
    }
    Ok(Dataset { name: file.stem.clone(), graphs, warnings: warnings.finish(), ..Dataset::default() })
}

/// Reads an archive: a sparse matrix as `scipy.sparse.save_npz` writes it, or each square matrix in it as a graph.
pub fn read_archive(file: &BinaryFile, options: &ReadOptions) -> Result<Dataset, ReadError> {
    let mut warnings = Warnings::new(options.strict);
    let mut source = Source::zip(&file.display_name, file.bytes.clone())?;
    let mut arrays = Vec::new();
    for name in source.names() {
        if let Some(title) = name.strip_suffix(".npy") {
            let place = Place::file(format!("{}/{name}", file.display_name));
            arrays.push((title.to_owned(), place, source.read_bytes(&name)?));
        }
    }
    let mut graphs = Vec::new();
    if let Some(sparse) = sparse(&arrays, file, &mut warnings)? {
        graphs.push(Graph { name: Some(file.stem.clone()), ..sparse });
    } else {
        for (title, place, bytes) in &arrays {
            let array = Array::parse(bytes, place)?;
            if is_graph(&array.shape) {
                let all = self::graphs(&array, place, &mut warnings)?;
                graphs.extend(all.into_iter().map(|graph| Graph { name: Some(title.clone()), ..graph }));
            } else {
                warnings.note("an array that is no adjacency matrix is ignored", place.clone());
            }
        }
    }
    if graphs.is_empty() {
        let help = "save a square matrix with numpy.savez or scipy.sparse.save_npz";
        return Err(ReadError::new(
            Place::file(&*file.display_name),
            "this archive contains no adjacency matrix",
            help,
        ));
    }
    Ok(Dataset { name: file.stem.clone(), graphs, warnings: warnings.finish(), ..Dataset::default() })
}

fn is_graph(shape: &[usize]) -> bool {
    match *shape {
        [rows, columns] => rows == columns && rows > 0 || rows == 2 || columns == 2,
        [n, rows, columns] => n > 0 && rows == columns && rows > 0,
        _ => false,
    }
}

fn graphs(array: &Array<'_>, place: &Place, warnings: &mut Warnings) -> Result<Vec<Graph>, ReadError> {
    match *array.shape {
        [rows, columns] if rows == columns && rows > 0 => Ok(vec![dense(array, 0, rows, place, warnings)?]),
        [n, rows, columns] if n > 0 && rows == columns && rows > 0 => {
            (0..n).map(|graph| dense(array, graph * rows * rows, rows, place, warnings)).collect()
        }
        [2, m] => Ok(vec![edges(array, m, |edge| [edge, m + edge], place)?]),
        [m, 2] => Ok(vec![edges(array, m, |edge| [2 * edge, 2 * edge + 1], place)?]),
        _ => {
            let shape: Vec<String> = array.shape.iter().map(usize::to_string).collect();
            let what = format!("an array of the shape ({}) is no adjacency matrix", shape.join(", "));
            Err(ReadError::new(place.clone(), what, "save a square matrix, a stack of them, or edges as two rows"))
        }
    }
}

/// A square block of cells from one on.
fn dense(array: &Array<'_>, from: usize, n: usize, place: &Place, warnings: &mut Warnings) -> Result<Graph, ReadError> {
    let mut entries = Vec::new();
    for row in 0..n {
        for column in 0..n {
            let value = array.get(from + row * n + column);
            if value != 0.0 {
                entries.push((row as u32, column as u32, weight(&Value::Number(value), place, warnings)?));
            }
        }
    }
    Ok(graph(n, &entries, place, warnings))
}

fn graph(n: usize, entries: &[(u32, u32, f64)], place: &Place, warnings: &mut Warnings) -> Graph {
    let is_weighted = entries.iter().any(|&(_, _, value)| value != 1.0);
    let mut builder = GraphBuilder::new(n);
    for &(row, column, value) in entries {
        if row == column {
            warnings.note("an edge from a node to itself is dropped", place.clone());
        } else if is_weighted {
            builder.add_weighted_edge(row, column, value);
        } else {
            builder.add_edge(row, column);
        }
    }
    let graph = builder.finish();
    let differs = |&&(row, column, value): &&(u32, u32, f64)| {
        let edge = graph.edges.binary_search(&[row.min(column), row.max(column)]);
        edge.is_ok_and(|idx| graph.edge_weight(idx) != value)
    };
    for _ in entries.iter().filter(differs) {
        warnings.note("an edge is given again with another weight; the first is kept", place.clone());
    }
    graph
}

/// Edges by the numbers of their nodes, as `edge_index` of PyTorch Geometric.
fn edges(array: &Array<'_>, m: usize, cells: impl Fn(usize) -> [usize; 2], place: &Place) -> Result<Graph, ReadError> {
    // Nodes without an edge cost nothing in the file.
    let most = array.shape.iter().product::<usize>() as f64 + f64::from(1 << 20);
    let mut ends = Vec::with_capacity(m);
    for edge in 0..m {
        let nodes = cells(edge).map(|cell| array.get(cell));
        if let Some(node) = nodes.into_iter().find(|node| node.fract() != 0.0 || *node < 0.0 || *node > most) {
            let what = format!("edge {edge} has the node {node}");
            return Err(ReadError::new(place.clone(), what, "number the nodes from 0"));
        }
        ends.push(nodes.map(|node| node as u32));
    }
    let Some(last) = ends.iter().flatten().max() else {
        return Err(ReadError::new(place.clone(), "this array has no edges", "save at least one"));
    };
    let mut builder = GraphBuilder::new(*last as usize + 1);
    for [u, v] in ends {
        builder.add_edge(u, v);
    }
    Ok(builder.finish())
}

type Member = (String, Place, Vec<u8>);

/// A matrix of `scipy.sparse.save_npz`, in the forms csr, csc and coo.
fn sparse(arrays: &[Member], file: &BinaryFile, warnings: &mut Warnings) -> Result<Option<Graph>, ReadError> {
    let find = |wanted: &str| arrays.iter().find(|(title, ..)| title == wanted);
    let parse = |(_, place, bytes): &'_ Member| -> Result<Vec<f64>, ReadError> {
        let array = Array::parse(bytes, place)?;
        Ok((0..array.n_cells()).map(|cell| array.get(cell)).collect())
    };
    let (Some(shape), Some(data)) = (find("shape"), find("data")) else { return Ok(None) };
    let place = Place::file(&*file.display_name);
    let refuse = |what: &str| Err(ReadError::new(place.clone(), what, "write it again with scipy.sparse.save_npz"));
    let n = match parse(shape)?[..] {
        [rows, columns] if rows == columns && rows >= 1.0 => rows,
        _ => return refuse("this sparse matrix is not square"),
    };
    let data = parse(data)?;
    if n > data.len() as f64 + f64::from(1 << 20) {
        return refuse("this sparse matrix has far more rows than entries");
    }
    let (rows, columns) = match (find("row"), find("col"), find("indices"), find("indptr")) {
        (Some(row), Some(col), ..) => (parse(row)?, parse(col)?),
        (_, _, Some(indices), Some(indptr)) => {
            let starts = parse(indptr)?;
            let mut rows = Vec::with_capacity(data.len());
            for (row, ends) in starts.windows(2).enumerate() {
                let n_in_row = (ends[1] - ends[0]).max(0.0) as usize;
                if rows.len() + n_in_row > data.len() {
                    return refuse("the rows of this sparse matrix have more entries than it has");
                }
                rows.extend(std::iter::repeat_n(row as f64, n_in_row));
            }
            (rows, parse(indices)?)
        }
        _ => return refuse("this sparse matrix has neither rows and columns nor indices"),
    };
    if rows.len() != data.len() || columns.len() != data.len() {
        return refuse("the lists of this sparse matrix have different lengths");
    }
    let mut entries = Vec::with_capacity(data.len());
    for ((&row, &column), &value) in rows.iter().zip(&columns).zip(&data).filter(|(_, value)| **value != 0.0) {
        if ![row, column].iter().all(|index| (0.0..n).contains(index)) {
            return refuse("an entry of this sparse matrix is outside of it");
        }
        entries.push((row as u32, column as u32, weight(&Value::Number(value), &place, warnings)?));
    }
    Ok(Some(graph(n as usize, &entries, &place, warnings)))
}
