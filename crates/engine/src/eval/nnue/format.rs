//! The file of a network: written whole, and read by a reader that refuses whatever does not fit.
//!
//! Little endian: the magic, six numbers (version, hidden neurons, output buckets, `QA`, `QB`, scale), the length of the
//! description and the description, zeros up to a multiple of 64; feature weights `i16[768][hidden]`, feature biases
//! `i16[hidden]`, output weights `i16[buckets][2 * hidden]`, output biases `i32[buckets]`; the FNV-1a checksum of everything
//! before it, 64 bits.
//!
//! Nothing here needs the rest of the crate: the build script reads the network it embeds with this very code.

use thiserror::Error;

/// The first bytes of every network file.
pub const MAGIC: [u8; 8] = *b"CB2026NN";
/// The version of the format.
pub const VERSION: u32 = 1;
/// Features a perspective: two colours of six kinds of pieces on 64 squares.
pub const INPUTS: usize = 768;
/// The number of hidden neurons a perspective is a multiple of this: 64 bytes of them.
pub const HIDDEN_STEP: usize = 32;
/// Most hidden neurons a perspective.
pub const MAX_HIDDEN: usize = 1024;
/// Most output buckets.
pub const MAX_BUCKETS: usize = 16;
/// Longest description, bytes.
pub const MAX_DESCRIPTION: usize = 4096;
/// One in feature weights, biases and activations.
pub const QA: i32 = 255;
/// One in output weights.
pub const QB: i32 = 64;
/// Centipawns for one unit of log-odds, as a network is trained.
pub const DEFAULT_SCALE: u32 = 400;
/// Largest scale.
pub const MAX_SCALE: u32 = 10_000;
/// Largest size of a feature weight or bias: the bias and the weights of 32 pieces add up within 16 bits.
pub const MAX_FEATURE_WEIGHT: i16 = i16::MAX / 33;
/// Largest size of an output weight: its product with the largest activation, [`QA`], lies within 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = i16::MAX / QA as i16;
/// No network file is longer, in bytes.
pub const MAX_FILE: usize = Layout::new(MAX_HIDDEN, MAX_BUCKETS, MAX_DESCRIPTION).end();

/// Weights start at a multiple of this, in bytes.
const ALIGNMENT: usize = 64;
/// Where the numbers of the header stand.
const VERSION_AT: usize = 8;
const HIDDEN_AT: usize = 12;
const BUCKETS_AT: usize = 16;
const QA_AT: usize = 20;
const QB_AT: usize = 24;
const SCALE_AT: usize = 28;
const DESCRIPTION_LENGTH_AT: usize = 32;
const DESCRIPTION_AT: usize = 36;

/// What a network is made of, as numbers. Arrays are row after row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// What the network is, in words; no control characters but line ends, at most [`MAX_DESCRIPTION`] bytes.
    pub description: String,
    /// Hidden neurons a perspective: a multiple of [`HIDDEN_STEP`] up to [`MAX_HIDDEN`].
    pub hidden: usize,
    /// Output buckets, 1 to [`MAX_BUCKETS`].
    pub buckets: usize,
    /// Centipawns for one unit of log-odds, 1 to [`MAX_SCALE`].
    pub scale: u32,
    /// `[INPUTS][hidden]`, in units of 1 / [`QA`], at most [`MAX_FEATURE_WEIGHT`] in size.
    pub feature_weights: Vec<i16>,
    /// `[hidden]`, in the same units and range.
    pub feature_biases: Vec<i16>,
    /// `[buckets][2 * hidden]`, the neurons of the side to move first, in units of 1 / [`QB`], at most
    /// [`MAX_OUTPUT_WEIGHT`] in size.
    pub output_weights: Vec<i16>,
    /// `[buckets]`, in units of 1 / ([`QA`] · [`QB`]).
    pub output_biases: Vec<i32>,
}

