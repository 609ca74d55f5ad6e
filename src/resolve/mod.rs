//! What a framework's own device method answers, by release. One file per framework.

pub mod batch;
pub mod jax;

use crate::dlpack::device_by_name;
use crate::knowledge::model::Platform;
use crate::knowledge::platforms;
use crate::report::{Change, Device, Memory};

/// Everything that a device method looks at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The release; none for the newest known.
    pub version: Option<String>,
    /// What `Array.platform()` says.
    pub platform: String,
    /// The client's `platform_version`.
    pub platform_version: String,
    /// `device`, `pinned_host`, `unpinned_host`, ...; none where the backend has no memory kinds.
    pub memory_kind: Option<String>,
    /// The device's `local_hardware_id`.
    pub local_hardware_id: Option<i64>,
    /// Devices that the array is spread over, all processes together.
    pub n_devices: u32,
    /// Those of them in this process.
    pub n_local: u32,
    /// Whether the array was deleted or donated.
    pub deleted: bool,
}

impl Default for Query {
    /// One device, number 0, of a platform that must be said.
    fn default() -> Self {
        Self {
            version: None,
            platform: String::new(),
            platform_version: String::new(),
            memory_kind: Some("device".into()),
            local_hardware_id: Some(0),
            n_devices: 1,
            n_local: 1,
            deleted: false,
        }
    }
}

/// Answers of one query over many releases, one entry for each change.
fn changes<'a>(answers: impl Iterator<Item = (&'a str, Device)>) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    for (release, device) in answers {
        let error = device.error.map(|e| format!("{}: {}", e.class, e.message));
        let same = changes.last().is_some_and(|c| c.kind == device.kind && c.error == error);
        if !same {
            changes.push(Change { from: release.to_owned(), kind: device.kind, error });
        }
    }
    changes
}

/// A query from a platform string alone, and what had to be assumed for it.
///
/// The string is taken for what it names: platform `gpu` for cuda, rocm, oneapi and unknown ones, the plugin's own name
/// for those that have one.
pub fn query_of_string(string: &str) -> (Query, Vec<String>) {
    let read = platforms::read(string);
    let seen_as = read.platform.and_then(|p| p.seen_as);
    let platform = seen_as.unwrap_or("gpu").to_owned();
    let why = match read.platform {
        Some(p) if seen_as.is_some() => {
            format!("platform '{platform}', as {} reports such a string", p.backend)
        }
        _ => "platform 'gpu': no backend known to us reports such a string".to_owned(),
    };
    let assumed = vec![why, "one device, number 0, memory kind 'device'".to_owned()];
    (Query { platform, platform_version: string.to_owned(), ..Query::default() }, assumed)
}

/// The answer for a platform string alone; see [`query_of_string`].
pub fn string(string: &str, version: Option<&str>) -> Device {
    let (mut query, assumed) = query_of_string(string);
    query.version = version.map(str::to_owned);
    let mut device = jax::device(&query);
    device.assumed.splice(0..0, assumed);
    device
}

/// What memory of this kind is, whether or not the framework says so.
pub fn memory(platform_version: &str, memory_kind: Option<&str>) -> Option<Memory> {
    let read = platforms::read(platform_version);
    let (backend, how) = match (read.platform, read.near) {
        (Some(p), _) => (p, format!("such a platform string comes from {} ({})", p.backend, p.vendor)),
        (None, Some(near)) => {
            let backend = platforms::by_backend(near.backend)?;
            (backend, format!("'{}' in the platform string names {}", near.word, backend.vendor))
        }
        (None, None) => return None,
    };
    memory_of(backend, memory_kind, how)
}

/// The same from a PJRT platform name, such as `METAL`.
pub fn memory_of_platform(name: &str) -> Option<Memory> {
    let backend = platforms::by_name(name)?;
    memory_of(backend, None, format!("platform '{name}' is {} ({})", backend.backend, backend.vendor))
}

fn memory_of(backend: &Platform, memory_kind: Option<&str>, because: String) -> Option<Memory> {
    let name = match (backend.memory?, memory_kind) {
        ("kDLCUDA", Some("pinned_host")) => "kDLCUDAHost",
        ("kDLROCM", Some("pinned_host")) => "kDLROCMHost",
        (own, _) => own,
    };
    let device = device_by_name(name)?;
    Some(Memory { kind: device.name.to_owned(), value: device.value, because })
}
