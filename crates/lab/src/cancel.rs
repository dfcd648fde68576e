//! Giving up a measurement from another thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::Controller;

/// A cloneable request to give up one measurement: whoever holds a copy may make it, whoever measures heeds it.
///
/// ```
/// let cancel = lab::Cancel::default();
/// cancel.clone().cancel();
/// assert!(cancel.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    cancelled: AtomicBool,
    /// Stops the searches that are running; free places are empty.
    searches: Mutex<Vec<Option<Controller>>>,
}

/// A search that a [`Cancel`] will stop; forgotten when dropped.
#[derive(Debug)]
pub(crate) struct Admission<'a> {
    inner: &'a Inner,
    place: usize,
}

impl Cancel {
    /// Asks for the measurement to be given up. Searches that run for it are stopped.
    pub fn cancel(&self) {
        let searches = self.0.lock();
        self.0.cancelled.store(true, Ordering::Relaxed);
        searches.iter().flatten().for_each(Controller::stop);
    }

    /// Whether the measurement is no longer wanted.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::Relaxed)
    }

    /// Announces a search that is about to begin. It is armed under the lock, so a request either came before, and the
    /// answer is `None`, or it will stop the search.
    pub(crate) fn admit(&self, controller: Controller) -> Option<Admission<'_>> {
        let mut searches = self.0.lock();
        if self.is_cancelled() {
            return None;
        }
        controller.arm(false);
        let place = searches.iter().position(Option::is_none).unwrap_or(searches.len());
        if place == searches.len() {
            searches.push(None);
        }
        searches[place] = Some(controller);
        Some(Admission { inner: &self.0, place })
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, Vec<Option<Controller>>> {
        self.searches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Admission<'_> {
    fn drop(&mut self) {
        self.inner.lock()[self.place] = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Engine, Limits};

    #[test]
    fn every_running_search_is_stopped_and_no_other_begins() {
        let cancel = Cancel::default();
        let begun = std::sync::Barrier::new(3);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    let mut engine = Engine::new(1).unwrap();
                    let admission = cancel.admit(engine.controller()).unwrap();
                    begun.wait();
                    engine.go(&Limits { infinite: true, ..Limits::default() }, &mut |_| {});
                    drop(admission);
                });
            }
            begun.wait();
            cancel.cancel();
        });
        assert!(cancel.admit(Engine::new(1).unwrap().controller()).is_none());
        assert!(cancel.0.lock().iter().all(Option::is_none));
    }
}