/// Why something is no network: where, and what is wrong there.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("offset {offset}: {problem}")]
pub struct NetError {
    /// Bytes from the beginning of the file (for parts that are in no file: of the file they would make).
    pub offset: usize,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a network.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Problem {
    /// The magic is missing.
    #[error("this is no cb2026 network")]
    Foreign,
    /// The file ends too early.
    #[error("the file ends here, {needed} bytes are needed")]
    Truncated {
        /// Least length, in bytes.
        needed: usize,
    },
    /// Something follows the network.
    #[error("the network ends here, but the file goes on for {extra} bytes")]
    Extra {
        /// Bytes too many.
        extra: usize,
    },
    /// A number of the header that cannot be used.
    #[error("{what} is {is}, but must be {wanted}")]
    Number {
        /// The number's name.
        what: &'static str,
        /// Its value.
        is: u64,
        /// What would be accepted.
        wanted: String,
    },
    /// The description is not UTF-8.
    #[error("the description is not UTF-8 text")]
    NotText,
    /// The description holds a control character.
    #[error("the description holds a control character")]
    ControlCharacter,
    /// The bytes between description and weights are not zero.
    #[error("the bytes before the weights must be zero")]
    Padding,
    /// The contents are not those that were written.
    #[error("the checksum is {is:016x}, but the contents give {found:016x}: the file is damaged")]
    Checksum {
        /// The checksum in the file.
        is: u64,
        /// The checksum of its contents.
        found: u64,
    },
    /// A weight beyond its bound.
    #[error("the {what} is {is}, but must lie within ±{most}")]
    Weight {
        /// Which kind of weight.
        what: &'static str,
        /// Its value.
        is: i16,
        /// The bound.
        most: i16,
    },
    /// An array of another length than the sizes say.
    #[error("there are {is} {what}, but must be {wanted}")]
    Count {
        /// Which array.
        what: &'static str,
        /// Its length.
        is: usize,
        /// The length it must have.
        wanted: usize,
    },
}

impl Problem {
    const fn at(self, offset: usize) -> NetError {
        NetError { offset, problem: self }
    }
}

/// Where the arrays stand.
#[derive(Clone, Copy)]
struct Layout {
    features: usize,
    biases: usize,
    outputs: usize,
    output_biases: usize,
    checksum: usize,
}

impl Layout {
    const fn new(hidden: usize, buckets: usize, description: usize) -> Layout {
        let features = (DESCRIPTION_AT + description).next_multiple_of(ALIGNMENT);
        let biases = features + size_of::<i16>() * INPUTS * hidden;
        let outputs = biases + size_of::<i16>() * hidden;
        let output_biases = outputs + size_of::<i16>() * 2 * hidden * buckets;
        let checksum = output_biases + size_of::<i32>() * buckets;
        Layout { features, biases, outputs, output_biases, checksum }
    }

    const fn end(self) -> usize {
        self.checksum + size_of::<u64>()
    }
}

impl Parts {
    /// Parts of these sizes in which every weight is zero.
    pub fn zero(hidden: usize, buckets: usize) -> Parts {
        Parts {
            description: String::new(),
            hidden,
            buckets,
            scale: DEFAULT_SCALE,
            feature_weights: vec![0; INPUTS * hidden],
            feature_biases: vec![0; hidden],
            output_weights: vec![0; 2 * hidden * buckets],
            output_biases: vec![0; buckets],
        }
    }

    /// Whether sizes, description and weights are within their bounds.
    ///
    /// # Errors
    /// [`NetError`] names the first thing that is not, and where a file would hold it.
    pub fn check(&self) -> Result<(), NetError> {
        check_sizes(self.hidden as u64, self.buckets as u64, u64::from(self.scale))?;
        check_description(&self.description)?;
        let layout = self.layout();
        let inputs = self.hidden * INPUTS;
        let outputs = self.hidden * 2 * self.buckets;
        for (offset, what, is, wanted) in [
            (layout.features, "feature weights", self.feature_weights.len(), inputs),
            (layout.biases, "feature biases", self.feature_biases.len(), self.hidden),
            (layout.outputs, "output weights", self.output_weights.len(), outputs),
            (layout.output_biases, "output biases", self.output_biases.len(), self.buckets),
        ] {
            if is != wanted {
                return Err(Problem::Count { what, is, wanted }.at(offset));
            }
        }
        check_weights(layout.features, "feature weight", &self.feature_weights, MAX_FEATURE_WEIGHT)?;
        check_weights(layout.biases, "feature bias", &self.feature_biases, MAX_FEATURE_WEIGHT)?;
        check_weights(layout.outputs, "output weight", &self.output_weights, MAX_OUTPUT_WEIGHT)
    }

    fn layout(&self) -> Layout {
        Layout::new(self.hidden, self.buckets, self.description.len())
    }

    /// The parts in a file.
    ///
    /// # Errors
    /// [`NetError`] if the bytes are not exactly one whole, undamaged network whose parts pass [`Parts::check`].
    pub fn read(bytes: &[u8]) -> Result<Parts, NetError> {
        let (parts, layout) = read_header(bytes)?;
        let weights = |from: usize, to: usize| -> Vec<i16> {
            bytes[from..to].as_chunks().0.iter().map(|&pair| i16::from_le_bytes(pair)).collect()
        };
        let biases = bytes[layout.output_biases..layout.checksum].as_chunks().0;
        let parts = Parts {
            feature_weights: weights(layout.features, layout.biases),
            feature_biases: weights(layout.biases, layout.outputs),
            output_weights: weights(layout.outputs, layout.output_biases),
            output_biases: biases.iter().map(|&four| i32::from_le_bytes(four)).collect(),
            ..parts
        };
        parts.check()?;
        Ok(parts)
    }

