//! The statistics of all operators in one table, sorted by the column that was clicked.

use eframe::egui::{Align, Label, Layout, RichText, Role, Sense, Ui, WidgetInfo, vec2};
use egui_extras::{Column as Width, TableBuilder};

use crate::{
    app::state::{
        labels,
        looks::compare::{Column, Sorting},
    },
    names::Named as _,
    trace::summary::{LevelSummary, PoolingSummary, Summary},
    units,
};

/// Width of the table in points.
pub(super) const TABLE: f32 = 416.0;
const ROW_HEIGHT: f32 = 20.0;
/// Those of `○ ProxPool-NT`, `1150/230`, `131/39`, `21/14`, `10.16/7.85`, `57/18` and `421.7 ms`.
const WIDTHS: [f32; 7] = [95.0, 54.0, 44.0, 40.0, 67.0, 38.0, 54.0];

/// One operator.
pub(super) struct Row<'a> {
    pub name: &'static str,
    pub is_trained: bool,
    /// Where its weights are from.
    pub weights: String,
    /// None while its pooling is computed.
    pub summary: Option<&'a Summary>,
}

/// Draws the table; a click on a title changes how it is sorted.
pub(super) fn table_ui(ui: &mut Ui, mut rows: Vec<Row<'_>>, sorting: &mut Option<Sorting>) {
    if let Some(sorting) = sorting {
        sort(&mut rows, *sorting);
    }
    ui.spacing_mut().item_spacing = vec2(4.0, 0.0);
    let mut table = TableBuilder::new(ui)
        .id_salt("compare-table")
        .striped(true)
        .cell_layout(Layout::right_to_left(Align::Center))
        .auto_shrink([false, true])
        .vscroll(false);
    for width in WIDTHS {
        table = table.column(Width::exact(width).clip(true));
    }
    let headed = table.header(ROW_HEIGHT, |mut header| {
        for (column, _) in Column::all() {
            // Over the names, which begin at the left, and over the ends of the numbers.
            header.col(|ui| match column {
                Column::Operator => {
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| title_ui(ui, column, sorting));
                }
                _ => title_ui(ui, column, sorting),
            });
        }
    });
    headed.body(|body| {
        body.rows(ROW_HEIGHT, rows.len(), |mut table| {
            let row = &rows[table.index()];
            for (column, _) in Column::all() {
                table.col(|ui| cell_ui(ui, row, column));
            }
        });
    });
    ui.add_space(4.0);
    ui.add(Label::new(RichText::new(labels::compare::MARKS).small().weak()).wrap());
}

/// A click sorts by this column, the next one the other way round, the third one not at all.
fn title_ui(ui: &mut Ui, column: Column, sorting: &mut Option<Sorting>) {
    let own = sorting.filter(|sorting| sorting.by == column);
    let arrow = match own {
        None => "",
        Some(Sorting { is_descending: false, .. }) => " ↑",
        Some(Sorting { is_descending: true, .. }) => " ↓",
    };
    let text = RichText::new(format!("{}{arrow}", short(column))).small();
    let text = if own.is_some() { text.color(ui.visuals().hyperlink_color) } else { text.weak() };
    let response = ui.add(Label::new(text).selectable(false).sense(Sense::click()));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, labels::compare::sort_by(column.name())));
    if response.on_hover_text(about(column)).clicked() {
        *sorting = match own {
            None => Some(Sorting { by: column, is_descending: false }),
            Some(Sorting { is_descending: false, .. }) => Some(Sorting { by: column, is_descending: true }),
            Some(_) => None,
        };
    }
}

fn cell_ui(ui: &mut Ui, row: &Row<'_>, column: Column) {
    if column == Column::Operator {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let mark = if row.is_trained { labels::compare::TRAINED_MARK } else { labels::compare::UNTRAINED_MARK };
            let text = RichText::new(format!("{mark} {}", row.name)).size(12.0);
            ui.add(Label::new(text).truncate()).on_hover_text(&row.weights);
        });
        return;
    }
    let text = row.summary.map_or_else(|| "…".to_owned(), |summary| shown(summary, column));
    ui.add(Label::new(RichText::new(text).monospace().size(11.0)).truncate());
}

