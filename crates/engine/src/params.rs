//! Tunable parameters: every margin, divisor and bonus of the search, declared once beside its documentation.
//!
//! A family of parameters is a plain struct of `i32` fields made by the `params!` macro; the search reads
//! the fields directly. The same declaration feeds a registry of names, ranges and steps, from which options,
//! tuning files and tables are made.

mod families;

pub use families::*;

/// The declaration of one parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParamInfo {
    /// The name by which it is set, unique among all parameters and techniques.
    pub name: &'static str,
    /// The value unless asked otherwise.
    pub default: i32,
    /// The least value allowed.
    pub min: i32,
    /// The greatest value allowed.
    pub max: i32,
    /// A sensible step for tuning (the `c_end` of SPSA).
    pub step: i32,
    /// What it means, with its unit.
    pub doc: &'static str,
}

/// Why a parameter was not set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParamError {
    /// There is no parameter of this name.
    #[error("there is no parameter '{0}'")]
    Unknown(String),
    /// The value lies outside the declared range.
    #[error("{name} must lie in {min}..={max}, not {value}")]
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// The value refused.
        value: i32,
        /// The least value allowed.
        min: i32,
        /// The greatest value allowed.
        max: i32,
    },
}

macro_rules! params {
    ($(#[$meta:meta])* pub struct $Family:ident {
        $( $(#[doc = $doc:literal])+ $field:ident : $default:literal, $min:literal ..= $max:literal, $step:literal; )+
    }) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $Family {
            $( $(#[doc = $doc])+ pub $field: i32, )+
        }

        impl $Family {
            /// The declarations of this family.
            pub const REGISTRY: &'static [$crate::params::ParamInfo] = &[
                $( $crate::params::ParamInfo {
                    name: stringify!($field),
                    default: $default,
                    min: $min,
                    max: $max,
                    step: $step,
                    doc: concat!($($doc),+),
                }, )+
            ];

            pub(crate) fn slot(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $( stringify!($field) => Some(&mut self.$field), )+
                    _ => None,
                }
            }

            pub(crate) fn value(&self, name: &str) -> Option<i32> {
                match name {
                    $( stringify!($field) => Some(self.$field), )+
                    _ => None,
                }
            }
        }

        impl Default for $Family {
            fn default() -> Self {
                $Family { $( $field: $default, )+ }
            }
        }
    };
}
pub(crate) use params;

macro_rules! all_families {
    ($( $(#[$meta:meta])* $field:ident : $Family:ident, )+) => {
        /// All parameters of the search, by family.
        #[derive(Clone, PartialEq, Eq, Debug, Default)]
        pub struct Params {
            $( $(#[$meta])* pub $field: $Family, )+
        }

        impl Params {
            /// The families, each with its declarations.
            pub const FAMILIES: &'static [(&'static str, &'static [ParamInfo])] =
                &[$( (stringify!($field), $Family::REGISTRY), )+];

            /// Every declared parameter, family by family.
            pub fn registry() -> impl Iterator<Item = &'static ParamInfo> {
                Params::FAMILIES.iter().flat_map(|(_, family)| family.iter())
            }

            /// The current value of a parameter.
            pub fn get(&self, name: &str) -> Option<i32> {
                None $( .or_else(|| self.$field.value(name)) )+
            }

            fn slot(&mut self, name: &str) -> Option<&mut i32> {
                $( if let Some(slot) = self.$field.slot(name) { return Some(slot); } )+
                None
            }
        }
    };
}

all_families! {
    /// Rules that may end a node early.
    whole_node: WholeNodeParams,
    /// Rules that skip one move.
    skip: SkipParams,
    /// Late move reduction.
    reduce: ReduceParams,
    /// Singular and check extensions.
    extend: ExtendParams,
    /// Quiescence.
    quiescence: QuiescenceParams,
    /// Move ordering and what is learnt for it.
    ordering: OrderingParams,
    /// Correction of the static evaluation.
    correction: CorrectionParams,
    /// The aspiration window.
    aspiration: AspirationParams,
}

impl Params {
    /// Sets a parameter by name.
    ///
    /// # Errors
    /// [`ParamError`] when the name is unknown or the value out of range; nothing changes then.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
        let info = Params::registry()
            .find(|info| info.name == name)
            .ok_or_else(|| ParamError::Unknown(name.to_string()))?;
        if !(info.min..=info.max).contains(&value) {
            return Err(ParamError::OutOfRange { name: info.name, value, min: info.min, max: info.max });
        }
        if let Some(slot) = self.slot(name) {
            *slot = value;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Technique;
    use std::collections::HashSet;

    #[test]
    fn declarations_are_sound_and_names_unique() {
        let mut names: HashSet<&str> = Technique::ALL.iter().map(|t| t.name()).collect();
        for info in Params::registry() {
            assert!(names.insert(info.name), "{} is declared twice", info.name);
            assert!(info.min <= info.default && info.default <= info.max, "{}", info.name);
            assert!(info.step > 0 && !info.doc.is_empty(), "{}", info.name);
            assert_eq!(Params::default().get(info.name), Some(info.default), "{}", info.name);
        }
    }

    #[test]
    fn setting_changes_exactly_the_named_one() {
        for info in Params::registry() {
            let mut params = Params::default();
            let other = if info.default == info.max { info.min } else { info.max };
            params.set(info.name, other).unwrap();
            let changed = Params::registry().filter(|i| params.get(i.name) != Some(i.default));
            assert_eq!(changed.map(|i| i.name).collect::<Vec<_>>(), [info.name]);
            assert!(params.set(info.name, info.max.saturating_add(1)).is_err());
        }
        assert!(Params::default().set("no_such", 1).is_err());
    }
}
