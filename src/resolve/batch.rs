//! Queries and answers as lines of JSON.

use super::{Query, jax};
use crate::report::Raise;
use serde::{Deserialize, Serialize};

/// A query as a machine writes it; what is left out is as [`Query::default`] has it.
#[derive(Deserialize)]
struct Line {
    #[serde(default = "jax_name")]
    framework: String,
    version: Option<String>,
    platform: Option<String>,
    #[serde(default)]
    platform_version: String,
    #[serde(default = "default_memory_kind")]
    memory_kind: Option<String>,
    #[serde(default = "default_id")]
    local_hardware_id: Option<i64>,
    n_devices: Option<u32>,
    n_local: Option<u32>,
    #[serde(default)]
    deleted: bool,
}

fn jax_name() -> String {
    "jax".into()
}

// Left out is not null: a device without a number says so.
fn default_memory_kind() -> Option<String> {
    Query::default().memory_kind
}

fn default_id() -> Option<i64> {
    Query::default().local_hardware_id
}

/// Parses a query. The error is one sentence. O(line).
pub fn parse(line: &str) -> Result<Query, String> {
    if !line.trim_start().starts_with('{') {
        return Err("a query is a JSON object, such as {\"platform_version\": \"cuda 12080\"}".into());
    }
    let line: Line = serde_json::from_str(line).map_err(|e| format!("not a query: {e}"))?;
    if line.framework != "jax" {
        return Err(format!("framework '{}' is not known yet; jax is", line.framework));
    }
    if let Some(version) = &line.version
        && crate::knowledge::releases::Version::parse(version).is_none()
    {
        return Err(format!("'{version}' is no version"));
    }
    let platform = line.platform.unwrap_or_else(|| super::query_of_string(&line.platform_version).0.platform);
    let n_devices = line.n_devices.unwrap_or(1);
    Ok(Query {
        version: line.version,
        platform,
        platform_version: line.platform_version,
        memory_kind: line.memory_kind,
        local_hardware_id: line.local_hardware_id,
        n_devices,
        n_local: line.n_local.unwrap_or(n_devices),
        deleted: line.deleted,
    })
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Invalid { invalid: String },
    Error { error: Raise, why: String },
    Device { device: Pair, why: String },
}

#[derive(Serialize)]
struct Pair {
    #[serde(rename = "type")]
    kind: Option<String>,
    value: Option<i32>,
    id: Option<i64>,
}

/// Answers one line with one line; what is no query gets `{"invalid": reason}`.
pub fn answer(line: &str) -> String {
    let answer = match parse(line) {
        Err(invalid) => Answer::Invalid { invalid },
        Ok(query) => {
            let device = jax::device(&query);
            let why = device.because;
            match device.error {
                Some(error) => Answer::Error { error, why },
                None => Answer::Device {
                    device: Pair { kind: device.kind, value: device.value, id: device.id },
                    why,
                },
            }
        }
    };
    // Strings and numbers only; serialising them cannot fail.
    serde_json::to_string(&answer).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_is_not_left_out() {
        let id = |line: &str| parse(line).map(|q| q.local_hardware_id);
        assert_eq!(id(r#"{"platform":"gpu","local_hardware_id":null}"#), Ok(None));
        assert_eq!(id(r#"{"platform":"gpu"}"#), Ok(Some(0)));
    }

    #[test]
    fn what_is_no_query_is_told_why() {
        for line in [
            "",
            "nonsense",
            "[1]",
            "7",
            r#"{"n_devices":"two"}"#,
            r#"{"framework":"torch"}"#,
            r#"{"version":"x"}"#,
        ] {
            assert!(answer(line).starts_with(r#"{"invalid":"#), "{line}");
        }
    }
}
