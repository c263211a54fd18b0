//! The events of a run as progress bars: one for each split in progress, one for all.

use std::{collections::BTreeMap, time::Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use crate::{
    train::{Event, History, Job},
    units::{self, percent},
};

/// Folds events, and shows them.
pub struct Progress {
    /// What happened.
    pub history: History,
    bars: MultiProgress,
    preparing: ProgressBar,
    all: ProgressBar,
    splits: BTreeMap<usize, ProgressBar>,
    most_epochs: usize,
    started: Instant,
    /// Epochs trained here, for the guess of the time left.
    epochs_here: usize,
}

impl Progress {
    pub fn new(job: &Job) -> Self {
        let bars = MultiProgress::new();
        let bar = |length: usize, template: &str| {
            // Added first: a bar that is on its own draws itself.
            let bar = bars.add(ProgressBar::new(length as u64));
            bar.set_style(style(template));
            bar
        };
        let preparing = bar(0, "preparing {bar:30} {pos}/{len} graphs");
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

    /// Takes in an event.
    pub fn take(&mut self, event: Event) {
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
                if let Some(bar) = self.splits.remove(&row.split) {
                    bar.finish_and_clear();
                }
                self.all.inc(1);
                self.all.set_message(self.overall_message());
                let test = row.test.map_or_else(String::new, |test| format!(", test {} %", percent(test.accuracy)));
                self.say(&format!(
                    "split {:>2}: best epoch {} of {}, validation {} %{test}",
                    row.split,
                    row.best_epoch,
                    row.epochs,
                    percent(row.validation_accuracy),
                ));
            }
            _ => {}
        }
    }

    /// A line that stays, above the bars; plain where there is no terminal.
    fn say(&self, line: &str) {
        match self.bars.is_hidden() {
            true => eprintln!("{line}"),
            // A terminal that has gone is no reason to stop training.
            false => drop(self.bars.println(line)),
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
            format!(
                "  loss {:.3}  validation {} %  {:.0} graphs/s",
                row.train_loss,
                percent(row.validation_accuracy),
                row.graphs_per_second
            )
        })
    }

    /// The mean so far, and how long it may take.
    fn overall_message(&self) -> String {
        let mean = self.history.test_sample().map_or_else(String::new, |sample| format!(" test {sample} %"));
        let splits_left = self.all.length().unwrap_or(1).saturating_sub(self.all.position()) as usize;
        let so_far = (self.epochs_here, self.started.elapsed());
        match self.history.seconds_left(splits_left, self.most_epochs, so_far) {
            Some(seconds) => format!("{mean} about {} left", units::long_time(seconds)),
            None => mean,
        }
    }

    /// Takes the bars off the screen.
    pub fn clear(&self) {
        // Nothing to show is nothing to fail.
        let _ = self.bars.clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("━━╌")
}
