//! The graphs of a run, preprocessed once for all splits.

use std::sync::atomic::{AtomicUsize, Ordering};

use candle_core::DType;
use rayon::{ThreadPool, prelude::*};

use super::{config::labelled, control::Control, error::TrainError, event::Event};
use crate::{
    graph::{Dataset, Graph, features::Signal},
    model::{Architecture, Prepared},
};

/// Every graph that has a class, ready for batches.
pub struct Data {
    graphs: Vec<Option<Prepared>>,
}

impl Data {
    /// Prepares all graphs with a class, on all threads; nothing if the run is stopped meanwhile.
    pub fn prepare(
        pool: &ThreadPool,
        dataset: &Dataset,
        signal: &Signal,
        architecture: &Architecture,
        control: &Control,
        tell: &(dyn Fn(Event) + Sync),
    ) -> Result<Option<Self>, TrainError> {
        let total = labelled(dataset)?.len();
        let step = (total / 100).max(1);
        let done = AtomicUsize::new(0);
        let prepare = |graph: &Graph| {
            let Some(class) = graph.class else { return Ok(None) };
            if control.is_stopping() {
                return Ok(None);
            }
            let prepared = Prepared::new(graph, class, &signal.values(graph), architecture, DType::F32)?;
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if done.is_multiple_of(step) || done == total {
                tell(Event::Prepared { done, total });
            }
            Ok(Some(prepared))
        };
        let graphs =
            pool.install(|| dataset.graphs.par_iter().map(prepare).collect::<candle_core::Result<Vec<_>>>())?;
        Ok((!control.is_stopping()).then_some(Self { graphs }))
    }

    /// These graphs, by their number in the dataset.
    pub fn pick(&self, graphs: &[u32]) -> Vec<&Prepared> {
        graphs.iter().filter_map(|&idx| self.graphs.get(idx as usize)?.as_ref()).collect()
    }
}
