//! Giving up a measurement from another thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

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
    /// Requests that are made with this one.
    children: Mutex<Vec<Weak<Inner>>>,
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
        self.0.cancel();
    }

    /// A request of its own that is made when this one is made, but not the other way round.
    #[must_use]
    pub(crate) fn child(&self) -> Cancel {
        let child = Cancel::default();
        let mut children = self.0.children.lock().unwrap_or_else(PoisonError::into_inner);
        children.retain(|child| child.strong_count() > 0);
        children.push(Arc::downgrade(&child.0));
        drop(children);
        // Either the request came before this, or it will find the child.
        if self.is_cancelled() {
            child.cancel();
        }
        child
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
    fn cancel(&self) {
        let searches = self.lock();
        self.cancelled.store(true, Ordering::SeqCst);
        searches.iter().flatten().for_each(Controller::stop);
        drop(searches);
        let children = self.children.lock().unwrap_or_else(PoisonError::into_inner);
        children.iter().filter_map(Weak::upgrade).for_each(|child| child.cancel());
    }

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

    #[test]
    fn a_request_reaches_children_and_not_parents() {
        let parent = Cancel::default();
        let (first, second) = (parent.child(), parent.child());
        first.cancel();
        assert!(first.is_cancelled() && !parent.is_cancelled() && !second.is_cancelled());
        parent.cancel();
        assert!(second.is_cancelled() && parent.child().is_cancelled());
    }
}
