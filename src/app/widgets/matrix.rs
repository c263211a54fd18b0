//! A matrix of a level as a heatmap linked to the graph: names, order and nodes of its rows and columns, derived from the
//! axes defined by the operator.

use std::{borrow::Cow, sync::Arc};

use eframe::egui::Ui;

use super::{
    export_menu::matrix_menu,
    heatmap::{Frames, Heatmap, HeatmapInput, HeatmapLook, HeatmapOutput, OnTitle},
};
use crate::{
    app::state::{Hover, Pair, command::Command, explored::Explored, labels, version::Versions},
    pooling::trace::{Axis, Step, Value},
    symbols::{self, Symbol},
    view::{palette::ColourMap, shading::Limits},
};

/// A matrix of a level.
pub struct Matrix<'a> {
    explored: &'a Explored,
    pub level: usize,
    pub step: &'a Arc<Step>,
    orders: [Cow<'a, [u32]>; 2],
}

/// Highlights and marks of a matrix.
#[derive(Clone, Copy)]
pub struct Lit<'a> {
    pub hover: Hover,
    /// A row highlighted instead of the hover.
    pub row: Option<u32>,
    pub locked: Option<Pair>,
    /// Whether the rows and columns of seeds are marked.
    pub are_seeds_marked: bool,
    /// Whether clusters are framed and marked by strips along the axes: in an order in which their members are adjacent.
    pub are_clusters_framed: bool,
    /// Rows and columns that are selected.
    pub selected: Option<[&'a [u32]; 2]>,
    pub on_title: OnTitle,
    /// Whether the ends of the colour bar can be set.
    pub has_movable_ends: bool,
}

impl Default for Lit<'_> {
    fn default() -> Self {
        Self {
            hover: Hover::Nothing,
            row: None,
            locked: None,
            are_seeds_marked: true,
            are_clusters_framed: false,
            selected: None,
            on_title: OnTitle::Nothing,
            has_movable_ends: false,
        }
    }
}

impl<'a> Matrix<'a> {
    /// None if the operator has no such matrix at the level.
    pub fn find(explored: &'a Explored, level: usize, symbol: &Symbol) -> Option<Self> {
        let step = explored.trace.levels.get(level)?.held(symbol).filter(|step| step.value.is_matrix())?;
        let (rows, cols) = step.value.shape()?;
        let order = |axis: Axis, n: usize| match axis {
            Axis::Nodes => Cow::Borrowed(&explored.orders[level][..]),
            Axis::Coarse | Axis::Index => Cow::Owned((0..n as u32).collect()),
        };
        let orders = [order(step.axes[0], rows), order(step.axes[1], cols)];
        Some(Self { explored, level, step, orders })
    }

    pub fn in_order(self, orders: [&'a [u32]; 2]) -> Self {
        Self { orders: orders.map(Cow::Borrowed), ..self }
    }

    /// Rows in display order.
    pub fn row_order(&self) -> &[u32] {
        &self.orders[0]
    }

    /// Whether rows or columns are coarse nodes.
    pub fn has_coarse_axis(&self) -> bool {
        self.step.axes.contains(&Axis::Coarse)
    }

    pub fn is_square(&self) -> bool {
        self.step.axes[0] == self.step.axes[1] && self.step.axes[0] != Axis::Index
    }

    /// Key of the figure that contains it.
    pub fn figure_kind(&self) -> &'static str {
        let is_kernel =
            |symbol: &&Symbol| self.explored.trace.levels[self.level].step(symbol).is_some_and(Step::is_kernel);
        let has_kernels = self.explored.method.matrices.iter().any(is_kernel);
        if self.has_coarse_axis() || !has_kernels { "assignment" } else { "kernels" }
    }

