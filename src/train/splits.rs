//! Concurrent training of splits, one thread each.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::mpsc::channel,
    thread,
};

use super::{control::Control, error::TrainError, run::End};

/// Trains `at_a_time` splits concurrently until all are done. The first failure, including a panic, stops the others
/// before their next batch.
pub(super) fn train_concurrently(
    splits: Vec<usize>,
    at_a_time: usize,
    control: &Control,
    train: impl Fn(usize) -> Result<End, TrainError> + Sync,
) -> Result<End, TrainError> {
    let train = |split: usize| {
        let caught = catch_unwind(AssertUnwindSafe(|| train(split)));
        caught.unwrap_or_else(|panic| Err(TrainError::panicked(format!("split {split}"), &*panic)))
    };
    let (train, mut waiting) = (&train, splits.into_iter());
    let mut failure = None;
    thread::scope(|scope| {
        let (sender, ended) = channel();
        let start = |split: usize| {
            let (name, sender) = (format!("split {split}"), sender.clone());
            // Who listens waits for every split that was started.
            let body = move || drop(sender.send(train(split)));
            thread::Builder::new().name(name).spawn_scoped(scope, body).map(drop)
        };
        let mut n_running = 0;
        loop {
            while n_running < at_a_time.max(1) && failure.is_none() && !control.is_stopping() {
                let Some(split) = waiting.next() else { break };
                match start(split) {
                    Ok(()) => n_running += 1,
                    Err(error) => failure = Some(TrainError::Threads(error.to_string())),
                }
            }
            if failure.is_some() {
                control.stop();
            }
            if n_running == 0 {
                break;
            }
            if let Ok(Err(error)) = ended.recv() {
                failure.get_or_insert(error);
            }
            n_running -= 1;
        }
    });
    match failure {
        Some(error) => Err(error),
        None if control.is_stopping() => Ok(End::Stopped),
        None => Ok(End::Done),
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{
            Mutex,
            atomic::{AtomicUsize, Ordering},
        },
        time::{Duration, Instant},
    };

    use super::*;

    /// Batches until somebody stops them, or for so long that it is a failure of the test.
    fn batches(control: &Control) -> Result<End, TrainError> {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(5) {
            if !control.proceed(|_| ()) {
                return Ok(End::Stopped);
            }
            thread::sleep(Duration::from_millis(1));
        }
        Ok(End::Done)
    }

    #[test]
    fn a_panic_in_one_split_stops_the_others_and_keeps_its_words() {
        for at_a_time in [1, 2, 3] {
            let control = Control::default();
            let ends = Mutex::new(Vec::new());
            let outcome = train_concurrently((0..5).collect(), at_a_time, &control, |split| {
                assert_eq!(thread::current().name(), Some(&*format!("split {split}")));
                match split {
                    1 => panic!("row {} of 3", 7),
                    0 if at_a_time == 1 => Ok(End::Done),
                    _ => {
                        let end = batches(&control)?;
                        ends.lock().unwrap().push((split, end));
                        Ok(end)
                    }
                }
            });
            let message = outcome.unwrap_err().to_string();
            assert_eq!(message, "internal error in split 1: row 7 of 3 (please report it)");
            let ends = ends.into_inner().unwrap();
            assert!(ends.len() < at_a_time && ends.iter().all(|(_, end)| *end == End::Stopped), "{ends:?}");
        }
    }

    #[test]
    fn no_more_than_asked_for_at_a_time_and_all_of_them() {
        let (running, most, all) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        let outcome = train_concurrently((0..9).collect(), 3, &Control::default(), |_| {
            most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            thread::sleep(Duration::from_millis(2));
            running.fetch_sub(1, Ordering::SeqCst);
            all.fetch_add(1, Ordering::SeqCst);
            Ok(End::Done)
        });
        assert_eq!(outcome.unwrap(), End::Done);
        assert_eq!((most.into_inner(), all.into_inner()), (3, 9));
    }
}