fn short(column: Column) -> &'static str {
    match column {
        Column::Operator => "Operator",
        Column::Kept => "Kept",
        Column::Dropped => "Drop.",
        Column::Components => "Comp.",
        Column::Entropy => "H (bit)",
        Column::Used => "Used",
        Column::Time => "Time",
    }
}

fn about(column: Column) -> &'static str {
    match column {
        Column::Operator => "Operator, and whether its weights are trained",
        Column::Kept => "Nodes of each coarse level",
        Column::Dropped => "Nodes that no coarse node contains, of each pooling",
        Column::Components => "Connected components after each pooling",
        Column::Entropy => "Mean assignment entropy of each pooling",
        Column::Used => "Clusters that are some node's largest share, of each pooling",
        Column::Time => "Total pooling time",
    }
}

fn poolings(summary: &Summary) -> impl Iterator<Item = &PoolingSummary> {
    summary.levels.iter().filter_map(|level| level.pooling.as_ref())
}

fn coarse(summary: &Summary) -> &[LevelSummary] {
    summary.levels.get(1..).unwrap_or_default()
}

/// One number for each pooling.
fn values(summary: &Summary, column: Column) -> Vec<f64> {
    match column {
        Column::Operator => Vec::new(),
        Column::Kept => coarse(summary).iter().map(|level| level.nodes as f64).collect(),
        Column::Components => coarse(summary).iter().map(|level| level.components as f64).collect(),
        Column::Dropped => poolings(summary).map(|pooling| pooling.dropped.len() as f64).collect(),
        Column::Entropy => poolings(summary).map(|pooling| pooling.entropy_bits.max(0.0)).collect(),
        Column::Used => poolings(summary).map(|pooling| pooling.used_clusters as f64).collect(),
        Column::Time => vec![summary.microseconds],
    }
}

fn shown(summary: &Summary, column: Column) -> String {
    let text = |value: &f64| match column {
        Column::Entropy => format!("{value:.2}"),
        _ => format!("{value:.0}"),
    };
    match column {
        Column::Time => units::short_time(summary.microseconds),
        _ => values(summary, column).iter().map(text).collect::<Vec<_>>().join("/"),
    }
}

/// By the first pooling, then by the others; what is not computed yet comes last, equal rows stay in their order.
fn sort(rows: &mut [Row<'_>], sorting: Sorting) {
    rows.sort_by(|a, b| {
        let order = match (sorting.by, a.summary, b.summary) {
            (Column::Operator, ..) => a.name.to_lowercase().cmp(&b.name.to_lowercase()),
            (by, Some(a), Some(b)) => {
                let (a, b) = (values(a, by), values(b, by));
                let unequal = a.iter().zip(&b).map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne());
                unequal.unwrap_or_else(|| a.len().cmp(&b.len()))
            }
            (_, a, b) => return b.is_some().cmp(&a.is_some()),
        };
        if sorting.is_descending { order.reverse() } else { order }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(nodes: usize, microseconds: f64) -> Summary {
        let level = |nodes| LevelSummary { nodes, edges: 0, self_loops: 0, components: 1, isolated: 0, pooling: None };
        Summary { levels: vec![level(9), level(nodes)], microseconds }
    }

    #[test]
    fn rows_are_sorted_by_any_column_either_way() {
        let (a, b) = (summary(6, 80.0), summary(2, 90.0));
        let row = |name, summary| Row { name, is_trained: false, weights: String::new(), summary };
        let names = |by, is_descending| {
            let mut rows = vec![row("gPool", Some(&a)), row("late", None), row("DIFFPOOL", Some(&b))];
            sort(&mut rows, Sorting { by, is_descending });
            rows.iter().map(|row| row.name).collect::<Vec<_>>()
        };
        assert_eq!(names(Column::Kept, false), ["DIFFPOOL", "gPool", "late"]);
        assert_eq!(names(Column::Time, false), ["gPool", "DIFFPOOL", "late"]);
        assert_eq!(names(Column::Time, true), ["DIFFPOOL", "gPool", "late"]);
        assert_eq!(names(Column::Operator, false), ["DIFFPOOL", "gPool", "late"]);
        assert_eq!(shown(&a, Column::Kept), "6");
    }
}
