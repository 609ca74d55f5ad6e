//! Queries and answers as lines of JSON.

use super::{Query, jax};
use crate::knowledge::releases::Version;
use crate::report::{Named, Raise};
use serde::Serialize;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

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
struct Fields(Named<Value>);

/// As much of JSON as a query may hold.
enum Value {
    Null,
    Flag(bool),
    Integer(i64),
    Text(String),
    Object(Named<Value>),
    /// A fraction, a list.
    Other,
}

impl Fields {
    /// A string; null is none, and what is left out is `otherwise`.
    fn text(&self, name: &str, otherwise: Option<&str>) -> Result<Option<String>, String> {
        match self.0.get(name) {
            None => Ok(otherwise.map(str::to_owned)),
            Some(Value::Null) => Ok(None),
            Some(Value::Text(text)) => Ok(Some(text.clone())),
            Some(_) => Err(format!("'{name}' is a string or null")),
        }
    }

    /// A device's number; null says that it has none, and what is left out is 0.
    fn id(&self, name: &str) -> Result<Option<i64>, String> {
        match self.0.get(name) {
            None => Ok(Some(0)),
            Some(Value::Null) => Ok(None),
            Some(Value::Integer(id)) => Ok(Some(*id)),
            Some(_) => Err(format!("'{name}' is an integer or null")),
        }
    }

    fn count(&self, name: &str) -> Result<Option<u32>, String> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Integer(n)) => {
                u32::try_from(*n).map(Some).map_err(|_| format!("'{name}' is a count"))
            }
            Some(_) => Err(format!("'{name}' is a count")),
        }
    }

    fn flag(&self, name: &str) -> Result<bool, String> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(false),
            Some(Value::Flag(flag)) => Ok(*flag),
            Some(_) => Err(format!("'{name}' is true or false")),
        }
    }
}

/// Every kind of value is taken, so that no error about a kind is ever written: those would bring the formatting of
/// floating-point numbers (20 kB of the module).
impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Value;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a value")
            }
            fn visit_unit<E>(self) -> Result<Value, E> {
                Ok(Value::Null)
            }
            fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
                Ok(Value::Flag(flag))
            }
            fn visit_i64<E>(self, n: i64) -> Result<Value, E> {
                Ok(Value::Integer(n))
            }
            fn visit_u64<E>(self, n: u64) -> Result<Value, E> {
                Ok(i64::try_from(n).map_or(Value::Other, Value::Integer))
            }
            fn visit_f64<E>(self, _: f64) -> Result<Value, E> {
                Ok(Value::Other)
            }
            fn visit_str<E>(self, text: &str) -> Result<Value, E> {
                Ok(Value::Text(text.to_owned()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Value::Other)
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
                let mut fields = Named::default();
                while let Some((name, value)) = map.next_entry::<String, Value>()? {
                    fields.set(&name, value);
                }
                Ok(Value::Object(fields))
            }
        }
        deserializer.deserialize_any(Any)
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
