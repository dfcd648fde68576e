//! A sample of a stream of unknown length, every item of it as likely as any other.
//!
//! Every item is given a random key and the items with the least keys are kept. That is as fair as the classic reservoir (Vitter, 1985),
//! and two samples with keys can be merged into the sample of both streams: the streams may be drawn from on different threads.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// The sample.
#[derive(Clone, Debug)]
pub(super) struct Reservoir<T> {
    capacity: usize,
    seen: u64,
    kept: BinaryHeap<Keyed<T>>,
    random: ChaCha8Rng,
}

/// An item and its key; ordered by the key alone.
#[derive(Clone, Debug)]
struct Keyed<T> {
    key: u64,
    item: T,
}

impl<T> Reservoir<T> {
    /// At most `capacity` items. Reservoirs of one seed draw independently of each other if their streams differ.
    pub(super) fn new(capacity: usize, seed: u64, stream: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(stream);
        Reservoir { capacity, seen: 0, kept: BinaryHeap::new(), random }
    }

    /// The next item of the stream; it is only made if it is kept.
    pub(super) fn offer(&mut self, make: impl FnOnce() -> T) {
        let key = self.random.next_u64();
        self.seen += 1;
        if self.kept.len() < self.capacity || self.kept.peek().is_some_and(|worst| key < worst.key) {
            self.kept.push(Keyed { key, item: make() });
            self.shrink();
        }
    }

    /// Adds the sample of another stream.
    pub(super) fn merge(&mut self, other: Reservoir<T>) {
        self.seen += other.seen;
        for keyed in other.kept {
            self.kept.push(keyed);
            self.shrink();
        }
    }

    fn shrink(&mut self) {
        if self.kept.len() > self.capacity {
            self.kept.pop();
        }
    }

    /// Items offered.
    pub(super) fn seen(&self) -> u64 {
        self.seen
    }

    /// Items kept.
    pub(super) fn len(&self) -> usize {
        self.kept.len()
    }

    /// The items kept, in the order of their keys, which says nothing of their order in the stream.
    pub(super) fn into_items(self) -> Vec<T> {
        self.kept.into_sorted_vec().into_iter().map(|keyed| keyed.item).collect()
    }
}

impl<T> Ord for Keyed<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.cmp(&other.key)
    }
}

impl<T> PartialOrd for Keyed<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> PartialEq for Keyed<T> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl<T> Eq for Keyed<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chi-square over how often each of 40 items is kept, drawn directly or merged from unequal parts.
    #[test]
    fn every_item_is_as_likely_as_any_other() {
        const ITEMS: usize = 40;
        const CAPACITY: usize = 10;
        const ROUNDS: u64 = 4000;
        for parts in [&[0..ITEMS, 0..0][..], &[0..3, 3..30, 30..ITEMS]] {
            let mut kept = [0_u32; ITEMS];
            for seed in 0..ROUNDS {
                let mut whole = Reservoir::new(CAPACITY, seed, u64::MAX);
                for (stream, part) in parts.iter().enumerate() {
                    let mut sample = Reservoir::new(CAPACITY, seed, stream as u64);
                    part.clone().for_each(|item: usize| sample.offer(|| item));
                    whole.merge(sample);
                }
                assert_eq!(whole.seen(), ITEMS as u64);
                let items = whole.into_items();
                assert_eq!(items.len(), CAPACITY);
                items.into_iter().for_each(|item| kept[item] += 1);
            }
            let expected = ROUNDS as f64 * CAPACITY as f64 / ITEMS as f64;
            let chi: f64 = kept.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
            // Items of one round exclude each other, which makes the statistic smaller by a quarter; 39 degrees of freedom exceed 73 once
            // in a thousand.
            assert!(chi < 73.0 && chi > 5.0, "{parts:?}: {chi}");
        }
    }

    #[test]
    fn a_short_stream_is_kept_whole_and_a_seed_repeats() {
        let draw = |seed, count: u32| {
            let mut sample = Reservoir::new(5, seed, 3);
            (0..count).for_each(|item| sample.offer(|| item));
            sample.into_items()
        };
        let mut all = draw(1, 4);
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2, 3]);
        assert_eq!(draw(1, 1000), draw(1, 1000));
        assert_ne!(draw(1, 1000), draw(2, 1000));
        assert!(Reservoir::<u32>::new(0, 1, 1).into_items().is_empty());
    }
}