    /// What a row and a column is.
    pub fn titles(&self) -> [&'static str; 2] {
        self.step.axes.map(|axis| match axis {
            Axis::Nodes => labels::maps::NODE,
            Axis::Coarse if self.seeds().is_empty() => labels::maps::CLUSTER,
            Axis::Coarse => labels::maps::SEED,
            Axis::Index if self.step.symbol == &symbols::U => labels::maps::EIGENVECTOR,
            Axis::Index if self.is_score() => labels::maps::SCORE,
            Axis::Index => labels::maps::FEATURE,
        })
    }

    fn seeds(&self) -> &'a [u32] {
        self.explored.trace.levels[self.level].seeds().unwrap_or_default()
    }

    /// The cluster of each row or column: that of a node, or a coarse node itself.
    fn clusters(&self, axis: usize) -> Cow<'a, [Option<u32>]> {
        match self.step.axes[axis] {
            Axis::Nodes => Cow::Borrowed(&self.explored.levels[self.level].cluster_of),
            Axis::Coarse => Cow::Owned((0..self.orders[axis].len() as u32).map(Some).collect()),
            Axis::Index => Cow::Owned(Vec::new()),
        }
    }

    /// Whether it is the one column that nodes are ranked by.
    fn is_score(&self) -> bool {
        self.explored.trace.levels[self.level].ranked_by == Some(self.step.symbol)
    }

    /// Name of a row (axis 0) or a column (axis 1).
    pub fn name(&self, axis: usize, idx: u32) -> String {
        self.explored.name_along(self.level, self.step, axis, idx)
    }

    /// Node of a row or column: itself, or the seed of a coarse node.
    fn node(&self, axis: usize, idx: u32) -> Option<u32> {
        match self.step.axes[axis] {
            Axis::Nodes => Some(idx),
            Axis::Coarse => self.seeds().get(idx as usize).copied(),
            Axis::Index => None,
        }
    }

    /// Row or column of a node.
    fn place(&self, axis: usize, level: usize, node: u32) -> Option<u32> {
        match self.step.axes[axis] {
            Axis::Nodes if level == self.level => Some(node),
            Axis::Coarse if level == self.level => {
                self.seeds().iter().position(|&seed| seed == node).map(|row| row as u32)
            }
            Axis::Coarse if level == self.level + 1 => Some(node),
            _ => None,
        }
    }

    pub fn lit(&self, hover: Hover) -> Option<(Option<u32>, Option<u32>)> {
        let (level, row, col) = match hover {
            Hover::Pair(Pair { level, row, col }) => (level, row, col),
            Hover::Node { level, node } => (level, node, node),
            Hover::Nothing => return None,
        };
        let lit = (self.place(0, level, row), self.place(1, level, col));
        (lit != (None, None)).then_some(lit)
    }

    fn locked(&self, pair: Option<Pair>) -> Option<(u32, u32)> {
        let pair = pair.filter(|pair| pair.level == self.level)?;
        self.place(0, pair.level, pair.row).zip(self.place(1, pair.level, pair.col))
    }

    /// Pair of nodes of a cell.
    pub fn pair(&self, (row, col): (u32, u32)) -> Option<Pair> {
        let (row, col) = self.node(0, row).zip(self.node(1, col))?;
        Some(Pair { level: self.level, row, col })
    }

    /// Hover of a cell: a pair of nodes, or one node.
    pub fn hover(&self, (row, col): (u32, u32)) -> Option<Hover> {
        let node = || self.node(0, row).or_else(|| self.node(1, col));
        let one = || Some(Hover::Node { level: self.level, node: node()? });
        self.pair((row, col)).map(Hover::Pair).or_else(one)
    }

    /// Nodes of rows and columns, ascending.
    pub fn nodes(&self, (rows, cols): &(Vec<u32>, Vec<u32>)) -> Vec<u32> {
        let along = |axis: usize, places: &[u32]| match self.step.axes[axis] {
            Axis::Nodes => places.to_vec(),
            Axis::Coarse | Axis::Index => Vec::new(),
        };
        let mut nodes = along(0, rows);
        nodes.extend(along(1, cols));
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    pub fn ui(&self, ui: &mut Ui, map: &mut Heatmap, lit: Lit<'_>, look: HeatmapLook) -> HeatmapOutput {
        self.versions_ui(ui, map, self.explored.version.into(), lit, look)
    }

    /// With versions of everything that determines the orders.
    pub fn versions_ui(
        &self,
        ui: &mut Ui,
        map: &mut Heatmap,
        versions: Versions,
        lit: Lit<'_>,
        look: HeatmapLook,
    ) -> HeatmapOutput {
        let trace = &self.explored.trace.levels[self.level];
        let domain = trace.support_of(self.step.symbol).map_or(String::new(), |of| labels::maps::on_support(of.text));
        let clusters =
            if lit.are_clusters_framed { [0, 1].map(|axis| self.clusters(axis)) } else { Default::default() };
        let input = HeatmapInput {
            symbol: self.step.symbol.text,
            title: self.step.symbol.name,
            value: &self.step.value,
            held: Some(self.step),
            versions,
            row_order: &self.orders[0],
            col_order: &self.orders[1],
            row_names: &|row| self.name(0, row),
            col_names: &|col| self.name(1, col),
            seeds: if lit.are_seeds_marked { self.seeds() } else { &[] },
            axes: self.step.axes,
            titles: self.titles(),
            on_title: lit.on_title,
            domain: &domain,
            frames: Frames { clusters, selected: lit.selected },
            has_movable_ends: lit.has_movable_ends,
            hovered: lit.row.map(|row| (Some(row), None)).or_else(|| self.lit(lit.hover)),
            locked: self.locked(lit.locked),
            look,
        };
        map.ui(ui, &input)
    }
}

