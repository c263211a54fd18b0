//! The training of one split, to be read from top to bottom.

use std::{collections::BTreeMap, time::Instant};

use rayon::ThreadPool;

use super::{
    checkpoint::{self, ModelMetadata},
    config::Config,
    confusion::Confusion,
    control::{Control, Transition},
    data::Data,
    error::TrainError,
    event::{BatchRow, EpochRow, Event, SplitRow, TestScore},
    folder::RunFolder,
    snapshot::Snapshots,
    state::SplitState,
    step::{self, Gradient, GraphOutput},
};
use crate::{
    graph::split::Split,
    math::rng::Rng,
    model::{Architecture, Parameters, Prepared},
};

/// Everything that the splits of a run share.
pub struct Shared<'a> {
    pub config: &'a Config,
    pub architecture: &'a Architecture,
    pub data: &'a Data,
    pub pool: &'a ThreadPool,
    pub control: &'a Control,
    pub folder: &'a RunFolder,
    /// Written into every checkpoint.
    pub metadata: &'a ModelMetadata,
    /// Where the weights of single epochs are saved, if they are.
    pub snapshots: Option<Snapshots>,
    /// Receives the events.
    pub emit: &'a (dyn Fn(Event) -> Result<(), TrainError> + Sync),
}

/// The log has the confusion matrix of every epoch, unless that would be most of it.
const MOST_CLASSES: usize = 12;

/// How the training of a split ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Done,
    Stopped,
}

impl Shared<'_> {
    /// Trains a split from a state to its end.
    pub fn train(&self, split: &Split, mut state: SplitState) -> Result<End, TrainError> {
        let number = state.progress.split;
        self.folder.make_split(number)?;
        while !state.progress.is_done(self.config) {
            let Some(epoch) = self.epoch(split, &mut state)? else { return Ok(End::Stopped) };
            let validation = self.evaluate(&state.parameters, &split.validation)?;
            if !validation.loss.is_finite() {
                let batch = split.train.len().div_ceil(self.config.batch);
                return Err(not_finite("the validation loss".into(), &state, batch));
            }
            let is_best = state.progress.end_epoch(self.config, validation.accuracy, validation.loss);
            // Before the event: whoever receives it can read the snapshot.
            if let Some(snapshots) = &self.snapshots {
                snapshots.keep(self.metadata, &state)?;
            }
            (self.emit)(Event::EpochEnded(EpochRow {
                split: number,
                epoch: state.progress.epoch,
                train_loss: epoch.loss,
                train_accuracy: epoch.accuracy,
                losses: epoch.losses,
                validation_loss: validation.loss,
                validation_accuracy: validation.accuracy,
                gradient_norm: epoch.gradient_norm,
                is_best,
                seconds: epoch.seconds,
                graphs_per_second: split.train.len() as f64 / epoch.seconds.max(1e-9),
                validation_confusion: Some(validation.confusion).filter(|confusion| confusion.0.len() <= MOST_CLASSES),
            }))?;
            // Best first: a kill in between leaves a best that the next try writes again.
            if is_best {
                checkpoint::write(&self.folder.best(number), self.metadata, &state)?;
            }
            checkpoint::write(&self.folder.last(number), self.metadata, &state)?;
        }
        let best = checkpoint::read_for(&self.folder.best(number), self.metadata, number)?;
        let test = if self.config.score_test { Some(self.evaluate(&best.parameters, &split.test)?) } else { None };
        let Some(chosen) = best.progress.best else {
            return Err(TrainError::file(self.folder.best(number), "this checkpoint has no best epoch; train again"));
        };
        (self.emit)(Event::SplitEnded(SplitRow {
            split: number,
            epochs: state.progress.epoch,
            best_epoch: chosen.epoch,
            validation_accuracy: chosen.accuracy,
            validation_loss: chosen.loss,
            test,
        }))?;
        Ok(End::Done)
    }

    /// One epoch: every training graph once, in a new order. None if it was interrupted.
    fn epoch(&self, split: &Split, state: &mut SplitState) -> Result<Option<Epoch>, TrainError> {
        let mut order = split.train.clone();
        let mut rng = Rng::new(state.progress.rng);
        rng.shuffle(&mut order);
        let batches = order.len().div_ceil(self.config.batch);
        let (mut loss, mut n_correct, mut norm) = (0.0, 0, 0.0);
        let mut losses: BTreeMap<String, f64> = BTreeMap::new();
        let mut start = Instant::now();
        let mut seconds = 0.0;
        for (number, batch) in (1..).zip(order.chunks(self.config.batch)) {
            seconds += start.elapsed().as_secs_f64();
            if !self.control.proceed(|transition| self.emit_transition(transition)) {
                return Ok(None);
            }
            start = Instant::now();
            let graphs: Vec<&Prepared> = self.data.pick(batch);
            let gradient = step::gradient(self.pool, self.architecture, &state.parameters, &graphs)?;
            norm += self.checked_norm(&gradient, state, number)?;
            state.adam.step(&mut state.parameters, &gradient.values, self.config.lr, self.config.wd);
            loss += gradient.loss;
            n_correct += gradient.n_correct;
            for (key, sum) in gradient.losses {
                *losses.entry(key.to_owned()).or_default() += sum;
            }
            (self.emit)(Event::BatchEnded(BatchRow {
                split: state.progress.split,
                epoch: state.progress.epoch + 1,
                batch: number,
                batches,
                loss: gradient.loss / graphs.len() as f64,
            }))?;
        }
        seconds += start.elapsed().as_secs_f64();
        state.progress.rng = rng.state();
        state.progress.steps = state.adam.steps;
        let n_graphs = order.len().max(1) as f64;
        Ok(Some(Epoch {
            loss: loss / n_graphs,
            losses: losses.into_iter().map(|(key, sum)| (key, sum / n_graphs)).collect(),
            accuracy: n_correct as f64 / n_graphs,
            gradient_norm: norm / batches.max(1) as f64,
            seconds,
        }))
    }

    fn emit_transition(&self, transition: Transition) {
        let event = match transition {
            Transition::Paused => Event::Paused,
            Transition::Resumed => Event::Resumed,
        };
        // A log that cannot be written is reported at the next epoch.
        let _ = (self.emit)(event);
    }

    /// The gradient norm; an error that names what is not finite.
    fn checked_norm(&self, gradient: &Gradient, state: &SplitState, batch: usize) -> Result<f64, TrainError> {
        let broken = |what: String| not_finite(what, state, batch);
        if !gradient.loss.is_finite() {
            return Err(broken("the loss".into()));
        }
        let norm = l2_norm(&gradient.values);
        if norm.is_finite() {
            return Ok(norm);
        }
        let mut start = 0;
        for named in &state.parameters.0 {
            let range = start..start + named.values.len();
            start = range.end;
            if !l2_norm(&gradient.values[range]).is_finite() {
                return Err(broken(format!("the gradient of {}", named.spec.name)));
            }
        }
        Err(broken("the gradient".into()))
    }

    /// The score of these weights on these graphs.
    fn evaluate(&self, parameters: &Parameters, graphs: &[u32]) -> Result<TestScore, TrainError> {
        let graphs = self.data.pick(graphs);
        let outputs = step::outputs(self.pool, self.architecture, parameters, &graphs)?;
        Ok(score(&outputs, &graphs, self.architecture.classes))
    }
}

