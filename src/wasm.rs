//! The boundary to JavaScript: the only file that knows `JsValue`. Thin: bytes in, answers out.
#![allow(unsafe_code)] // what wasm-bindgen generates
#![allow(clippy::needless_pass_by_value)] // values cross the boundary whole

use crate::{Format, Options, report};
use serde::Serialize;
use std::str::FromStr;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

/// What the command prints, and the exit status that goes with it.
#[wasm_bindgen]
pub struct Printed {
    text: String,
    status: u8,
}

#[wasm_bindgen]
impl Printed {
    /// The bytes for standard output.
    #[wasm_bindgen(getter)]
    pub fn text(&self) -> String {
        self.text.clone()
    }

    /// The exit status of `CONTRACT`: 0, 1 or 4.
    #[wasm_bindgen(getter)]
    pub fn status(&self) -> u8 {
        self.status
    }
}

/// The report as a plain object.
#[wasm_bindgen(unchecked_return_type = "Report")]
pub fn diagnose(
    #[wasm_bindgen(unchecked_param_type = "string | Uint8Array")] input: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "Options")] options: JsValue,
) -> Result<JsValue, JsError> {
    object(&crate::diagnose(&bytes(&input)?, &known(&options)?.options))
}

/// The report as the command prints it with `--format json`.
#[wasm_bindgen(js_name = diagnoseJson)]
pub fn diagnose_json(
    #[wasm_bindgen(unchecked_param_type = "string | Uint8Array")] input: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "Options")] options: JsValue,
) -> Result<String, JsError> {
    let input = bytes(&input)?;
    let report = crate::diagnose(&input, &known(&options)?.options);
    Ok(crate::render(&report, Format::Json, &input, false, None))
}

/// The report as the command prints it.
#[wasm_bindgen(js_name = diagnoseText)]
pub fn diagnose_text(
    #[wasm_bindgen(unchecked_param_type = "string | Uint8Array")] input: JsValue,
    format: &str,
    color: bool,
    #[wasm_bindgen(unchecked_optional_param_type = "Options")] options: JsValue,
) -> Result<Printed, JsError> {
    let input = bytes(&input)?;
    let known = known(&options)?;
    let report = crate::diagnose(&input, &known.options);
    let text = crate::render(&report, format_of(format)?, &input, color, known.path.as_deref());
    Ok(Printed { text, status: crate::exit_status(&report) })
}

/// The text that spans count in: bytes decoded, byte order mark removed.
#[wasm_bindgen]
pub fn decode(bytes: &[u8]) -> String {
    let window = &bytes[..bytes.len().min(crate::WINDOW)];
    crate::text::decode(window).as_str().to_owned()
}

/// What a framework's release answers for a platform string, as a plain object.
#[wasm_bindgen(unchecked_return_type = "Device")]
pub fn resolve(string: &str, framework: Option<String>, version: Option<String>) -> Result<JsValue, JsError> {
    object(&device(string, framework, version)?)
}

/// The same as the command prints it.
#[wasm_bindgen(js_name = resolveText)]
pub fn resolve_text(
    string: &str,
    framework: Option<String>,
    version: Option<String>,
    format: &str,
    color: bool,
) -> Result<Printed, JsError> {
    let device = device(string, framework, version)?;
    let status = u8::from(device.error.is_some());
    Ok(Printed { text: crate::render_device(&device, string, format_of(format)?, color), status })
}

/// One line of a batch.
#[wasm_bindgen(js_name = resolveLine)]
pub fn resolve_line(line: &str) -> String {
    crate::resolve_line(line)
}

/// A rule's page as a plain object; undefined where there is no such rule.
#[wasm_bindgen(unchecked_return_type = "RulePage | undefined")]
pub fn explain(rule: &str) -> Result<JsValue, JsError> {
    crate::explain(rule).map_or(Ok(JsValue::UNDEFINED), |page| object(&page))
}

/// The same as the command prints it; undefined where there is no such rule.
#[wasm_bindgen(js_name = explainText)]
pub fn explain_text(rule: &str, format: &str, color: bool) -> Result<Option<String>, JsError> {
    let format = format_of(format)?;
    Ok(crate::explain(rule).map(|page| crate::render_page(&page, format, color)))
}

