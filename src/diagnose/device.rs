//! The device that the framework advertises, and what the memory in question is.

use super::Read;
use super::evidence::Finding;
use crate::dlpack::{device_by_name, device_by_value};
use crate::facts::CodeKind;
use crate::report::{Device, Memory};
use crate::resolve::{self, Query, jax};

/// Device and memory, as far as the text says enough.
pub fn of(read: &Read, findings: &[Finding]) -> (Option<Device>, Option<Memory>) {
    let held = |name: &str| findings.iter().find_map(|f| f.captures.get(name));
    let release = jax_release(read);
    if let Some(string) = held("platform_version") {
        let raised =
            findings.iter().any(|f| f.exception.is_some() && f.captures.get("platform_version").is_some());
        let device = if raised { refused(string, release) } else { resolve::string(string, release) };
        return (Some(device), resolve::memory(string, None));
    }
    if let Some(platform) = held("platform") {
        let query =
            Query { version: release.map(str::to_owned), platform: platform.clone(), ..Query::default() };
        let mut device = jax::device(&query);
        device.assumed.push("one device, memory kind 'device'".to_owned());
        return (Some(device), resolve::memory_of_platform(platform));
    }
    (None, foreign_memory(read, held("device_type")))
}

/// The exception itself says that the platform is `gpu`.
fn refused(string: &str, release: Option<&str>) -> Device {
    let query = Query {
        version: release.map(str::to_owned),
        platform: "gpu".to_owned(),
        platform_version: string.to_owned(),
        ..Query::default()
    };
    let mut device = jax::device(&query);
    device.assumed.push("one device, number 0, memory kind 'device'".to_owned());
    device
}

/// The release, where the text names exactly one.
pub fn jax_release<'a>(read: &'a Read) -> Option<&'a str> {
    match read.found.packages.get("jax").map(Vec::as_slice) {
        Some([one]) => Some(one),
        _ => None,
    }
}

/// A device type that a message names, or that was asked about.
fn foreign_memory(read: &Read, held: Option<&String>) -> Option<Memory> {
    if let Some(text) = held {
        let number = text.trim_end_matches('>').rsplit(' ').next().unwrap_or(text).parse().ok();
        let device = number.and_then(device_by_value).or_else(|| device_by_name(text.rsplit('.').next()?))?;
        let because = format!("the message names device type {}", device.value);
        return Some(Memory { kind: device.name.to_owned(), value: device.value, because });
    }
    let code = read.found.device_code.as_ref().filter(|c| c.kind == CodeKind::Device)?;
    let device = device_by_value(code.code)?;
    let because = format!("dlpack.h calls device type {} so", device.value);
    Some(Memory { kind: device.name.to_owned(), value: device.value, because })
}
