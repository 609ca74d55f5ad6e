//! The tables beside the rules: categories, platforms, releases.

use crate::model::{Near, Platform, Releases};
use crate::{read, template};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// Slug to meaning.
pub type Categories = BTreeMap<String, String>;

/// `knowledge/categories.toml`.
pub fn categories(path: &Path) -> Result<Categories, String> {
    toml::from_str(&read(path)?).map_err(|e| format!("{}: {e}", path.display()))
}

/// `knowledge/platforms.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlatformFile {
    platform: Vec<PlatformRow>,
    #[serde(default)]
    near: Vec<NearRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlatformRow {
    backend: String,
    platform: Option<String>,
    seen_as: Option<String>,
    #[serde(default)]
    strings: Vec<String>,
    memory: Option<String>,
    vendor: String,
    #[serde(default)]
    number: String,
    evidence: String,
    source: String,
    checked: toml::value::Datetime,
    #[serde(skip)]
    date: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NearRow {
    word: String,
    backend: String,
    because: String,
}

/// Reads the platforms.
pub fn platforms(path: &Path) -> Result<PlatformFile, String> {
    let mut file: PlatformFile =
        toml::from_str(&read(path)?).map_err(|e| format!("{}: {e}", path.display()))?;
    for row in &mut file.platform {
        row.date = row.checked.to_string();
    }
    Ok(file)
}

/// The platforms as the crate reads them.
pub fn compile_platforms(file: &PlatformFile) -> Result<(Vec<Platform<'_>>, Vec<Near<'_>>), String> {
    let platforms = file.platform.iter().map(compile_platform).collect::<Result<_, _>>()?;
    let near = file
        .near
        .iter()
        .map(|n| {
            let known = file.platform.iter().any(|p| p.backend == n.backend);
            if !known {
                return Err(format!(
                    "platforms.toml: near {:?} names the unknown backend {:?}",
                    n.word, n.backend
                ));
            }
            Ok(Near { word: &n.word, backend: &n.backend, because: &n.because })
        })
        .collect::<Result<_, _>>()?;
    Ok((platforms, near))
}

fn compile_platform(row: &PlatformRow) -> Result<Platform<'_>, String> {
    let strings = row.strings.iter().map(|s| template::parse(s)).collect::<Result<_, _>>();
    Ok(Platform {
        backend: &row.backend,
        platform: row.platform.as_deref(),
        seen_as: row.seen_as.as_deref(),
        strings: strings.map_err(|e| format!("platforms.toml, {}: {e}", row.backend))?,
        memory: row.memory.as_deref(),
        vendor: &row.vendor,
        number: &row.number,
        evidence: &row.evidence,
        source: &row.source,
        checked: &row.date,
    })
}

/// One file of `knowledge/releases/`.
pub struct ReleaseFile {
    package: String,
    checked: String,
    versions: Vec<String>,
}

impl ReleaseFile {
    /// As the crate reads it.
    pub fn as_model(&self) -> Releases<'_> {
        let versions = self.versions.iter().map(String::as_str).collect();
        Releases { package: &self.package, checked: &self.checked, versions }
    }
}

/// Reads all release tables. A file begins with a comment that holds `Checked YYYY-MM-DD`, then a head line, then a
/// row for each release, the version first.
pub fn releases(folder: &Path) -> Result<Vec<ReleaseFile>, String> {
    let mut files = Vec::new();
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|e| e.to_string())?.path();
        let text = read(&path)?;
        let name = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default().to_owned();
        let checked = text.split_once("Checked ").and_then(|(_, rest)| rest.get(..10));
        let checked =
            checked.ok_or_else(|| format!("{}: no 'Checked YYYY-MM-DD'", path.display()))?.to_owned();
        let rows = text.lines().filter(|l| !l.starts_with('#')).skip(1);
        let versions: Vec<String> = rows.filter_map(|l| l.split(',').next()).map(str::to_owned).collect();
        if versions.is_empty() {
            return Err(format!("{}: no release", path.display()));
        }
        files.push(ReleaseFile { package: name, checked, versions });
    }
    files.sort_by(|a, b| a.package.cmp(&b.package));
    Ok(files)
}
