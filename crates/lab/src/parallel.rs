//! The same work on many items, by several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::cancel::Cancel;
use crate::error::LabError;

/// Stack of a thread in bytes: a search recurses once per ply and keeps its moves on the stack.
pub(crate) const STACK_BYTES: usize = 32 << 20;

/// The processor cores this program may use, at least 1.
#[must_use]
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Work on every item; the results in the order of the items. Each thread makes a state of its own first and takes the next item
/// when it is done with one. `each` is called on this thread, in the order in which the items are done. Once `cancel` asks for it,
/// no further item is begun; `None` stands for those and for those that `work` gave up.
///
/// # Errors
/// The first error of a state or of the work; then, too, no further item is begun.
pub(crate) fn map<T: Sync, S, R: Send>(
    items: &[T],
    threads: usize,
    cancel: &Cancel,
    state: impl Fn() -> Result<S, LabError> + Sync,
    work: impl Fn(&mut S, &T) -> Result<Option<R>, LabError> + Sync,
    each: &mut dyn FnMut(&R),
) -> Result<Vec<Option<R>>, LabError> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let serve = |sender: mpsc::Sender<Result<(usize, R), LabError>>| {
        let mut own = match state() {
            Ok(own) => own,
            Err(error) => return drop(sender.send(Err(error))),
        };
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index).filter(|_| !cancel.is_cancelled()) else { return };
            let done = work(&mut own, item).map(|result| result.map(|result| (index, result)));
            // Nobody listens any more after an error.
            if let Some(done) = done.transpose()
                && sender.send(done).is_err()
            {
                return;
            }
        }
    };
    let mut results: Vec<Option<R>> = items.iter().map(|_| None).collect();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, items.len().max(1)) {
            let (sender, serve) = (sender.clone(), &serve);
            let builder = thread::Builder::new().stack_size(STACK_BYTES);
            if let Err(source) = builder.spawn_scoped(scope, move || serve(sender)) {
                // Those that run are not worth waiting for.
                next.store(items.len(), Ordering::Relaxed);
                return Err(LabError::Thread(source));
            }
        }
        drop(sender);
        for done in receiver {
            let (index, result) = done.inspect_err(|_| next.store(items.len(), Ordering::Relaxed))?;
            each(&result);
            results[index] = Some(result);
        }
        Ok(())
    })?;
    Ok(results)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubled(
        items: &[u32],
        cancel: &Cancel,
        each: &mut dyn FnMut(&u32),
    ) -> Result<Vec<Option<u32>>, LabError> {
        let work = |_: &mut (), &item: &u32| match item {
            13 => Err(LabError::Cancelled),
            7 => Ok(None),
            _ => Ok(Some(2 * item)),
        };
        map(items, 3, cancel, || Ok(()), work, each)
    }

    #[test]
    fn results_keep_the_order_of_the_items() {
        let items: Vec<u32> = (20..120).collect();
        let mut sum = 0;
        let results = doubled(&items, &Cancel::default(), &mut |result| sum += result).unwrap();
        assert!(results.iter().zip(&items).all(|(result, item)| *result == Some(2 * item)));
        assert_eq!(sum, items.iter().sum::<u32>() * 2);
        assert_eq!(doubled(&[7, 8], &Cancel::default(), &mut |_| {}).unwrap(), [None, Some(16)]);
        assert_eq!(doubled(&[], &Cancel::default(), &mut |_| {}).unwrap(), []);
    }

    #[test]
    fn an_error_and_a_request_end_it() {
        let items: Vec<u32> = (0..50).collect();
        assert!(matches!(doubled(&items, &Cancel::default(), &mut |_| {}), Err(LabError::Cancelled)));
        let cancel = Cancel::default();
        cancel.cancel();
        assert!(doubled(&items, &cancel, &mut |_| {}).unwrap().iter().all(Option::is_none));
    }
}
