//! The events of a run as progress bars: one for each split in progress, one for all.

use std::{collections::BTreeMap, time::Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use crate::{
    train::{Event, History, Job},
    units::{self, percent},
};

/// Shows the events of a run as progress bars.
pub(in crate::cli) struct ProgressBars {
    pub history: History,
    bars: MultiProgress,
    preparing: ProgressBar,
    all: ProgressBar,
    splits: BTreeMap<usize, ProgressBar>,
    most_epochs: usize,
    started: Instant,
    /// Epochs trained since the start or the last resume, for the estimate of the remaining time.
    epochs_here: usize,
}

impl ProgressBars {
    pub(in crate::cli) fn new(job: &Job) -> Self {
        let bars = MultiProgress::new();
        let bar = |length: usize, template: &str| {
            // Added first: a bar that is on its own draws itself.
            let bar = bars.add(ProgressBar::new(length as u64));
            bar.set_style(style(template));
            bar
        };
        let preparing = bar(0, "preprocessing {bar:30} {pos}/{len} graphs");
        let all = bar(job.config().splits, "all       {bar:30} {pos}/{len} splits {msg}");
        Self {
            history: History::default(),
            preparing,
            all,
            bars,
            splits: BTreeMap::new(),
            most_epochs: job.config().epochs,
            started: Instant::now(),
            epochs_here: 0,
        }
    }

    /// Processes an event.
    pub(in crate::cli) fn take(&mut self, event: Event) {
        self.history.add(event.clone());
        match event {
            Event::Prepared { done, total } => {
                self.preparing.set_length(total as u64);
                self.preparing.set_position(done as u64);
            }
            Event::Started(started) => {
                self.preparing.finish_and_clear();
                self.started = Instant::now();
                self.all.set_position(started.splits_done as u64);
            }
            Event::BatchEnded(row) => {
                let message = self.epoch_message(row.split);
                let bar = self.split_bar(row.split);
                bar.set_length(row.batches as u64);
                bar.set_position(row.batch as u64);
                bar.set_message(format!("epoch {:>3}{message}", row.epoch));
            }
            Event::EpochEnded(_) => {
                self.epochs_here += 1;
                self.all.set_message(self.overall_message());
            }
            Event::SplitEnded(row) => {
                self.history.forget_epochs(row.split);
                if let Some(bar) = self.splits.remove(&row.split) {
                    bar.finish_and_clear();
                }
                self.all.inc(1);
                self.all.set_message(self.overall_message());
                let test =
                    row.test.map_or_else(String::new, |test| format!(", test acc. {} %", percent(test.accuracy)));
                self.print_line(&format!(
                    "split {:>2}: best epoch {} of {}, val. acc. {} %{test}",
                    row.split,
                    row.best_epoch,
                    row.epochs,
                    percent(row.validation_accuracy),
                ));
            }
            _ => {}
        }
    }

    /// Prints a line above the bars, or to stderr where there is no terminal.
    fn print_line(&self, line: &str) {
        if self.bars.is_hidden() {
            eprintln!("{line}");
        } else {
            // A closed terminal is no reason to stop training.
            let _ = self.bars.println(line);
        }
    }

    fn split_bar(&mut self, split: usize) -> &ProgressBar {
        let (bars, all) = (&self.bars, &self.all);
        self.splits.entry(split).or_insert_with(|| {
            let bar = bars.insert_before(all, ProgressBar::new(1));
            bar.set_style(style("{prefix:9} {bar:30} {msg}"));
            bar.set_prefix(format!("split {split}"));
            bar
        })
    }

    /// The last epoch of a split in a few words.
    fn epoch_message(&self, split: usize) -> String {
        let last = self.history.splits.get(&split).and_then(|split| split.epochs.last());
        last.map_or_else(String::new, |row| {
            let of_poolings: String = row.losses.iter().map(|(key, loss)| format!("  {key} {loss:.3}")).collect();
            format!(
                "  loss {:.3}{of_poolings}  val. acc. {} %  {:.0} graphs/s",
                row.train_loss,
                percent(row.validation_accuracy),
                row.graphs_per_second
            )
        })
    }

    /// The mean so far, and the estimated time left.
    fn overall_message(&self) -> String {
        let mean = self.history.test_sample().map_or_else(String::new, |sample| format!(" test acc. {sample} %"));
        let splits_left = self.all.length().unwrap_or(1).saturating_sub(self.all.position()) as usize;
        let so_far = (self.epochs_here, self.started.elapsed());
        match self.history.seconds_left(splits_left, self.most_epochs, so_far) {
            Some(seconds) => format!("{mean} about {} left", units::long_time(seconds)),
            None => mean,
        }
    }

    /// Removes the bars.
    pub(in crate::cli) fn clear(&self) {
        // Nothing to show is nothing to fail.
        let _ = self.bars.clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("━━╌")
}
