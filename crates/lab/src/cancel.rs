//! Giving up a measurement from another thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

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
    /// Stops the search that is running.
    search: Mutex<Option<Controller>>,
}

impl Cancel {
    /// Asks for the measurement to be given up. A search that runs for it is stopped.
    pub fn cancel(&self) {
        let search = self.0.search.lock().unwrap_or_else(PoisonError::into_inner);
        self.0.cancelled.store(true, Ordering::Relaxed);
        if let Some(controller) = search.as_ref() {
            controller.stop();
        }
    }

    /// Whether the measurement is no longer wanted.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::Relaxed)
    }

    /// Announces a search that is about to begin. It is armed under the lock, so a request either came before, and
    /// the answer is false, or it will stop the search.
    pub(crate) fn admits(&self, controller: Controller) -> bool {
        let mut search = self.0.search.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_cancelled() {
            return false;
        }
        controller.arm(false);
        *search = Some(controller);
        true
    }
}
