//! GraphML files in small, each with what it must become.

use super::*;

fn open(body: &str) -> Result<Dataset, ReadError> {
    read(&TextFile::from_text("net.graphml", body), &ReadOptions::default())
}

fn dataset(body: &str) -> Dataset {
    open(&format!("<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">{body}</graphml>")).unwrap()
}

fn messages(dataset: &Dataset) -> Vec<&str> {
    dataset.warnings.iter().map(|warning| warning.message.as_str()).collect()
}

fn values(labels: &Labels) -> Vec<&str> {
    labels.iter().map(|label| label.value.as_str()).collect()
}

const WATER: &str = r#"
  <key id="d0" for="node" attr.name="element" attr.type="string"><default>H</default></key>
  <key id="d1" for="node" attr.name="x" attr.type="double"/>
  <key id="d2" for="node" attr.name="y" attr.type="int"><default>7</default></key>
  <key id="d3" for="edge" attr.name="weight" attr.type="float"><default>0.5</default></key>
  <key id="d4" for="edge" attr.name="bond" attr.type="string"/>
  <key id="d5" for="graph" attr.name="class" attr.type="string"/>
  <key id="d6" for="graph" attr.name="source" attr.type="string"><default>sea</default></key>
  <graph id="water" edgedefault="undirected">
    <data key="d5">wet</data>
    <edge source="h1" target="o"><data key="d4">single</data></edge>
    <node id="o"><data key="d0">O</data><data key="d1">1.5</data></node>
    <node id="h1"><data key="d1">-2</data><data key="d2">1</data></node>
    <node id="h2"><data key="d1">3e1</data></node>
    <edge source="o" target="h2"><data key="d3">2</data><data key="d4">double</data></edge>
  </graph>
  <graph id="air" edgedefault="undirected">
    <data key="d5">dry</data><data key="d6">sky</data>
    <node id="o"><data key="d0">N</data><data key="d1">0</data></node>
  </graph>"#;

#[test]
fn keys_become_labels_attributes_weights_and_fields() {
    let data = dataset(WATER);
    assert_eq!(messages(&data), [""; 0]);
    assert_eq!((values(&data.node_labels), values(&data.edge_labels)), (vec!["H", "N", "O"], vec!["double", "single"]));
    assert_eq!(values(&data.classes), ["dry", "wet"]);
    assert_eq!(
        (&data.node_attribute_names[..], &data.field_names[..]),
        (&["x".into(), "y".into()][..], &["source".into()][..])
    );
    let [water, air] = &data.graphs[..] else { panic!() };
    assert_eq!(water.name.as_deref(), Some("water"));
    assert_eq!(water.node_names.as_deref(), Some(&["o".into(), "h1".into(), "h2".into()][..]));
    assert_eq!(water.edges, [[0, 1], [0, 2]]);
    assert_eq!(water.edge_weights, Some(vec![0.5, 2.0]));
    assert_eq!(water.edge_labels, Some(vec![1, 0]));
    assert_eq!(water.node_labels, Some(vec![2, 0, 0]));
    assert_eq!(water.node_attributes, Some(vec![1.5, 7.0, -2.0, 1.0, 30.0, 7.0]));
    assert_eq!((water.class, water.field("source")), (Some(1), Some("sea")));
    assert_eq!((air.class, air.field("source"), air.n_nodes), (Some(0), Some("sky"), 1));
}

#[test]
fn the_namespace_may_be_missing_or_prefixed() {
    let plain =
        open("<graphml><graph><node id='a'/><node id='b'/><edge source='a' target='b'/></graph></graphml>").unwrap();
    assert_eq!(plain.graphs[0].edges, [[0, 1]]);
    assert_eq!(plain.graphs[0].name.as_deref(), Some("net"));
    let prefixed = "<g:graphml xmlns:g='u' xmlns:y='v'><g:graph><g:node id='a'/><y:node id='a'/></g:graph></g:graphml>";
    assert_eq!(open(prefixed).unwrap().graphs[0].n_nodes, 1);
}

#[test]
fn what_has_no_place_is_passed_over_with_a_warning() {
    let data = dataset(
        "<key id='k' for='node' attr.type='string' attr.name='colour'/>
<key id='s' for='node' attr.type='string' attr.name='shape'/>
<key id='y' for='node' yfiles.type='nodegraphics'/>
<graph edgedefault='directed'>
<node id='a'><data key='k'>red</data><data key='y'><y/></data><port name='p'/></node>
<node id='b'><data key='s'>box</data></node>
<edge source='a' target='b' sourceport='p'/>
<edge source='b' target='b'/>
<edge source='b' target='b'/>
</graph>",
    );
    assert_eq!(values(&data.node_labels), ["?", "red"]);
    assert_eq!(
        messages(&data),
        [
            "net.graphml:4: a node of this graph has no label; “?” is used",
            "net.graphml:8: an edge from a node to itself is dropped (and 1 more times)",
            "net.graphml:5: data that holds elements, such as a drawing, is ignored",
            "net.graphml:4: directed edges are read as undirected",
            "net.graphml:5: the ports of a node are ignored",
            "net.graphml:7: the ports of an edge are ignored",
            "net.graphml:2: this key is ignored, because it has no equivalent here (and 1 more times)",
        ]
    );
}

#[test]
fn a_key_called_name_names_the_nodes() {
    let data = dataset(
        "<key id='n' for='node' attr.name='name' attr.type='string'/><graph><node id='n0'><data \
         key='n'>Ann</data></node><node id='n1'/></graph>",
    );
    assert_eq!(data.graphs[0].node_names.as_deref(), Some(&["Ann".into(), "n1".into()][..]));
    assert_eq!(data.graphs[0].node_labels, None);
}

#[test]
fn a_numeric_label_is_a_label_and_unused_keys_leave_nothing() {
    let data = dataset(
        "<key id='l' for='node' attr.name='label' attr.type='int'/><key id='u' for='node' attr.name='u' \
         attr.type='double'/>
         <graph><node id='a'><data key='l'>10</data></node><node id='b'><data key='l'>9</data></node></graph>",
    );
    assert_eq!(values(&data.node_labels), ["9", "10"]);
    assert_eq!((data.graphs[0].node_attributes.as_ref(), data.node_attribute_names.len()), (None, 0));
}

#[test]
fn an_edge_given_twice_keeps_its_first_weight() {
    let data = dataset(
        "<key id='w' for='edge' attr.name='weight' attr.type='double'/><graph><node id='a'/><node id='b'/>
<edge source='a' target='b'><data key='w'>3</data></edge>
<edge source='b' target='a'><data key='w'>4</data></edge></graph>",
    );
    assert_eq!(data.graphs[0].edge_weights, Some(vec![3.0]));
    assert_eq!(messages(&data), ["net.graphml:3: an edge is given again with another weight; the first is kept"]);
}

#[test]
fn a_plain_doctype_is_read_and_entities_are_refused() {
    let doctype = "<!DOCTYPE graphml SYSTEM \"graphml.dtd\">\n<graphml><graph><node id='a'/></graph></graphml>";
    assert_eq!(open(doctype).unwrap().graphs[0].n_nodes, 1);
    let laughs = "<!DOCTYPE g [\n<!ENTITY a \"aaaa\">\n]>\n<graphml><graph><node id='&a;'/></graph></graphml>";
    let error = open(laughs).unwrap_err().to_string();
    assert!(error.starts_with("net.graphml:2: this file defines XML entities"), "{error}");
}

#[test]
fn hostile_shapes_are_refused_or_read_in_time() {
    let attributes: String = (0..300).map(|i| format!(" a{i}='1'")).collect();
    let error = open(&format!("<graphml>\n<key{attributes}/></graphml>")).unwrap_err().to_string();
    assert!(error.starts_with("net.graphml:2: there are more than 256 attributes in one element"), "{error}");
    let prefixes: String = (0..40).map(|i| format!("<a xmlns:p{i}='u'>")).collect();
    let error = open(&format!("<graphml>{prefixes}")).unwrap_err().to_string();
    assert!(error.contains("more than 32 namespaces"), "{error}");
    let keys: String = (0..2000)
        .map(|i| format!("<key id='k{i}' for='node' attr.name='k{i}' attr.type='int'><default>0</default></key>"))
        .collect();
    let nodes: String = (0..2000).map(|i| format!("<node id='{i}'/>")).collect();
    let error = open(&format!("<graphml>{keys}<graph>{nodes}</graph></graphml>")).unwrap_err().to_string();
    assert!(error.contains("2000 numeric keys on 2000 nodes"), "{error}");
    // Deep nesting is not GraphML, but must not end the program.
    let deep = format!("<graphml>{}{}</graphml>", "<a>".repeat(100_000), "</a>".repeat(100_000));
    assert!(open(&deep).unwrap_err().to_string().contains("no <graph>"));
    let loops = "<edge source='a' target='a'/>\n".repeat(50_000);
    assert_eq!(open(&format!("<graphml><graph><node id='a'/>{loops}</graph></graphml>")).unwrap().warnings.len(), 1);
}

#[test]
fn groups_belong_to_the_graph_around_and_missing_nodes_are_added() {
    let data = dataset(
        "<graph><node id='a'/><node id='g'><graph><node id='b'/><edge source='b' target='a'/></graph></node>
<edge source='g' target='z'/></graph>",
    );
    assert_eq!(data.graphs[0].node_names.as_deref().unwrap(), ["a", "g", "b", "z"]);
    assert_eq!(data.graphs[0].edges, [[0, 2], [1, 3]]);
    assert_eq!(
        messages(&data),
        [
            "net.graphml:1: a graph inside a node is read as part of the graph around it",
            "net.graphml:2: a node that only an edge names is added",
        ]
    );
}

#[test]
fn signed_and_missing_weights_are_read_by_their_size() {
    let data = dataset(
        "<key id='w' for='edge' attr.name='weight' attr.type='double'/><key id='x' for='node' attr.name='x' \
         attr.type='double'/><graph><node id='a'><data key='x'>NaN</data></node><node id='b'/><node id='c'/>
<edge source='a' target='b'><data key='w'>-2.5</data></edge><edge source='c' target='b'><data key='w'>NaN</data></edge>
<edge source='c' target='a'><data key='w'>much</data></edge></graph>",
    );
    assert_eq!(data.graphs[0].edge_weights, Some(vec![2.5, 1.0, 1.0]));
    assert_eq!(data.graphs[0].node_attributes, Some(vec![0.0; 3]));
    assert_eq!(messages(&data).len(), 4, "{:?}", messages(&data));
}

#[test]
fn one_id_may_be_a_key_of_nodes_and_another_of_edges() {
    let data = dataset(
        "<key id='k' for='node' attr.name='element'/><key id='k' for='edge' attr.name='weight' attr.type='double'/>
<graph><node id='a'><data key='k'>C</data></node><node id='b'><data key='k'>N</data></node>
<edge source='a' target='b'><data key='k'>3</data></edge></graph>",
    );
    assert_eq!((values(&data.node_labels), data.graphs[0].edge_weights.clone()), (vec!["C", "N"], Some(vec![3.0])));
}

#[test]
fn labels_of_their_own_are_names_and_those_of_classes_stay() {
    let nodes = |label: &dyn Fn(usize) -> String| -> String {
        (0..10).map(|idx| format!("<node id='n{idx}'><data key='l'>{}</data></node>", label(idx))).collect()
    };
    let key = "<key id='l' for='node' attr.name='label'/>";
    let named = dataset(&format!("{key}<graph>{}</graph>", nodes(&|idx| format!("city {}", idx.max(1)))));
    let names = named.graphs[0].node_names.as_deref().unwrap();
    assert_eq!([&names[0], &names[1], &names[9]], ["city 1", "city 1 (n1)", "city 9"]);
    assert!(named.node_labels.is_empty());
    let labelled = dataset(&format!("{key}<graph>{}</graph>", nodes(&|idx| format!("kind {}", idx % 3))));
    assert_eq!((labelled.node_labels.len(), labelled.graphs[0].node_names.as_ref().unwrap()[3].as_str()), (3, "n3"));
}

#[test]
fn yeds_drawn_labels_are_labels_and_a_yes_or_no_is_none() {
    let data = open(
        "<graphml xmlns:y='yed'><key for='node' id='b' attr.name='flag' attr.type='boolean'/><key for='node' id='d' \
         yfiles.type='nodegraphics'/><graph><node id='n0'><data key='b'>true</data><data \
         key='d'><y:ShapeNode><y:NodeLabel x='1'> a  box<y:LabelModel/></y:NodeLabel></y:ShapeNode></data></node>\
         <node id='n1'><data key='d'><y:NodeLabel>box</y:NodeLabel></data></node></graph></graphml>",
    )
    .unwrap();
    assert_eq!(values(&data.node_labels), ["a box", "box"]);
}