    /// The file of these parts. Readable only if they pass [`Parts::check`].
    pub fn write(&self) -> Vec<u8> {
        let layout = self.layout();
        let mut bytes = Vec::with_capacity(layout.end());
        bytes.extend(MAGIC);
        let numbers = [
            VERSION,
            self.hidden as u32,
            self.buckets as u32,
            QA as u32,
            QB as u32,
            self.scale,
            self.description.len() as u32,
        ];
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.description.as_bytes());
        bytes.resize(layout.features, 0);
        for array in [&self.feature_weights, &self.feature_biases, &self.output_weights] {
            bytes.extend(array.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(self.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }
}

/// Everything before the weights, and whether the file is whole and undamaged.
fn read_header(bytes: &[u8]) -> Result<(Parts, Layout), NetError> {
    if bytes.len() < MAGIC.len() || bytes[..MAGIC.len()] != MAGIC {
        return Err(Problem::Foreign.at(0));
    }
    let number = |offset: usize| -> Result<u32, NetError> {
        let four = bytes.get(offset..).and_then(<[u8]>::first_chunk);
        let truncated = Problem::Truncated { needed: Layout::new(HIDDEN_STEP, 1, 0).end() }.at(bytes.len());
        four.map(|&four| u32::from_le_bytes(four)).ok_or(truncated)
    };
    exactly(VERSION_AT, "the format's version", number(VERSION_AT)?, VERSION)?;
    let (hidden, buckets, scale) = (number(HIDDEN_AT)?, number(BUCKETS_AT)?, number(SCALE_AT)?);
    check_sizes(hidden.into(), buckets.into(), scale.into())?;
    exactly(QA_AT, "QA", number(QA_AT)?, QA as u32)?;
    exactly(QB_AT, "QB", number(QB_AT)?, QB as u32)?;
    let length = number(DESCRIPTION_LENGTH_AT)?;
    check_description_length(length.into())?;
    let (hidden, buckets, length) = (hidden as usize, buckets as usize, length as usize);
    let layout = Layout::new(hidden, buckets, length);
    if bytes.len() < layout.end() {
        return Err(Problem::Truncated { needed: layout.end() }.at(bytes.len()));
    }
    if bytes.len() > layout.end() {
        return Err(Problem::Extra { extra: bytes.len() - layout.end() }.at(layout.end()));
    }
    let is = bytes[layout.checksum..].first_chunk().map_or(0, |&eight| u64::from_le_bytes(eight));
    let found = checksum(&bytes[..layout.checksum]);
    if is != found {
        return Err(Problem::Checksum { is, found }.at(layout.checksum));
    }
    let (description, padding) = bytes[DESCRIPTION_AT..layout.features].split_at(length);
    let description = str::from_utf8(description)
        .map_err(|error| Problem::NotText.at(DESCRIPTION_AT + error.valid_up_to()))?;
    if let Some(index) = padding.iter().position(|&byte| byte != 0) {
        return Err(Problem::Padding.at(DESCRIPTION_AT + length + index));
    }
    // The weights follow; until then there are none.
    let parts = Parts { description: description.to_owned(), hidden, buckets, scale, ..Parts::zero(0, 0) };
    Ok((parts, layout))
}

fn exactly(offset: usize, what: &'static str, is: u32, wanted: u32) -> Result<(), NetError> {
    if is == wanted {
        return Ok(());
    }
    Err(Problem::Number { what, is: is.into(), wanted: wanted.to_string() }.at(offset))
}

fn check_sizes(hidden: u64, buckets: u64, scale: u64) -> Result<(), NetError> {
    let refuse = |offset, what, is, wanted| Err(Problem::Number { what, is, wanted }.at(offset));
    if hidden == 0 || hidden > MAX_HIDDEN as u64 || !hidden.is_multiple_of(HIDDEN_STEP as u64) {
        let wanted = format!("a multiple of {HIDDEN_STEP} up to {MAX_HIDDEN}");
        return refuse(HIDDEN_AT, "the number of hidden neurons", hidden, wanted);
    }
    if buckets == 0 || buckets > MAX_BUCKETS as u64 {
        let wanted = format!("from 1 to {MAX_BUCKETS}");
        return refuse(BUCKETS_AT, "the number of output buckets", buckets, wanted);
    }
    if scale == 0 || scale > MAX_SCALE.into() {
        return refuse(SCALE_AT, "the scale", scale, format!("from 1 to {MAX_SCALE}"));
    }
    Ok(())
}

fn check_description_length(is: u64) -> Result<(), NetError> {
    if is <= MAX_DESCRIPTION as u64 {
        return Ok(());
    }
    let what = "the length of the description";
    let wanted = format!("at most {MAX_DESCRIPTION} bytes");
    Err(Problem::Number { what, is, wanted }.at(DESCRIPTION_LENGTH_AT))
}

fn check_description(text: &str) -> Result<(), NetError> {
    check_description_length(text.len() as u64)?;
    match text.find(|c: char| c.is_control() && c != '\n') {
        Some(index) => Err(Problem::ControlCharacter.at(DESCRIPTION_AT + index)),
        None => Ok(()),
    }
}

fn check_weights(offset: usize, what: &'static str, weights: &[i16], most: i16) -> Result<(), NetError> {
    match weights.iter().position(|&weight| !(-most..=most).contains(&weight)) {
        Some(i) => Err(Problem::Weight { what, is: weights[i], most }.at(offset + i * size_of::<i16>())),
        None => Ok(()),
    }
}

/// FNV-1a, 64 bits (Fowler, Noll, Vo): finds damage, proves nothing about the origin.
fn checksum(bytes: &[u8]) -> u64 {
    const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    bytes.iter().fold(OFFSET_BASIS, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}
