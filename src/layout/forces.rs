//! The live simulation, through fdg-sim. The only file that names it.
//!
//! One step is damped Jacobi stress majorisation (Gansner, Koren and North, “Graph drawing by stress
//! majorization”, GD 2004) with inertia and an entropy-like repulsion (Gansner, Hu and North,
//! “A maxent-stress model for graph layout”, TVCG 2013):
//!
//! f_i = Σ_j w_ij (d_ij − ‖x_i − x_j‖) u_ij + α Σ_j repulsion(x_i − x_j)
//! v_i ← β v_i + ½ f_i / Σ_j w_ij,  x_i ← x_i + λ v_i
//!
//! λ falls from 1, so that the simulation comes to rest. With ½ no step can overshoot: the Laplacian of the weights is at most twice its diagonal.
//! fdg-sim's nodes are our nodes, its edges our springs. Its generator of start positions and its
//! O(n²) repulsion are not used.

use fdg_sim::{
    Dimensions, ForceGraph, ForceGraphHelper, Simulation, SimulationParameters,
    force::{Force, LinkedHashMap, Value},
    glam::Vec3,
    petgraph::graph::NodeIndex,
};

use super::{quadtree::repulsion, springs::Spring};

/// Accuracy of the repulsion.
const THETA: f32 = 0.8;
/// How much of its velocity a node keeps.
const INERTIA: f32 = 0.7;
/// Repulsion of a cold simulation: enough to component nodes that no spring components.
const COLD: f32 = 0.02;
/// Added to it at full temperature.
const HOT: f32 = 0.5;
const HEAT: &str = "Heat";

/// Data of a node that the force needs.
#[derive(Clone)]
struct Body {
    /// Nodes of different components do not see each other.
    component: u32,
    /// Σ_j w_ij.
    stiffness: f32,
    held: bool,
}

/// Nodes, springs and repulsion.
#[derive(Clone)]
pub(super) struct Forces {
    simulation: Simulation<Body, Spring>,
}

impl Forces {
    /// Nodes of one component must follow each other.
    pub(super) fn new(locations: &[[f32; 2]], components: &[u32], springs: &[Spring]) -> Self {
        let mut stiffness = vec![0.0_f32; locations.len()];
        for spring in springs {
            stiffness[spring.a as usize] += spring.pull_a;
            stiffness[spring.b as usize] += spring.pull_b;
        }
        let mut graph = ForceGraph::with_capacity(locations.len(), springs.len());
        for (&component, &stiffness) in components.iter().zip(&stiffness) {
            graph.add_force_node("", Body { component, stiffness, held: false });
        }
        for &spring in springs {
            graph.add_edge(NodeIndex::new(spring.a as usize), NodeIndex::new(spring.b as usize), spring);
        }
        let parameters = SimulationParameters::new(1.0, Dimensions::Two, force());
        // It scatters the nodes at random here; all of that is overwritten below.
        let mut forces = Self { simulation: Simulation::from_graph(graph, parameters) };
        for (node, &location) in locations.iter().enumerate() {
            forces.put(node, location);
        }
        forces
    }

    /// Moves everything once. Heat and pace are between 0 and 1.
    pub(super) fn step(&mut self, heat: f32, pace: f32) {
        let dict = self.simulation.parameters_mut().force_mut().dict_mut();
        if let Some(value) = dict.get_mut(HEAT).and_then(Value::number_mut) {
            *value = heat;
        }
        self.simulation.update(pace);
    }

    pub(super) fn locations(&self) -> impl Iterator<Item = [f32; 2]> {
        self.simulation.get_graph().node_weights().map(|node| [node.location.x, node.location.y])
    }

    /// Moves a node and stops it.
    pub(super) fn put(&mut self, node: usize, location: [f32; 2]) {
        if let Some(node) = self.simulation.get_graph_mut().node_weight_mut(NodeIndex::new(node)) {
            node.location = Vec3::new(location[0], location[1], 0.0);
            node.old_location = node.location;
            node.velocity = Vec3::ZERO;
        }
    }

    /// Whether a node stays where it is put.
    pub(super) fn hold(&mut self, node: usize, held: bool) {
        if let Some(node) = self.simulation.get_graph_mut().node_weight_mut(NodeIndex::new(node)) {
            node.data.held = held;
        }
    }
}

fn force() -> Force<Body, Spring> {
    let mut dict = LinkedHashMap::new();
    dict.insert(HEAT.to_owned(), Value::Number(0.0, 0.0..=1.0));
    Force {
        dict: dict.clone(),
        dict_default: dict,
        name: "Stress",
        continuous: true,
        info: Some("Springs between near and sampled pairs, repulsion between all pairs."),
        update,
    }
}

fn update(dict: &LinkedHashMap<String, Value>, graph: &mut ForceGraph<Body, Spring>, pace: f32) {
    let heat = dict.get(HEAT).and_then(Value::number).unwrap_or(0.0);
    let places: Vec<[f32; 2]> = graph.node_weights().map(|node| [node.location.x, node.location.y]).collect();
    let mut forces = repulsions(graph, &places, COLD + HOT * heat);
    for spring in graph.edge_weights() {
        pull(spring, &places, &mut forces);
    }
    for (node, force) in graph.node_weights_mut().zip(forces) {
        node.old_location = node.location;
        if node.data.held || node.data.stiffness <= 0.0 {
            node.velocity = Vec3::ZERO;
            continue;
        }
        let push = Vec3::new(force[0], force[1], 0.0) * (0.5 / node.data.stiffness);
        node.velocity = node.velocity * INERTIA + push;
        node.location += node.velocity * pace;
    }
}

#[inline]
fn pull(spring: &Spring, places: &[[f32; 2]], forces: &mut [[f32; 2]]) {
    let (a, b) = (spring.a as usize, spring.b as usize);
    let delta = [places[a][0] - places[b][0], places[a][1] - places[b][1]];
    let length = (delta[0] * delta[0] + delta[1] * delta[1]).sqrt().max(1e-6);
    let lack = (spring.rest - length) / length;
    let (on_a, on_b) = (spring.pull_a * lack, spring.pull_b * lack);
    forces[a] = [forces[a][0] + on_a * delta[0], forces[a][1] + on_a * delta[1]];
    // Most springs of large graphs hold on to a pivot that they do not pull.
    if spring.pull_b != 0.0 {
        forces[b] = [forces[b][0] - on_b * delta[0], forces[b][1] - on_b * delta[1]];
    }
}

fn repulsions(graph: &ForceGraph<Body, Spring>, places: &[[f32; 2]], alpha: f32) -> Vec<[f32; 2]> {
    let components: Vec<u32> = graph.node_weights().map(|node| node.data.component).collect();
    let mut forces = Vec::with_capacity(places.len());
    for component in components.chunk_by(|a, b| a == b) {
        let places = &places[forces.len()..forces.len() + component.len()];
        forces.extend(repulsion(places, THETA).into_iter().map(|force| force.map(|x| alpha * x)));
    }
    forces
}