fn not_finite(what: String, state: &SplitState, batch: usize) -> TrainError {
    TrainError::NotFinite { what, split: state.progress.split, epoch: state.progress.epoch + 1, batch }
}

pub fn score(outputs: &[GraphOutput], graphs: &[&Prepared], classes: usize) -> TestScore {
    let mut confusion = Confusion::new(classes);
    for (output, graph) in outputs.iter().zip(graphs) {
        confusion.add(graph.class, output.predicted());
    }
    let loss = outputs.iter().map(|output| output.loss).sum::<f64>() / outputs.len().max(1) as f64;
    TestScore { accuracy: confusion.accuracy(), loss, confusion }
}

/// The training part of an epoch in numbers.
struct Epoch {
    loss: f64,
    losses: BTreeMap<String, f64>,
    accuracy: f64,
    gradient_norm: f64,
    seconds: f64,
}

/// ‖g‖₂, in eight sums that the compiler can keep apart, always in the same order.
fn l2_norm(values: &[f32]) -> f64 {
    let mut sums = [0.0_f64; 8];
    let (eights, rest) = values.as_chunks::<8>();
    for eight in eights {
        for (sum, &value) in sums.iter_mut().zip(eight) {
            *sum += f64::from(value) * f64::from(value);
        }
    }
    let rest: f64 = rest.iter().map(|&value| f64::from(value) * f64::from(value)).sum();
    (sums.iter().sum::<f64>() + rest).sqrt()
}
