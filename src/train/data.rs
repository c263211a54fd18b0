//! The graphs of a run, preprocessed once for all splits.

use std::{
    cmp::Reverse,
    panic::resume_unwind,
    sync::atomic::{AtomicUsize, Ordering},
};

use candle_core::DType;
use rayon::{ThreadPool, prelude::*};

use super::{config::labelled, control::Control, error::TrainError, event::Event};
use crate::{
    cancel::Stopped,
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
        let prepare = |graph: &Graph| -> candle_core::Result<Option<Prepared>> {
            let Some(class) = graph.class else { return Ok(None) };
            if control.is_stopping() {
                return Ok(None);
            }
            let prepare = || Prepared::new(graph, class, &signal.values(graph), architecture, DType::F32);
            let prepared = match control.cancel().run(prepare) {
                Ok(prepared) => prepared?,
                Err(Stopped::Cancelled) => return Ok(None),
                Err(Stopped::Panicked(message)) => resume_unwind(Box::new(message)),
            };
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if done.is_multiple_of(step) || done == total {
                tell(Event::Prepared { done, total });
            }
            Ok(Some(prepared))
        };
        // The largest first, since one may take as long as all others together.
        let mut order: Vec<usize> = (0..dataset.graphs.len()).collect();
        order.sort_by_key(|&idx| Reverse(dataset.graphs[idx].n_nodes));
        let prepared: Vec<(usize, Option<Prepared>)> = pool.install(|| {
            // One by one: in larger shares a thread would be left with what is large.
            let each = order.into_par_iter().with_max_len(1).map(|idx| Ok((idx, prepare(&dataset.graphs[idx])?)));
            each.collect::<candle_core::Result<_>>()
        })?;
        let mut graphs: Vec<Option<Prepared>> = vec![None; dataset.graphs.len()];
        for (idx, prepared) in prepared {
            graphs[idx] = prepared;
        }
        Ok((!control.is_stopping()).then_some(Self { graphs }))
    }

    /// These graphs, by their number in the dataset.
    pub fn pick(&self, graphs: &[u32]) -> Vec<&Prepared> {
        graphs.iter().filter_map(|&idx| self.graphs.get(idx as usize)?.as_ref()).collect()
    }
}
