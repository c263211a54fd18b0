//! A drawing that moves: the start, then forces, with nodes that can be dragged and pinned.

use super::{
    LayoutRequest,
    component::Component,
    forces::Forces,
    packing::pack,
    separate::{separate, spiral},
    springs::Spring,
    start::{formula, kept, start},
};
use crate::math::rng::Rng;

/// A step in which no node moves farther than this (in edge lengths) ends the simulation.
const STILL: f32 = 2e-3;
/// How much heat is left after a step.
const COOLING: f32 = 0.93;
/// How much slower each step is than the one before, so that every simulation comes to rest.
const SLOWING: f32 = 0.97;
/// Heat below which the simulation is cold.
const COLD: f32 = 0.01;

/// A layout in motion: a plain value that can be cloned and sent to a thread.
#[derive(Clone)]
pub struct Simulation {
    forces: Forces,
    /// The node behind each body of `forces`, component by component.
    nodes: Vec<u32>,
    /// The body of each node.
    bodies: Vec<u32>,
    positions: Vec<[f32; 2]>,
    pinned: Vec<bool>,
    dragged: Option<u32>,
    heat: f32,
    pace: f32,
    is_settled: bool,
}

impl Simulation {
    /// Starts from a drawing of low stress, or from the positions of the request.
    pub fn new(request: &LayoutRequest) -> Self {
        let components = Component::split(request);
        let mut drawings = Vec::with_capacity(components.len());
        let mut springs: Vec<Spring> = Vec::new();
        let mut is_at_rest = true;
        let (mut nodes, mut component_of) = (Vec::new(), Vec::new());
        for (idx, component) in components.iter().enumerate() {
            let first = nodes.len() as u32;
            let mut rng = Rng::derived(request.seed, &[idx as u64]);
            let drawn = request.linear_atoms.as_ref().and_then(|linear| {
                // What is being edited continues from where its nodes are, which need not be near its formula.
                if let Some(start) = &request.start {
                    let place = |&node: &u32| Some(start.get(node as usize)?.map(f64::from));
                    return kept(component, component.nodes.iter().map(place).collect::<Option<_>>()?);
                }
                let is_linear = |&node: &u32| linear.get(node as usize).copied().unwrap_or(false);
                let is_linear: Vec<bool> = component.nodes.iter().map(is_linear).collect();
                formula(component, &is_linear, (request.seed != 0).then_some(&mut rng))
            });
            let drawn = drawn.unwrap_or_else(|| start(component, &mut rng));
            is_at_rest &= drawn.is_at_rest;
            let moved = |s: Spring| Spring { a: s.a + first, b: s.b + first, ..s };
            springs.extend(drawn.springs.into_iter().map(moved));
            drawings.push(drawn.positions);
            nodes.extend_from_slice(&component.nodes);
            component_of.extend(std::iter::repeat_n(idx as u32, component.n_nodes()));
        }
        pack(&mut drawings);

        let mut bodies = vec![0; request.n_nodes];
        for (body, &node) in nodes.iter().enumerate() {
            bodies[node as usize] = body as u32;
        }
        let drawn: Vec<[f32; 2]> = drawings.into_iter().flatten().map(|p| p.map(|x| x as f32)).collect();
        let given = |node: usize| request.start.as_ref().map(|start| start.get(node).copied().unwrap_or(spiral(node)));
        let mut positions: Vec<[f32; 2]> =
            (0..request.n_nodes).map(|node| given(node).unwrap_or(drawn[bodies[node] as usize])).collect();
        separate(&mut positions, |_| false);
        let places: Vec<[f32; 2]> = nodes.iter().map(|&node| positions[node as usize]).collect();
        Self {
            forces: Forces::new(&places, &component_of, &springs),
            nodes,
            bodies,
            pinned: vec![false; positions.len()],
            positions,
            dragged: None,
            heat: 0.0,
            pace: 1.0,
            is_settled: springs.is_empty() || is_at_rest,
        }
    }

    /// Where the nodes are, in edge lengths.
    pub fn positions(&self) -> &[[f32; 2]] {
        &self.positions
    }

