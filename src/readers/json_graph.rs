//! Graphs as JSON: node-link data of NetworkX and D3, elements of Cytoscape, and graphology's form of the same.

use serde_json::{Map, Value as Json};

use super::{
    ReadError, ReadOptions,
    network::{self, Network, Value},
    report::{Place, Warnings, quote},
    source::TextFile,
};
use crate::graph::Dataset;

const FORMS: &str = "write it with networkx.node_link_data, or export it as GraphML";

pub fn read(file: &TextFile, options: &ReadOptions) -> Result<Dataset, ReadError> {
    let top: Json = serde_json::from_str(&file.text).map_err(|error| {
        let n_lines = file.text.lines().count().max(1);
        let place = Place::line(&*file.display_name, error.line().clamp(1, n_lines));
        let message = error.to_string();
        let what = message.split(" at line ").next().unwrap_or_default();
        ReadError::new(place, format!("this is not JSON ({what})"), FORMS)
    })?;
    let mut warnings = Warnings::new(options.strict);
    let mut reader = Reader { file, warnings: &mut warnings };
    let networks = match &top {
        Json::Array(graphs) => graphs.iter().map(|graph| reader.graph(graph)).collect::<Result<Vec<_>, _>>()?,
        graph => vec![reader.graph(graph)?],
    };
    let budget = file.text.len().saturating_add(1 << 20);
    let mut dataset = network::finish(networks, &file.stem, &file.display_name, budget, &mut warnings)?;
    dataset.warnings = warnings.finish();
    Ok(dataset)
}

struct Reader<'a> {
    file: &'a TextFile,
    warnings: &'a mut Warnings,
}

impl Reader<'_> {
    fn error(&self, what: impl Into<String>, help: impl Into<String>) -> ReadError {
        ReadError::new(Place::file(&*self.file.display_name), what, help)
    }

    fn graph(&mut self, graph: &Json) -> Result<Network, ReadError> {
        // Cytoscape has both lists one level down.
        let lists = graph.get("elements").filter(|elements| elements.is_object()).unwrap_or(graph);
        let list = |names: &[&str]| names.iter().find_map(|name| lists.get(*name)).and_then(Json::as_array);
        let (Some(nodes), Some(edges)) = (list(&["nodes"]), list(&["links", "edges"])) else {
            return Err(self.error("this JSON has no lists of nodes and links", FORMS));
        };
        let mut network = Network::new(graph.get("directed") == Some(&Json::Bool(true)));
        network.name = graph.pointer("/graph/name").or(graph.get("name")).and_then(Json::as_str).map(str::to_owned);
        let mut ids = Vec::with_capacity(nodes.len());
        for (idx, node) in nodes.iter().enumerate() {
            let (id, data) = self.node(idx, node)?;
            ids.push(id.clone());
            network.add_node(id, data, Place::file(&*self.file.display_name))?;
        }
        // D3 refers to nodes by their place in the list, where they have names and no ids.
        let has_ids = nodes.iter().any(|node| id_of(node).is_some());
        for (idx, edge) in edges.iter().enumerate() {
            self.edge(idx, edge, &ids, has_ids, &mut network)?;
        }
        Ok(network)
    }

    fn node(&self, idx: usize, node: &Json) -> Result<(String, Vec<(String, Value)>), ReadError> {
        match node {
            Json::Object(_) => {
                let id = id_of(node).map_or_else(|| idx.to_string(), word);
                Ok((id, data(node, &["id", "key"])))
            }
            Json::String(_) | Json::Number(_) => Ok((word(node), Vec::new())),
            other => {
                let what = format!("node {idx} is {}", quote(&other.to_string()));
                Err(self.error(what, "write each node as an object with an id"))
            }
        }
    }

    fn edge(
        &mut self,
        idx: usize,
        edge: &Json,
        ids: &[String],
        has_ids: bool,
        network: &mut Network,
    ) -> Result<(), ReadError> {
        let fields = edge.get("data").filter(|data| data.is_object()).unwrap_or(edge);
        let end = |name: &str| {
            let end = fields.get(name).filter(|end| end.is_string() || end.is_number()).ok_or_else(|| {
                let help = "name both of its nodes, as source and target";
                self.error(format!("link {idx} has no {name}"), help)
            })?;
            let by_place = end.as_u64().and_then(|place| ids.get(usize::try_from(place).ok()?)).filter(|_| !has_ids);
            Ok(by_place.cloned().unwrap_or_else(|| word(end)))
        };
        let ends = [end("source")?, end("target")?];
        let data = data(edge, &["source", "target", "key", "id"]);
        network.add_edge([&ends[0], &ends[1]], data, Place::file(&*self.file.display_name), self.warnings)
    }
}

fn id_of(node: &Json) -> Option<&Json> {
    let id = node.get("id").or(node.get("key")).or(node.pointer("/data/id"))?;
    (id.is_string() || id.is_number()).then_some(id)
}

/// Words, numbers and truths of a node or a link, and of the object in which some programs put them.
fn data(item: &Json, but: &[&str]) -> Vec<(String, Value)> {
    let objects = [Some(item), item.get("data"), item.get("attributes")];
    let fields = objects.into_iter().flatten().filter_map(Json::as_object).flat_map(Map::iter);
    let mut all: Vec<(String, Value)> = Vec::new();
    for (key, value) in fields.filter(|(key, _)| !but.contains(&key.as_str())) {
        let value = match value {
            Json::Number(number) => Value::Number(number.as_f64().unwrap_or(f64::NAN)),
            Json::String(word) => Value::Word(word.clone()),
            Json::Bool(is_true) => Value::Word(is_true.to_string()),
            _ => continue,
        };
        if !all.iter().any(|(known, _)| known == key) {
            all.push((key.clone(), value));
        }
    }
    all
}

fn word(json: &Json) -> String {
    json.as_str().map_or_else(|| json.to_string(), str::to_owned)
}
