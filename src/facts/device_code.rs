//! A DLPack device pair, device type or dtype code that stands alone: `(2, 0)`, `(<DLDeviceType.kDLCUDA: 2>, 0)`,
//! `device_type: 13`, `kDLCUDAHost`, `type code 6`.

use crate::dlpack::{device_by_name, device_by_value, dtype_by_code};
use std::ops::Range;

/// What the numbers are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceCode {
    /// Where it stands: bytes of the clean text.
    pub range: Range<usize>,
    /// Whether it is a device or a dtype.
    pub kind: CodeKind,
    /// The device type or dtype code.
    pub code: i64,
    /// The second number of a pair: a device's number, or bits.
    pub second: Option<i64>,
}

/// Which of the standard's enumerations a number belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// `DLDeviceType`.
    Device,
    /// `DLDataTypeCode`.
    Dtype,
}

/// Longer texts are something else.
const LONGEST: usize = 160;

/// The code, where the text is nothing else. O(1): only short texts are looked at.
pub fn read(text: &str) -> Option<DeviceCode> {
    let trimmed = text.trim();
    if trimmed.is_empty() || trimmed.len() > LONGEST {
        return None;
    }
    let start = text.len() - text.trim_start().len();
    let range = start..start + trimmed.len();
    let lower = trimmed.to_ascii_lowercase();
    let about_dtype = ["dtype", "type code", "type_code", "dldatatype"].iter().any(|w| lower.contains(w));
    let kind = if about_dtype { CodeKind::Dtype } else { CodeKind::Device };
    let (code, second) = numbers(trimmed, &lower)?;
    let known = match kind {
        CodeKind::Device => device_by_value(code).is_some(),
        CodeKind::Dtype => dtype_by_code(code).is_some(),
    };
    known.then_some(DeviceCode { range, kind, code, second })
}

/// The numbers of a text that is a pair, an enumeration's repr, a name, or `label: number`.
fn numbers(text: &str, lower: &str) -> Option<(i64, Option<i64>)> {
    if let Some(device) = device_by_name(text.trim_start_matches("DLDeviceType.")) {
        return Some((i64::from(device.value), None));
    }
    if let Some((code, second)) = text.lines().rev().find_map(pair) {
        return labels_only(text).then_some((code, second));
    }
    let (label, number) = text.split_once([':', '=']).or_else(|| text.rsplit_once(' '))?;
    let label_fits = [
        "device_type",
        "device type",
        "dldevicetype",
        "dtype code",
        "type code",
        "type_code",
        "dldatatypecode",
    ]
    .iter()
    .any(|w| lower.starts_with(w) || label.trim().to_ascii_lowercase().ends_with(w));
    let number = number.trim().trim_end_matches(['?', '.', ',']);
    label_fits.then(|| enumerated(number)).flatten().map(|n| (n, None))
}

/// Lines besides the pair are short labels, not sentences of something else.
fn labels_only(text: &str) -> bool {
    text.lines().filter(|l| pair(l).is_none()).all(|l| l.split_whitespace().count() <= 6)
}

/// `(2, 0)` or `(<DLDeviceType.kDLCUDA: 2>, 0)`, also after a label.
fn pair(line: &str) -> Option<(i64, Option<i64>)> {
    let open = line.find('(')?;
    let (inner, behind) = line[open + 1..].rsplit_once(')')?;
    let label = line[..open].trim();
    let alone = behind.trim().is_empty()
        && (label.is_empty() || label.ends_with([':', '=', '>']) || label.contains("__dlpack_device__"));
    let (first, second) = inner.split_once(',')?;
    let second = second.split(',').next().unwrap_or(second).trim();
    alone.then_some((enumerated(first.trim())?, Some(second.parse().ok()?)))
}

/// `2` or `<DLDeviceType.kDLCUDA: 2>`.
fn enumerated(text: &str) -> Option<i64> {
    let inner = text.strip_prefix('<').and_then(|t| t.strip_suffix('>')).and_then(|t| t.rsplit_once(':'));
    inner.map_or(text, |(_, n)| n.trim()).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Option<(CodeKind, i64, Option<i64>)> {
        read(text).map(|c| (c.kind, c.code, c.second))
    }

    #[test]
    fn pairs_and_types() {
        use CodeKind::{Device, Dtype};
        assert_eq!(code("(2, 0)"), Some((Device, 2, Some(0))));
        assert_eq!(code("(<DLDeviceType.kDLCUDA: 2>, 0)"), Some((Device, 2, Some(0))));
        assert_eq!(code(">>> x.__dlpack_device__()\n(10, 3)"), Some((Device, 10, Some(3))));
        assert_eq!(code("device_type: 13\n"), Some((Device, 13, None)));
        assert_eq!(code("device_type=13"), Some((Device, 13, None)));
        assert_eq!(code("kDLCPUPinned"), Some((Device, 3, None)));
        assert_eq!(code("type code 6\n(6, 8)"), Some((Dtype, 6, Some(8))));
    }

    #[test]
    fn other_short_texts_are_none() {
        for text in [
            "",
            "(2, 0",
            "(99, 0)",
            "f(2, 0)",
            "shape (2, 0) is wrong for this matrix product",
            "5",
            "(a, b)",
            "version: 2",
        ] {
            assert_eq!(code(text), None, "{text:?}");
        }
    }
}
