//! Intermediate results of the last exploration, under what they were made of.
//!
//! A part of an operator that depends on some tensors and numbers alone is computed [`once`] for these; after a change
//! of τ the structure kernel is the one of before, after a change of ρ everything up to the coupling is. A tensor is
//! known by its identity. What comes from outside (graph, signal, weights) is made anew each time, so it is first
//! replaced by an equal one that is known. There is one implementation: with no memory in the trace, as in training, the
//! same code runs every time.

use std::{
    any::Any,
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use candle_core::{DType, Result, Tensor, TensorId};

use super::{
    params::Params,
    stages::{Context, Graphs},
    trace::Part,
    weights::Weights,
};
use crate::tensor::{Sparse, slice_op::with_values};

/// Shared by all clones. Two are always equal: what is remembered decides about no result.
#[derive(Clone, Debug, Default)]
pub struct Memory(Arc<Mutex<Remembered>>);

impl PartialEq for Memory {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Results with the number of the exploration that used them last.
#[derive(Default)]
struct Remembered {
    entries: HashMap<Key, (Entry, u64)>,
    given: Vec<(Given, u64)>,
    n_explorations: u64,
}

impl std::fmt::Debug for Remembered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} results", self.entries.len())
    }
}

/// What a result was made of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Of {
    tensors: Vec<TensorId>,
    numbers: Vec<u64>,
}

impl Of {
    pub fn tensors<'a>(tensors: impl IntoIterator<Item = &'a Tensor>) -> Self {
        Self { tensors: tensors.into_iter().map(Tensor::id).collect(), numbers: Vec::new() }
    }

    pub fn and(mut self, numbers: impl IntoIterator<Item = f64>) -> Self {
        self.numbers.extend(numbers.into_iter().map(f64::to_bits));
        self
    }

    /// All parameters but the number of levels.
    pub(super) fn and_params(self, params: &Params) -> Self {
        let Params { s, tau, rho, levels: _, q_width, seed, max_nodes, mean_nodes, detach_adjacency, own } = params;
        let mut of = self.and([*s as f64, *tau, *rho, *q_width as f64, *max_nodes as f64, *mean_nodes]);
        of.numbers.extend([*seed, u64::from(*detach_adjacency)]);
        // Keys of equal parameters are in one order; the values alone could belong to others.
        of.numbers.extend(own.keys().flat_map(|key| key.bytes().map(u64::from)));
        of.and(own.values().copied())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    what: &'static str,
    of: Of,
}

#[derive(Clone)]
struct Entry {
    value: Arc<dyn Any + Send + Sync>,
    /// What it wrote into the trace.
    part: Part,
}

/// Something from outside.
#[derive(Clone)]
enum Given {
    Dense(Tensor),
    Sparse(Sparse),
}

/// One exploration's look into a memory.
#[derive(Clone, Debug)]
pub struct Recall {
    memory: Memory,
    exploration: u64,
}

impl Memory {
    /// For the next exploration.
    pub fn recall(&self) -> Recall {
        let mut remembered = self.lock();
        remembered.n_explorations += 1;
        Recall { memory: self.clone(), exploration: remembered.n_explorations }
    }

    /// Number of results.
    pub fn len(&self) -> usize {
        self.lock().entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn lock(&self) -> MutexGuard<'_, Remembered> {
        // Entries are put in whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Recall {
    /// Forgets what this exploration, now complete, and later ones did not use. One that was cancelled forgets nothing.
    pub fn forget_others(&self) {
        let mut remembered = self.memory.lock();
        remembered.entries.retain(|_, (_, used)| *used >= self.exploration);
        remembered.given.retain(|(_, used)| *used >= self.exploration);
    }

    fn get(&self, key: &Key) -> Option<Entry> {
        let mut remembered = self.memory.lock();
        let (entry, used) = remembered.entries.get_mut(key)?;
        *used = self.exploration.max(*used);
        Some(entry.clone())
    }

    fn put(&self, key: Key, entry: Entry) {
        self.memory.lock().entries.insert(key, (entry, self.exploration));
    }

    /// The graphs as they are known.
    pub(super) fn known_graphs(&self, graphs: Graphs) -> Graphs {
        let Given::Sparse(a) = self.known(Given::Sparse(graphs.a)) else { unreachable!("it stays what it is") };
        let Given::Dense(x) = self.known(Given::Dense(graphs.x)) else { unreachable!("it stays what it is") };
        Graphs { a, x, segments: graphs.segments }
    }

    /// The weights as they are known.
    pub(super) fn known_weights(&self, weights: &Weights) -> Weights {
        weights.map(|weight| match self.known(Given::Dense(weight.clone())) {
            Given::Dense(known) => known,
            Given::Sparse(_) => weight.clone(),
        })
    }

    /// The one of before that is equal to the last bit, or this one, which is now known.
    fn known(&self, given: Given) -> Given {
        // Compared outside of the lock: those of before do not change.
        let all: Vec<Given> = self.memory.lock().given.iter().map(|(given, _)| given.clone()).collect();
        let found = all.iter().position(|known| given.is_equal(known));
        let mut remembered = self.memory.lock();
        let known = found.map_or(given, |idx| all[idx].clone());
        match remembered.given.iter_mut().find(|(other, _)| other.id() == known.id()) {
            Some((_, used)) => *used = self.exploration.max(*used),
            None => remembered.given.push((known.clone(), self.exploration)),
        }
        known
    }
}

impl Given {
    fn id(&self) -> TensorId {
        match self {
            Self::Dense(tensor) => tensor.id(),
            Self::Sparse(matrix) => matrix.values.id(),
        }
    }

    fn is_equal(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Dense(a), Self::Dense(b)) => have_equal_bits(a, b),
            (Self::Sparse(a), Self::Sparse(b)) => a.pattern == b.pattern && have_equal_bits(&a.values, &b.values),
            _ => false,
        }
    }
}

fn have_equal_bits(a: &Tensor, b: &Tensor) -> bool {
    if a.id() == b.id() {
        return true;
    }
    if a.dims() != b.dims() || a.dtype() != b.dtype() || a.track_op() || b.track_op() {
        return false;
    }
    let equal = match a.dtype() {
        DType::F64 => {
            let is_same = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits());
            with_values(a, |a: &[f64]| with_values(b, |b: &[f64]| is_same(a, b)))
        }
        _ => return false,
    };
    matches!(equal, Ok(Ok(true)))
}

/// Computes a part of an operator, or takes it from the memory with all that it wrote into the trace, if it was made of
/// the same before. `what` tells parts that are made of the same apart.
pub fn once<T: Clone + Send + Sync + 'static>(
    cx: &mut Context<'_>,
    what: &'static str,
    of: Of,
    make: impl FnOnce(&mut Context<'_>) -> Result<T>,
) -> Result<T> {
    let Some(recall) = cx.trace.recall().cloned() else { return make(cx) };
    let key = Key { what, of };
    if let Some(entry) = recall.get(&key)
        && let Some(value) = entry.value.downcast_ref::<T>()
    {
        cx.trace.write(&entry.part);
        return Ok(value.clone());
    }
    let begun = cx.trace.begin_part();
    let value = make(cx)?;
    let part = cx.trace.end_part(begun);
    recall.put(key, Entry { value: Arc::new(value.clone()), part });
    Ok(value)
}
