//! JAX's `ArrayImpl.__dlpack_device__`, release by release.
//!
//! Read in the source of all releases from 0.4.0 to 0.12.0.1 (jax/_src/array.py; `DLDeviceType` in jax/_src/dlpack.py
//! to 0.4.26, in jax/_src/typing.py after) and run in nine of them with a replaced client. Checked 2026-11-30.

use super::{Query, changes};
use crate::dlpack::device_by_name;
use crate::knowledge::{platforms, releases};
use crate::report::{Device, Raise};
use releases::Version;
use std::sync::OnceLock;

/// How the method behaves from one release on.
struct Era {
    from: &'static str,
    method: Method,
    /// The class of each refusal that the method itself raises.
    class: &'static str,
    /// How it asks a sharded array for its device.
    several_devices: SeveralDevices,
    /// What it looks for in the platform string, in this order.
    platforms: &'static [Known],
    tpu: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Method {
    Missing(&'static str),
    There,
}

#[derive(Clone, Copy)]
enum SeveralDevices {
    /// `self.device()`: a `ValueError` of that method.
    DeviceMethod,
    /// `_get_device` asserts.
    Assertion,
    /// `_get_device` raises a `ValueError` of its own.
    ValueError,
}

/// A substring, the device type that it stands for, and the one for pinned host memory.
struct Known {
    word: &'static str,
    device: &'static str,
    pinned: Option<&'static str>,
}

const fn known(word: &'static str, device: &'static str, pinned: Option<&'static str>) -> Known {
    Known { word, device, pinned }
}

const CUDA_ROCM: &[Known] = &[known("cuda", "kDLCUDA", None), known("rocm", "kDLROCM", None)];
const CUDA_HOST: &[Known] = &[known("cuda", "kDLCUDA", Some("kDLCUDAHost")), known("rocm", "kDLROCM", None)];
const ONEAPI: &[Known] = &[
    known("cuda", "kDLCUDA", Some("kDLCUDAHost")),
    known("rocm", "kDLROCM", Some("kDLROCMHost")),
    known("oneapi", "kDLOneAPI", None),
];

const fn era(from: &'static str, class: &'static str, several_devices: SeveralDevices) -> Era {
    Era { from, method: Method::There, class, several_devices, platforms: CUDA_ROCM, tpu: false }
}

const fn without_method(from: &'static str, class_of_arrays: &'static str) -> Era {
    let method = Method::Missing(class_of_arrays);
    Era { method, ..era(from, "AttributeError", SeveralDevices::DeviceMethod) }
}

/// Oldest first. Releases between two eras and after the last answer as the era that they are in.
/// The array's class before 0.4.15 was run on 0.4.13 only; `DeviceArray` before 0.4.1 is from the source.
const ERAS: &[Era] = &[
    without_method("0", "DeviceArray"),
    without_method("0.4.1", "ArrayImpl"),
    era("0.4.15", "ValueError", SeveralDevices::DeviceMethod),
    era("0.4.21", "ValueError", SeveralDevices::Assertion),
    era("0.4.26", "BufferError", SeveralDevices::Assertion),
    era("0.5.1", "BufferError", SeveralDevices::ValueError),
    Era { platforms: CUDA_HOST, ..era("0.10.2", "BufferError", SeveralDevices::ValueError) },
    Era { platforms: ONEAPI, tpu: true, ..era("0.11.0", "BufferError", SeveralDevices::ValueError) },
];

/// The answer before it is dressed for the report.
struct Answer {
    outcome: Result<(&'static str, i64), Raise>,
    because: String,
}

/// Answers a query as its release would, and says where the answer changes. O(string x eras).
pub fn device(query: &Query) -> Device {
    let release = query.version.clone().or_else(|| releases::newest("jax").map(str::to_owned));
    let mut device = at(release.as_deref().unwrap_or_default(), query);
    if query.version.is_none() {
        device.assumed.push(format!("the newest release known, jax {}", release.as_deref().unwrap_or("?")));
    }
    device.changes = changes(era_beginnings().iter().map(|&release| (release, at(release, query))));
    device
}

/// The first release known of each era: only there can an answer change.
fn era_beginnings() -> &'static [&'static str] {
    static BEGINNINGS: OnceLock<Vec<&'static str>> = OnceLock::new();
    BEGINNINGS.get_or_init(|| {
        let known: Vec<_> =
            releases::of("jax").into_iter().flat_map(|r| r.versions.iter().copied()).collect();
        let first = |era: &Era| {
            let from = Version::parse(era.from);
            known.iter().copied().find(|v| Version::parse(v) >= from)
        };
        ERAS.iter().filter_map(first).collect()
    })
}

/// The answer of one release.
fn at(release: &str, query: &Query) -> Device {
    let parsed = Version::parse(release);
    let era = parsed.as_ref().map_or(&ERAS[ERAS.len() - 1], era_of);
    let Answer { outcome, because } = answer(era, query);
    let (kind, id, error) = match outcome {
        Ok((name, id)) => (Some(name), Some(id), None),
        Err(raise) => (None, None, Some(raise)),
    };
    Device {
        kind: kind.map(str::to_owned),
        value: kind.and_then(device_by_name).map(|d| d.value),
        id,
        error,
        framework: "jax".into(),
        release: Some(release.to_owned()),
        assumed: doubts(release, parsed.as_ref()),
        because,
        changes: Vec::new(),
    }
}

fn era_of(version: &Version) -> &'static Era {
    let begun = ERAS.iter().take_while(|e| Version::parse(e.from).is_some_and(|from| from <= *version));
    begun.last().unwrap_or(&ERAS[0])
}

/// What keeps the answer from being as sure as for a release of the table.
fn doubts(release: &str, version: Option<&Version>) -> Vec<String> {
    let Some(version) = version else {
        return vec![format!("'{release}' is no version; answered as the newest release known")];
    };
    let table = releases::of("jax");
    let newest = table.and_then(|t| t.versions.last()).and_then(|v| Version::parse(v));
    let mut doubts = Vec::new();
    if newest.is_some_and(|n| *version > n) {
        let checked = table.map_or("", |t| t.checked);
        doubts.push(format!(
            "jax {release} is newer than this table of {checked}; it is taken to answer as the newest known"
        ));
    } else if version.is_early() {
        doubts.push(format!(
            "jax {release} is a build between releases; it is taken to answer as the release before it"
        ));
    }
    doubts
}

/// The method itself: the checks in the order of the source.
fn answer(era: &Era, query: &Query) -> Answer {
    let refuse = |class: &str, message: String, because: String| Answer {
        outcome: Err(Raise { class: class.into(), message }),
        because,
    };
    if let Method::Missing(arrays) = era.method {
        let message = format!("'{arrays}' object has no attribute '__dlpack_device__'");
        let because = "arrays have this method from jax 0.4.15 on only".into();
        return refuse("AttributeError", message, because);
    }
    if query.deleted {
        let because =
            "the first check counts the array's shards, and a deleted array has none to count".into();
        return refuse("TypeError", "object of type 'NoneType' has no len()".into(), because);
    }
    if query.n_local != 1 {
        let message = "__dlpack__ only supported for unsharded arrays.".into();
        return refuse(era.class, message, format!("the array has {} shards here, not one", query.n_local));
    }
    match query.platform.as_str() {
        "cpu" => Answer {
            outcome: Ok(("kDLCPU", 0)),
            because: "platform 'cpu' is always device 0; the platform string is not read".into(),
        },
        "gpu" => gpu(era, query),
        "tpu" if era.tpu => tpu(era, query),
        other => {
            let kinds = if era.tpu { "CPU, GPU and TPU pinned host" } else { "CPU and GPU" };
            let message = format!("__dlpack__ device only supported for {kinds}, got platform: {other}");
            let because =
                format!("the platform is called '{other}', so the platform string is never looked at");
            refuse(era.class, message, because)
        }
    }
}

fn gpu(era: &Era, query: &Query) -> Answer {
    if query.n_devices != 1 {
        return several_devices(era, query);
    }
    let string = &query.platform_version;
    for known in era.platforms {
        let Some(at) = string.find(known.word) else { continue };
        let pinned = known.pinned.filter(|_| query.memory_kind.as_deref() == Some("pinned_host"));
        let mut because =
            format!("'{}' stands in the platform string at character {}", known.word, characters(string, at));
        if pinned.is_some() {
            because.push_str(", and the memory is 'pinned_host'");
        }
        return hardware_id(era, query, pinned.unwrap_or(known.device), because);
    }
    let words: Vec<String> = era.platforms.iter().map(|k| format!("'{}'", k.word)).collect();
    let mut because = format!("the platform string contains none of {} (case-sensitive)", words.join(", "));
    if let Some(near) = platforms::read(string).near {
        because = format!("{because}; {}", near.because.trim_end_matches('.'));
    }
    Answer {
        outcome: Err(Raise {
            class: era.class.into(),
            message: format!("Unknown GPU platform for __dlpack__: {string}"),
        }),
        because,
    }
}

fn tpu(era: &Era, query: &Query) -> Answer {
    if query.memory_kind.as_deref() != Some("pinned_host") {
        let message = "__dlpack__ device only supported for TPU pinned host memory".into();
        return Answer {
            outcome: Err(Raise { class: era.class.into(), message }),
            because: "of a TPU's memories only 'pinned_host' has a device type".into(),
        };
    }
    if query.n_devices != 1 {
        return several_devices(era, query);
    }
    hardware_id(era, query, "kDLTPUHost", "platform 'tpu' with memory 'pinned_host'".into())
}

fn hardware_id(era: &Era, query: &Query, device: &'static str, because: String) -> Answer {
    match query.local_hardware_id {
        Some(id) => Answer { outcome: Ok((device, id)), because },
        None => Answer {
            outcome: Err(Raise {
                class: era.class.into(),
                message: "Couldn't get local_hardware_id for __dlpack__".into(),
            }),
            because: format!("{because}, but the device has no local_hardware_id"),
        },
    }
}

/// One shard here, more in other processes: the method asks the array for its one device, and that refuses.
fn several_devices(era: &Era, query: &Query) -> Answer {
    let n = query.n_devices;
    let (class, message) = match era.several_devices {
        SeveralDevices::DeviceMethod => {
            ("ValueError", "Length of devices is greater than 1. Please use `.devices()`.".into())
        }
        SeveralDevices::Assertion => ("AssertionError", String::new()),
        SeveralDevices::ValueError => (
            "ValueError",
            format!(
                "When making an array from single-device arrays the input arrays must have one shard each. \
                 An argument array had {n} shard(s)."
            ),
        ),
    };
    let because =
        format!("the array is spread over {n} devices of several processes; the string is not reached");
    Answer { outcome: Err(Raise { class: class.into(), message }), because }
}

/// Counted as people count in an editor: characters, from 1.
fn characters(string: &str, byte: usize) -> usize {
    string[..byte].chars().count() + 1
}
