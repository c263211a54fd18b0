//! ReadProgress of reading, and a way to cancel it.
//!
//! A watch belongs to the thread that reads, so that readers need not hand it from one to the next;
//! without one, saying how far one has come costs a look at a thread's variable.

use std::{
    cell::RefCell,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{
    report::{Place, ReadError},
    source::TextFile,
};

/// ReadProgress of a reader.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadProgress {
    /// The file that is being read.
    pub file: String,
    /// The part of it that has been read, 0–1.
    pub share: f32,
}

/// ReadProgress of a reader, and a request to cancel it.
#[derive(Debug, Default)]
pub struct Watch {
    progress: Mutex<ReadProgress>,
    is_stopped: AtomicBool,
}

thread_local! {
    static WATCH: RefCell<Option<Arc<Watch>>> = const { RefCell::new(None) };
}

impl Watch {
    /// Current progress.
    pub fn progress(&self) -> ReadProgress {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Makes the reader give up at its next line.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Runs a reader under this watch.
    pub fn during<T>(self: &Arc<Self>, read: impl FnOnce() -> T) -> T {
        WATCH.set(Some(self.clone()));
        let read = read();
        WATCH.set(None);
        read
    }
}

/// Number of short lines between two checks.
pub const LINES_A_LOOK: usize = 1024;

/// Says that a reader has come to a part of a file's text; an error where it was stopped.
pub fn at(file: &TextFile, part: &str) -> Result<(), ReadError> {
    at_byte(file, (part.as_ptr() as usize).saturating_sub(file.text.as_ptr() as usize))
}

/// Says that a reader has come to a byte of a file's text; an error where it was stopped.
pub fn at_byte(file: &TextFile, byte: usize) -> Result<(), ReadError> {
    WATCH.with_borrow(|watch| {
        let Some(watch) = watch else { return Ok(()) };
        if watch.is_stopped.load(Ordering::Relaxed) {
            return Err(ReadError::new(Place::file(&*file.display_name), "reading was stopped", "open it again"));
        }
        let share = byte.min(file.text.len()) as f32 / file.text.len().max(1) as f32;
        let mut progress = watch.progress.lock().unwrap_or_else(PoisonError::into_inner);
        if progress.file != file.display_name {
            progress.file.clone_from(&file.display_name);
        }
        progress.share = share;
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_watch_sees_where_the_reader_is_and_stops_it() {
        let file = TextFile::from_text("a.txt", "one\ntwo\n");
        let watch = Arc::new(Watch::default());
        watch.during(|| at(&file, &file.text[4..])).unwrap();
        assert_eq!(watch.progress(), ReadProgress { file: "a.txt".to_owned(), share: 0.5 });
        watch.stop();
        assert!(watch.during(|| at(&file, &file.text)).is_err());
        assert!(at(&file, &file.text).is_ok(), "nobody looks on any more");
    }
}
