//! Queries and answers as lines of JSON.

use super::{Query, jax};
use crate::knowledge::releases::Version;
use crate::report::Raise;
use serde::Serialize;
use serde_json::Value;

/// Parses a query; what is left out is as [`Query::default`] has it. The error is one sentence. O(line).
pub fn parse(line: &str) -> Result<Query, String> {
    let value: Value = serde_json::from_str(line).map_err(|e| format!("not JSON: {e}"))?;
    let Value::Object(fields) = value else {
        return Err("a query is a JSON object, such as {\"platform_version\": \"cuda 12080\"}".into());
    };
    let fields = Fields(fields);
    let framework = fields.text("framework", Some("jax"))?.unwrap_or_default();
    if framework != "jax" {
        return Err(format!("framework '{framework}' is not known yet; jax is"));
    }
    let version = fields.text("version", None)?;
    if let Some(version) = version.as_ref().filter(|v| Version::parse(v).is_none()) {
        return Err(format!("'{version}' is no version"));
    }
    let platform_version = fields.text("platform_version", Some(""))?.unwrap_or_default();
    let platform = fields.text("platform", None)?;
    let n_devices = fields.count("n_devices")?.unwrap_or(1);
    Ok(Query {
        version,
        platform: platform.unwrap_or_else(|| super::query_of_string(&platform_version).0.platform),
        platform_version,
        memory_kind: fields.text("memory_kind", Some("device"))?,
        local_hardware_id: fields.id("local_hardware_id")?,
        n_devices,
        n_local: fields.count("n_local")?.unwrap_or(n_devices),
        deleted: fields.flag("deleted")?,
    })
}

/// The fields of a query, read one by one: so each error names its field.
struct Fields(serde_json::Map<String, Value>);

impl Fields {
    /// A string; null is none, and what is left out is `otherwise`.
    fn text(&self, name: &str, otherwise: Option<&str>) -> Result<Option<String>, String> {
        match self.0.get(name) {
            None => Ok(otherwise.map(str::to_owned)),
            Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(format!("'{name}' is a string or null")),
        }
    }

    /// A device's number; null says that it has none, and what is left out is 0.
    fn id(&self, name: &str) -> Result<Option<i64>, String> {
        match self.0.get(name) {
            None => Ok(Some(0)),
            Some(Value::Null) => Ok(None),
            Some(value) => value.as_i64().map(Some).ok_or_else(|| format!("'{name}' is an integer or null")),
        }
    }

    fn count(&self, name: &str) -> Result<Option<u32>, String> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => {
                let count = value.as_u64().and_then(|n| u32::try_from(n).ok());
                count.map(Some).ok_or_else(|| format!("'{name}' is a count"))
            }
        }
    }

    fn flag(&self, name: &str) -> Result<bool, String> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(false),
            Some(value) => value.as_bool().ok_or_else(|| format!("'{name}' is true or false")),
        }
    }
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