/// The rule that somebody may have meant.
#[wasm_bindgen(js_name = nearestRule)]
pub fn nearest_rule(name: &str) -> Option<String> {
    crate::nearest_rule(name).map(str::to_owned)
}

/// All rules as an array of plain objects.
#[wasm_bindgen(unchecked_return_type = "RuleRow[]")]
pub fn rules() -> Result<JsValue, JsError> {
    Ok(serde_wasm_bindgen::to_value(&crate::rules())?)
}

/// The same as the command prints it.
#[wasm_bindgen(js_name = rulesText)]
pub fn rules_text(format: &str, color: bool) -> Result<String, JsError> {
    Ok(crate::render_rules(&crate::rules(), format_of(format)?, color))
}

/// Name, version and the date of the knowledge.
#[wasm_bindgen]
pub fn version() -> String {
    crate::version()
}

/// Bytes of a text that are read.
#[wasm_bindgen]
pub fn window() -> usize {
    crate::WINDOW
}

fn device(
    string: &str,
    framework: Option<String>,
    version: Option<String>,
) -> Result<report::Device, JsError> {
    let framework = framework.as_deref().unwrap_or("jax");
    crate::resolve(string, framework, version.as_deref()).map_err(|e| JsError::new(&e))
}

fn format_of(name: &str) -> Result<Format, JsError> {
    Ok(Format::from_str(name)?)
}

/// A string's UTF-8, or the bytes, no more than are read.
fn bytes(input: &JsValue) -> Result<Vec<u8>, JsError> {
    if let Some(text) = input.dyn_ref::<js_sys::JsString>() {
        // One UTF-16 unit is at least one byte, so nothing that is read is cut.
        let most = u32::try_from(crate::WINDOW + 1).unwrap_or(u32::MAX);
        let head = if text.length() > most { text.substring(0, most) } else { text.clone() };
        return Ok(String::from(head).into_bytes());
    }
    let array = input.dyn_ref::<js_sys::Uint8Array>();
    let array = array.ok_or_else(|| JsError::new("the text is a string or a Uint8Array"))?;
    let most = u32::try_from(crate::WINDOW + 1).unwrap_or(u32::MAX);
    Ok(array.subarray(0, array.length().min(most)).to_vec())
}

/// What a caller knows beside the text.
#[derive(Default)]
struct Known {
    options: Options,
    path: Option<String>,
}

/// Read field by field: a deserialiser's error messages would bring 20 kB of code that formats numbers.
fn known(given: &JsValue) -> Result<Known, JsError> {
    let mut known = Known { path: field(given, "path").and_then(|p| p.as_string()), ..Known::default() };
    if let Some(set) = field(given, "set") {
        for entry in js_sys::Object::entries(set.unchecked_ref()).iter() {
            let pair: js_sys::Array = entry.unchecked_into();
            let (Some(name), Some(version)) = (pair.get(0).as_string(), pair.get(1).as_string()) else {
                return Err(JsError::new("`set` maps names to versions, both strings"));
            };
            known.options.set.push((name, version));
        }
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a length in bytes; saturates
    let whole = field(given, "whole").and_then(|w| w.as_f64()).map(|w| w as u64);
    known.options.whole = whole;
    Ok(known)
}

fn field(object: &JsValue, name: &str) -> Option<JsValue> {
    if !object.is_object() {
        return None;
    }
    js_sys::Reflect::get(object, &JsValue::from_str(name)).ok().filter(|v| !v.is_undefined() && !v.is_null())
}

/// A plain object, by way of the JSON text. serde-wasm-bindgen would instantiate a second serialiser for every type of
/// the report (40 kB of code, measured); and so the object is what `JSON.parse` makes of the command's bytes.
fn object<T: Serialize>(value: &T) -> Result<JsValue, JsError> {
    let text = serde_json::to_string(value)?;
    js_sys::JSON::parse(&text).map_err(|_| JsError::new("the answer is no JSON; please report this"))
}
