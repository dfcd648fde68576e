//! Keeping each game on a core of its own, so that games at the same time do not take turns.
//!
//! Engines in processes of their own inherit the core of the thread that starts them.

use std::collections::BTreeMap;
use std::fs;

use core_affinity::CoreId;

/// The cores this process may use, those first that share no physical core with one before.
pub(super) fn cores() -> Vec<CoreId> {
    let mut cores = core_affinity::get_core_ids().unwrap_or_default();
    let allowed: Vec<usize> = cores.iter().map(|core| core.id).collect();
    let ranks = ranks(&allowed, siblings);
    // Stable: within a rank, in the order of the system.
    cores.sort_by_key(|core| ranks.get(&core.id).copied());
    cores
}

/// For each logical core, how many of its physical core come before it.
fn ranks(cores: &[usize], siblings: impl Fn(usize) -> Vec<usize>) -> BTreeMap<usize, usize> {
    let rank = |core: usize| {
        let before = |other: &&usize| **other < core && cores.contains(other);
        siblings(core).iter().filter(before).count()
    };
    cores.iter().map(|&core| (core, rank(core))).collect()
}

/// The logical cores of the same physical core, by Linux's account; elsewhere none are known.
fn siblings(core: usize) -> Vec<usize> {
    let path = format!("/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list");
    fs::read_to_string(path).map_or_else(|_| Vec::new(), |text| parse_list(text.trim()))
}

/// A list of the form `0,4` or `0-1,8`; what is not understood is left out.
fn parse_list(text: &str) -> Vec<usize> {
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(first.parse::<usize>().ok()?..=last.parse().ok()?)
    };
    text.split(',').filter_map(range).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thread_of_each_core_comes_first() {
        // Two threads a core, numbered the usual two ways; core 3's sibling is not ours to use.
        let far = ranks(&[0, 1, 2, 3, 4, 5], |core| vec![core % 4, core % 4 + 4]);
        assert_eq!(far.into_values().collect::<Vec<_>>(), [0, 0, 0, 0, 1, 1]);
        let near = ranks(&[0, 1, 2, 3], |core| vec![core & !1, core | 1]);
        assert_eq!(near.into_values().collect::<Vec<_>>(), [0, 1, 0, 1]);
        let alone = ranks(&[5, 9], |_| Vec::new());
        assert_eq!(alone.into_values().collect::<Vec<_>>(), [0, 0]);
    }

    #[test]
    fn lists_of_cores_are_read() {
        for (text, cores) in [("0,4", vec![0, 4]), ("2-3,8", vec![2, 3, 8]), ("7", vec![7]), ("", vec![])] {
            assert_eq!(parse_list(text), cores, "{text:?}");
        }
    }

    #[test]
    fn every_core_is_offered_once() {
        let cores = cores();
        let mut distinct = cores.clone();
        distinct.sort_by_key(|core| core.id);
        distinct.dedup();
        assert_eq!(distinct.len(), cores.len());
    }
}
