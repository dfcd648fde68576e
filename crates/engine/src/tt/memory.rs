//! Memory for the table: zeroed pages straight from the system, huge ones where it has them.
//!
//! A table is touched at random, so with ordinary pages nearly every probe misses the processor's address cache too; huge
//! pages take that miss away. The system zeroes pages when they are first touched, so even a large table is had at once.

use super::Cluster;
use memmap2::MmapMut;
use std::ops::Deref;

/// A fixed number of clusters, all zero at first.
pub(super) struct Clusters {
    map: MmapMut,
    count: usize,
}

impl Clusters {
    /// `count` zeroed clusters, or `None` if the system has no room for them.
    pub(super) fn zeroed(count: usize) -> Option<Clusters> {
        let bytes = count.checked_mul(size_of::<Cluster>()).filter(|&bytes| bytes > 0)?;
        let map = MmapMut::map_anon(bytes).ok()?;
        // A wish only: without huge pages the table is slower, not wrong.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Clusters { map, count })
    }
}

impl Deref for Clusters {
    type Target = [Cluster];

    #[inline(always)]
    #[allow(unsafe_code)]
    fn deref(&self) -> &[Cluster] {
        // SAFETY: the mapping is `count` clusters long and lives as long as `self`; it begins on a page, so clusters are
        // aligned; zeroed and later bytes alike are valid clusters, which consist of `AtomicU64`s only; and it is reached
        // through this function alone, so all writes to it are atomic.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.count) }
    }
}