/// Numbers for pairs of nodes of level 0 that are no part of a trace, as a map that is linked to the graph.
pub struct PairMap<'a> {
    pub symbol: &'a str,
    pub title: &'a str,
    pub value: &'a Value,
    /// Of the value and of the order.
    pub versions: Versions,
    pub order: &'a [u32],
    /// The trace whose nodes they are.
    pub explored: &'a Explored,
    pub seeds: &'a [u32],
    pub locked: Option<Pair>,
    pub colours: (ColourMap, (f64, f64)),
}

impl PairMap<'_> {
    /// Draws it and reports the hovered cell; returns the clicked pair.
    pub fn ui(&self, ui: &mut Ui, map: &mut Heatmap, hover: Hover, commands: &mut Vec<Command>) -> Option<Pair> {
        let names = |node: u32| self.explored.levels[0].names[node as usize].clone();
        let hovered = match hover {
            Hover::Pair(pair) if pair.level == 0 => Some((Some(pair.row), Some(pair.col))),
            Hover::Node { level: 0, node } => Some((Some(node), Some(node))),
            _ => None,
        };
        let (colours, range) = self.colours;
        let input = HeatmapInput {
            symbol: self.symbol,
            title: self.title,
            value: self.value,
            held: None,
            versions: self.versions,
            row_order: self.order,
            col_order: self.order,
            row_names: &names,
            col_names: &names,
            seeds: self.seeds,
            axes: [Axis::Nodes; 2],
            titles: [labels::maps::NODE; 2],
            on_title: OnTitle::Nothing,
            domain: "",
            frames: Frames::default(),
            has_movable_ends: false,
            hovered,
            locked: self.locked.filter(|pair| pair.level == 0).map(|pair| (pair.row, pair.col)),
            look: HeatmapLook { map: colours, limits: Limits::AtLeast(range.0, range.1), ..HeatmapLook::default() },
        };
        let output = map.ui(ui, &input);
        matrix_menu(&output.response, "kernels", commands);
        let pair = |(row, col)| Pair { level: 0, row, col };
        commands.extend(output.hovered.map(|at| Command::Hover(Hover::Pair(pair(at)))));
        output.clicked.map(pair)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        app::{
            state::{View, loaded::Loaded, question::Question},
            work::explored::EXPLORE,
        },
        graph::gallery,
        pooling::{diffpool, eigenpool, method},
        trace::order::NodeOrder,
    };

    /// A cycle, whose Fiedler order differs from the index order.
    fn explored(key: &str) -> Explored {
        let spec = "cycle:n=8";
        let data = Arc::new(Loaded::new(spec, gallery::parse_spec(spec).unwrap()));
        let view = View { method: method(key).unwrap(), order: NodeOrder::Fiedler, ..View::default() };
        (EXPLORE.run)(Question::from_view(&data, &view)).unwrap()
    }

    #[test]
    fn eigenvectors_are_no_nodes() {
        let explored = explored(eigenpool::METHOD.key);
        let u = Matrix::find(&explored, 0, &symbols::U).unwrap();
        assert_ne!(*u.orders[0], [0, 1, 2, 3, 4, 5, 6, 7], "rows are nodes, in their order");
        assert_eq!(*u.orders[1], [0, 1, 2], "columns stay as they are: as many as there are clusters");
        assert_eq!((u.name(0, 3), u.name(1, 2).as_str()), (explored.levels[0].names[3].clone(), "2"));
        assert_eq!(u.lit(Hover::Node { level: 0, node: 3 }), Some((Some(3), None)));
        assert_eq!(u.pair((3, 1)), None);
        assert_eq!(u.hover((3, 1)), Some(Hover::Node { level: 0, node: 3 }));
        assert_eq!(u.nodes(&(vec![2, 1], vec![0])), [1, 2]);
        assert_eq!(u.figure_kind(), "assignment", "EigenPool has no kernels");
        assert_eq!(u.titles(), ["node", "eigenvector"]);
    }

    #[test]
    fn clusters_are_no_nodes_either() {
        let explored = explored(diffpool::METHOD.key);
        let s = Matrix::find(&explored, 0, &diffpool::S).unwrap();
        assert_eq!(s.lit(Hover::Node { level: 0, node: 1 }), Some((Some(1), None)));
        assert_eq!(s.lit(Hover::Node { level: 1, node: 1 }), Some((None, Some(1))), "coarse nodes light their cluster");
        assert_eq!(s.locked(Some(Pair { level: 0, row: 0, col: 1 })), None);
        assert_eq!(s.titles(), ["node", "cluster"]);
        assert_eq!(s.name(1, 1), explored.levels[1].names[1]);
        assert_eq!(s.hover((3, 1)), Some(Hover::Node { level: 0, node: 3 }));
    }

    #[test]
    fn columns_of_features_and_scores_have_names() {
        let explored = explored("gpool");
        let x = Matrix::find(&explored, 0, &symbols::X).unwrap();
        assert_eq!((x.name(1, 2).as_str(), x.titles()[1]), ("degree 2", "feature"));
        let coarse = Matrix::find(&explored, 0, &symbols::X_COARSE).unwrap();
        assert_eq!(coarse.name(1, 2), "degree 2");
        let y = Matrix::find(&explored, 0, explored.trace.levels[0].ranked_by.unwrap()).unwrap();
        assert_eq!((y.name(1, 0).as_str(), y.titles()), ("y", ["node", "score"]));
    }

    #[test]
    fn rows_of_the_assignment_are_their_seeds() {
        let explored = explored("proxpool");
        let c = Matrix::find(&explored, 0, &symbols::C).unwrap();
        let seeds = explored.trace.levels[0].seeds().unwrap();
        assert_eq!(c.pair((1, 2)), Some(Pair { level: 0, row: seeds[1], col: 2 }));
        assert_eq!(c.lit(Hover::Node { level: 0, node: seeds[1] }), Some((Some(1), Some(seeds[1]))));
        assert_eq!(c.titles(), ["seed", "node"]);
        assert_eq!((c.figure_kind(), c.is_square()), ("assignment", false));
        assert!(Matrix::find(&explored, 0, &symbols::K_T).unwrap().is_square());
        assert!(Matrix::find(&explored, 0, &symbols::E).is_none(), "a vector is no matrix");
    }
}