    /// Whether nothing moves any more, so that further steps would change nothing worth seeing.
    pub fn is_settled(&self) -> bool {
        self.is_settled
    }

    /// Moves every node once, unless all is settled.
    pub fn step(&mut self) {
        if self.is_settled {
            return;
        }
        self.forces.step(self.heat, self.pace);
        self.pace *= SLOWING;
        self.heat *= COOLING;
        if self.heat < COLD {
            self.heat = 0.0;
        }
        let mut moved = 0.0_f32;
        for (place, &node) in self.forces.locations().zip(&self.nodes) {
            let position = &mut self.positions[node as usize];
            moved = moved.max((place[0] - position[0]).abs()).max((place[1] - position[1]).abs());
            *position = place;
        }
        self.part_twins();
        self.is_settled = self.heat == 0.0 && moved < STILL;
    }

    /// Steps until all is settled, at most `max_steps` times; returns how many steps it took.
    pub fn settle(&mut self, max_steps: usize) -> usize {
        for step in 0..max_steps {
            if self.is_settled {
                return step;
            }
            self.step();
        }
        max_steps
    }

    /// Holds a node at a position, as a pointer does, until [`release`](Self::release) or until
    /// another node is dragged. The others follow.
    pub fn drag(&mut self, node: u32, position: [f32; 2]) {
        if self.dragged.is_some_and(|dragged| dragged != node) {
            self.release();
        }
        if self.hold_at(node, position) {
            self.dragged = Some(node);
        }
    }

    /// Lets go of the dragged node; where it is pinned it stays.
    pub fn release(&mut self) {
        if let Some(node) = self.dragged.take().filter(|&node| !self.is_pinned(node)) {
            self.forces.hold(self.bodies[node as usize] as usize, false);
            self.wake();
        }
    }

    /// Keeps a node at a position until it is unpinned.
    pub fn pin(&mut self, node: u32, position: [f32; 2]) {
        if self.hold_at(node, position) {
            self.pinned[node as usize] = true;
        }
    }

    /// Lets a pinned or dragged node move again.
    pub fn unpin(&mut self, node: u32) {
        let is_dragged = self.dragged.take_if(|dragged| *dragged == node).is_some();
        if is_dragged || self.is_pinned(node) {
            self.pinned[node as usize] = false;
            self.forces.hold(self.bodies[node as usize] as usize, false);
            self.wake();
        }
    }

    pub fn is_pinned(&self, node: u32) -> bool {
        self.pinned.get(node as usize).copied().unwrap_or(false)
    }

    /// Puts every node where it was in another drawing of the graph, at rest. Of another number of nodes it takes none.
    pub fn put_all(&mut self, positions: &[[f32; 2]]) {
        if positions.len() != self.positions.len() || !positions.iter().flatten().all(|x| x.is_finite()) {
            return;
        }
        self.positions.copy_from_slice(positions);
        for (&body, &position) in self.bodies.iter().zip(positions) {
            self.forces.put(body as usize, position);
        }
        self.heat = 0.0;
        self.is_settled = true;
    }

    /// Shakes the drawing loose: nodes repel each other strongly, then less and less.
    pub fn reheat(&mut self) {
        self.heat = 1.0;
        self.wake();
    }

    /// Ignores nodes that do not exist and positions that are not numbers.
    fn hold_at(&mut self, node: u32, position: [f32; 2]) -> bool {
        let Some(&body) = self.bodies.get(node as usize) else { return false };
        if !position.iter().all(|x| x.is_finite() && x.abs() < 1e9) {
            return false;
        }
        self.positions[node as usize] = position;
        self.forces.put(body as usize, position);
        self.forces.hold(body as usize, true);
        self.wake();
        self.part_twins();
        true
    }

    fn wake(&mut self) {
        self.pace = 1.0;
        self.is_settled = false;
    }

    fn part_twins(&mut self) {
        let Self { positions, pinned, dragged, .. } = self;
        for node in separate(positions, |node| pinned[node] || *dragged == Some(node as u32)) {
            self.forces.put(self.bodies[node] as usize, self.positions[node]);
        }
    }
}
