//! What takes long about a large matrix, made on another thread: its range and number of non-zeros, and its picture.
//!
//! Meanwhile those of before stay on screen. Small matrices are done at once, sooner than a thread would start.

use std::sync::Arc;

use eframe::egui::{ColorImage, Context, Id};

use super::{
    HeatmapLook,
    picture::{Key, image},
};
use crate::{
    app::{
        state::version::Versions,
        work::{
            error::WorkError,
            slot::{Job, Slot},
        },
    },
    pooling::trace::{Step, Value},
    view::{
        raster::{self, Cells},
        shading::{Paper, Shading},
    },
};

/// Entries and pixels that are handled in well below a millisecond.
const AT_ONCE: usize = 1 << 15;

/// Whether a matrix takes longer than a frame has.
pub(super) fn is_large(value: &Value) -> bool {
    let n_entries = match value {
        Value::Sparse(matrix) => matrix.values.len(),
        Value::Dense(matrix) => matrix.len(),
        Value::Vector(_) | Value::Nodes(_) | Value::Number(_) => 0,
    };
    n_entries > AT_ONCE
}

/// Statistics over all entries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Facts {
    pub shading: Shading,
    pub non_zeros: usize,
}

pub(super) type FactsKey = (Versions, HeatmapLook, Paper);

impl Facts {
    pub(super) fn compute(value: &Value, (_, look, paper): &FactsKey) -> Self {
        let HeatmapLook { map, scale, limits, .. } = *look;
        Self { shading: Shading::new(value, map, scale, limits, *paper), non_zeros: raster::non_zeros(value) }
    }
}

#[derive(Clone)]
pub(super) struct AskedFacts {
    pub key: FactsKey,
    pub step: Arc<Step>,
}

impl PartialEq for AskedFacts {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

#[derive(Clone)]
pub(super) struct AskedPicture {
    pub key: Key,
    pub step: Arc<Step>,
    pub orders: Arc<[Vec<u32>; 2]>,
}

impl PartialEq for AskedPicture {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

/// A picture with how it is coloured.
pub(super) type Drawn = (ColorImage, Shading);

const FACTS: Job<AskedFacts, Facts> =
    Job { name: "range of a map", run: |asked| Ok(Facts::compute(&asked.step.value, &asked.key)) };

const PICTURE: Job<AskedPicture, Drawn> = Job { name: "picture of a map", run: draw };

fn draw(question: AskedPicture) -> Result<Drawn, WorkError> {
    let [rows, cols] = &*question.orders;
    let cells = Cells::new(&question.step.value, rows, cols).ok_or("the order is not of this matrix")?;
    Ok(image(cells, &question.key))
}

/// The work of one heatmap.
#[derive(Default)]
pub(super) struct Making {
    facts: Slot<AskedFacts, Facts>,
    picture: Slot<AskedPicture, Drawn>,
}

impl Making {
    /// The newest facts, and whether they are those that are asked for.
    pub(super) fn facts(&mut self, question: AskedFacts, ctx: &Context) -> (Option<Facts>, bool) {
        self.facts.poll();
        self.facts.ask(question, ctx, &FACTS);
        mark(ctx, self.facts.is_busy());
        (self.facts.answer().map(|facts| **facts), self.facts.is_current())
    }

    /// The picture, once it is there.
    pub(super) fn picture(&mut self, question: AskedPicture, ctx: &Context) -> Option<Arc<Drawn>> {
        self.picture.poll();
        self.picture.ask(question, ctx, &PICTURE);
        mark(ctx, self.picture.is_busy());
        self.picture.answer().filter(|_| self.picture.is_current()).cloned()
    }
}

fn id() -> Id {
    Id::unique("maps in the making")
}

fn mark(ctx: &Context, is_busy: bool) {
    if is_busy {
        let now = ctx.cumulative_pass_nr();
        ctx.data_mut(|data| data.insert_temp(id(), now));
    }
}

/// Whether a heatmap of this frame waits for something.
pub fn is_any_made(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp::<u64>(id())) == Some(ctx.cumulative_pass_nr())
}
