//! The native command. Its twin is `npm/cli.js` with `npm/usage.js`: the same arguments, the same bytes.

use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use dlpack_doctor::{Format, Options, WINDOW};
use serde::Serialize;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::Path;
use std::process::ExitCode;

const HELP: &str = include_str!("help.txt");
const COMMANDS: [&str; 4] = ["diagnose", "resolve", "explain", "rules"];
const LATER: [&str; 7] = ["interop", "scan", "probe", "plan", "collect", "redact", "mcp"];
const FORMATS: [&str; 4] = ["text", "json", "ndjson", "markdown"];
const FORMATS_LATER: [&str; 2] = ["sarif", "github"];
const LONG: [&str; 8] =
    ["--format", "--files-from", "--set", "--batch", "--exit-zero", "--no-color", "--help", "--version"];

/// A line that names a path or asks a question is shorter.
const LINE: usize = 1024 * 1024;
const MISUSED: u8 = 2;
const UNREADABLE: u8 = 3;

/// The words of a command line.
#[derive(Parser)]
#[allow(clippy::struct_excessive_bools)] // each is an option of the command line
#[command(disable_help_flag = true, disable_version_flag = true, args_override_self = true)]
struct Words {
    #[arg(long, default_value = "text", allow_hyphen_values = true)]
    format: String,
    #[arg(long, allow_hyphen_values = true)]
    files_from: Option<OsString>,
    #[arg(long, allow_hyphen_values = true)]
    set: Vec<String>,
    #[arg(long)]
    batch: bool,
    #[arg(long)]
    exit_zero: bool,
    #[arg(long)]
    no_color: bool,
    #[arg(long, short)]
    help: bool,
    #[arg(long, short = 'V')]
    version: bool,
    arguments: Vec<OsString>,
}

/// What was asked for.
struct Asked {
    words: Words,
    command: &'static str,
    format: Format,
    color: bool,
    set: Vec<(String, String)>,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("{0}")]
    Misuse(String),
    #[error("this is a fault of dlpack-doctor itself: {0}")]
    Io(#[from] io::Error),
}

fn main() -> ExitCode {
    let status = match run() {
        Ok(status) => status,
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => 0, // nobody reads on
        Err(failure) => {
            complain(&failure.to_string());
            if matches!(failure, Failure::Misuse(_)) { MISUSED } else { UNREADABLE }
        }
    };
    ExitCode::from(status)
}

fn run() -> Result<u8, Failure> {
    let asked = parse()?;
    if asked.words.help {
        return print(HELP).map(|()| 0);
    }
    if asked.words.version {
        return print(&format!("{}\n", dlpack_doctor::version())).map(|()| 0);
    }
    let reads = match asked.command {
        "diagnose" => asked.words.files_from.is_none(),
        "resolve" => true,
        _ => false,
    };
    if reads && asked.words.arguments.is_empty() && io::stdin().is_terminal() {
        let _ = io::stderr().write_all(HELP.as_bytes());
        return Ok(MISUSED);
    }
    match asked.command {
        "resolve" => resolve(&asked),
        "explain" => explain(&asked),
        "rules" => print(&dlpack_doctor::render_rules(&dlpack_doctor::rules(), asked.format, asked.color))
            .map(|()| 0),
        _ => diagnose(&asked),
    }
}

fn diagnose(asked: &Asked) -> Result<u8, Failure> {
    let Words { arguments, files_from, .. } = &asked.words;
    let single = files_from.is_none() && arguments.len() < 2;
    let mut items = Items { asked, single, status: 0, count: 0 };
    if files_from.is_none() && arguments.is_empty() {
        items.one("-", false)?;
    }
    for path in arguments {
        let path = path.to_string_lossy();
        items.one(&path, !single || (asked.format == Format::Ndjson && path != "-"))?;
    }
    if let Some(list) = files_from {
        let list = list.to_string_lossy();
        match open(&list) {
            Ok(file) => lines(file, |path| if path.is_empty() { Ok(()) } else { items.one(path, true) })?,
            Err(error) => {
                complain(&format!("{list}: {}", reason(&error)));
                items.status = UNREADABLE;
            }
        }
    }
    items.end()
}

/// Answers as they come, and the highest status among them.
struct Items<'a> {
    asked: &'a Asked,
    single: bool,
    status: u8,
    count: usize,
}

/// What stands for the report of an input that was not read.
#[derive(Serialize)]
struct Unread<'a> {
    path: &'a str,
    error: &'a str,
}

impl Items<'_> {
    fn array(&self) -> bool {
        self.asked.format == Format::Json && !self.single
    }

    /// Diagnoses one input; `named` where the answer says which one it is.
    fn one(&mut self, path: &str, named: bool) -> Result<(), Failure> {
        let (bytes, whole) = match read(path) {
            Ok(input) => input,
            Err(error) => {
                let why = reason(&error);
                self.status = self.status.max(UNREADABLE);
                complain(&format!("{path}: {why}"));
                if self.asked.format != Format::Ndjson && !self.array() {
                    return Ok(());
                }
                let line = serde_json::to_string(&Unread { path, error: &why }).map_err(io::Error::from)?;
                return self.item(&format!("{line}\n"));
            }
        };
        let options = Options { set: self.asked.set.clone(), whole };
        let report = dlpack_doctor::diagnose(&bytes, &options);
        self.status = self.status.max(dlpack_doctor::exit_status(&report));
        let Asked { format, color, .. } = *self.asked;
        // A list holds each report on one line, as ndjson does, with its path.
        let format = if self.array() { Format::Ndjson } else { format };
        self.item(&dlpack_doctor::render(&report, format, &bytes, color, named.then_some(path)))
    }

    fn item(&mut self, text: &str) -> Result<(), Failure> {
        let first = self.count == 0;
        self.count += 1;
        if self.array() {
            return print(&format!("{}{}", if first { "[\n" } else { ",\n" }, text.trim_end()));
        }
        print(&format!("{}{text}", if first || self.asked.format == Format::Ndjson { "" } else { "\n" }))
    }

    fn end(&self) -> Result<u8, Failure> {
        if self.array() {
            print(if self.count == 0 { "[]\n" } else { "\n]\n" })?;
        }
        Ok(settle(self.status, self.asked))
    }
}

fn resolve(asked: &Asked) -> Result<u8, Failure> {
    if asked.words.batch {
        lines(Box::new(io::stdin()), |line| {
            if line.trim().is_empty() {
                return Ok(());
            }
            print(&format!("{}\n", dlpack_doctor::resolve_line(line)))
        })?;
        return Ok(0);
    }
    let string = match asked.words.arguments.first() {
        Some(given) if given != "-" => given.to_string_lossy().into_owned(),
        _ => piped()?,
    };
    let version = asked.set.last().map(|(_, version)| version.as_str());
    let device = dlpack_doctor::resolve(&string, "jax", version).map_err(Failure::Misuse)?;
    print(&dlpack_doctor::render_device(&device, &string, asked.format, asked.color))?;
    Ok(settle(u8::from(device.error.is_some()), asked))
}

/// A string from a pipe; the line end behind it is the shell's.
fn piped() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    io::stdin().take(LINE as u64).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let text = text.strip_suffix('\n').map_or(&*text, |t| t.strip_suffix('\r').unwrap_or(t));
    Ok(text.to_owned())
}

fn explain(asked: &Asked) -> Result<u8, Failure> {
    let rule = asked.words.arguments.first().map(|r| r.to_string_lossy()).unwrap_or_default();
    if let Some(page) = dlpack_doctor::explain(&rule) {
        return print(&dlpack_doctor::render_page(&page, asked.format, asked.color)).map(|()| 0);
    }
    let way_on = dlpack_doctor::nearest_rule(&rule).map_or_else(
        || "`dlpack-doctor rules` lists them".to_owned(),
        |near| format!("did you mean {near}?"),
    );
    Err(Failure::Misuse(format!("there is no rule {rule}; {way_on}")))
}

/// The status of answers, which `--exit-zero` quiets; an input that was not read stays one.
fn settle(status: u8, asked: &Asked) -> u8 {
    if asked.words.exit_zero && status != UNREADABLE { 0 } else { status }
}

fn open(path: &str) -> io::Result<Box<dyn Read>> {
    if path == "-" {
        return Ok(Box::new(io::stdin()));
    }
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok(Box::new(file))
}

/// What the core reads of an input and one byte more, and the size of a file that has one.
fn read(path: &str) -> io::Result<(Vec<u8>, Option<u64>)> {
    let mut bytes = Vec::new();
    open(path)?.take(WINDOW as u64 + 1).read_to_end(&mut bytes)?;
    let size =
        if path == "-" { None } else { std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file) };
    Ok((bytes, size.map(|m| m.len())))
}

/// Calls `each` with every line as it arrives, without its end; a line's rest beyond `LINE` bytes is dropped.
fn lines(input: Box<dyn Read>, mut each: impl FnMut(&str) -> Result<(), Failure>) -> Result<(), Failure> {
    let mut input = BufReader::new(input);
    let mut line = Vec::new();
    while input.by_ref().take(LINE as u64).read_until(b'\n', &mut line)? > 0 {
        if line.last() == Some(&b'\n') {
            line.pop();
        } else {
            input.skip_until(b'\n')?;
        }
        let text = String::from_utf8_lossy(&line);
        each(text.strip_suffix('\r').unwrap_or(&text))?;
        line.clear();
    }
    Ok(())
}

/// Why a path cannot be read, in words that do not depend on the system.
fn reason(error: &io::Error) -> String {
    use io::ErrorKind as Kind;
    match error.kind() {
        Kind::NotFound | Kind::NotADirectory => "no such file".to_owned(),
        Kind::PermissionDenied => "permission denied".to_owned(),
        Kind::IsADirectory => "it is a directory".to_owned(),
        Kind::InvalidFilename => "the name is too long".to_owned(),
        _ => match error.raw_os_error() {
            Some(40) if cfg!(target_os = "linux") => "too many links".to_owned(),
            code => format!(
                "the system refuses to read it ({})",
                code.map_or_else(|| error.to_string(), |c| c.to_string())
            ),
        },
    }
}

fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Standard error may be closed, and then nobody is to be told.
fn complain(sentence: &str) {
    let _ = io::stderr().write_all(format!("dlpack-doctor: {sentence}\n").as_bytes());
}

// The command line.

fn parse() -> Result<Asked, Failure> {
    let mut words = Words::try_parse().map_err(|error| misuse(&error))?;
    let list = words.files_from.as_ref().map(|list| list.to_string_lossy());
    let values = [("--format", Some(words.format.as_str())), ("--files-from", list.as_deref())];
    let sets = words.set.iter().map(|set| ("--set", Some(set.as_str())));
    if let Some((option, _)) = values.into_iter().chain(sets).find(|(_, value)| value.is_some_and(is_missing))
    {
        return Err(Failure::Misuse(format!("{option} wants a value")));
    }
    let set = pairs(&words.set)?;
    let format = format(&words.format)?;
    let asks_about_itself = words.help || words.version;
    let command = if asks_about_itself { "diagnose" } else { command(&mut words.arguments)? };
    if !asks_about_itself {
        check(&words, command, &set)?;
    }
    let color = format == Format::Text && wants_color(words.no_color);
    Ok(Asked { words, command, format, color, set })
}

/// Another option where a value should stand.
fn is_missing(value: &str) -> bool {
    value.is_empty() || (value.starts_with('-') && value != "-")
}

/// A sentence of ours for what clap found.
fn misuse(error: &clap::Error) -> Failure {
    let named = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(name)) => name.split([' ', '=']).next().unwrap_or(name),
        _ => "an argument",
    };
    Failure::Misuse(match error.kind() {
        ErrorKind::UnknownArgument => {
            let way_on = nearest(named, &LONG).map_or_else(|| "--help lists them".to_owned(), did_you_mean);
            format!("there is no option {named}; {way_on}")
        }
        ErrorKind::TooManyValues => format!("{named} takes no value"),
        ErrorKind::InvalidUtf8 => "an option's value is not UTF-8".to_owned(),
        _ => format!("{named} wants a value"),
    })
}

fn pairs(set: &[String]) -> Result<Vec<(String, String)>, Failure> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for given in set {
        let pair = given.split_once('=').map(|(name, version)| (name, version.trim_start_matches('=')));
        let Some((name, version)) = pair.filter(|(name, version)| !name.is_empty() && !version.is_empty())
        else {
            let sentence = format!("--set wants NAME=VERSION, such as --set jax=0.6.2, not {given}");
            return Err(Failure::Misuse(sentence));
        };
        pairs.retain(|(earlier, _)| earlier != name);
        pairs.push((name.to_owned(), version.to_owned()));
    }
    Ok(pairs)
}

fn format(name: &str) -> Result<Format, Failure> {
    if FORMATS_LATER.contains(&name) {
        return Err(Failure::Misuse(format!(
            "--format {name} is not in this version yet; it has {}",
            list(&FORMATS)
        )));
    }
    let known = FORMATS.contains(&name).then(|| name.parse().ok()).flatten();
    known
        .ok_or_else(|| Failure::Misuse(format!("there is no format {name}; it is one of {}", list(&FORMATS))))
}

/// Takes the command off the arguments; `diagnose` where only paths are given.
fn command(arguments: &mut Vec<OsString>) -> Result<&'static str, Failure> {
    let Some(first) = arguments.first() else { return Ok("diagnose") };
    let word = first.to_string_lossy().into_owned();
    if let Some(command) = COMMANDS.into_iter().find(|c| *c == word) {
        arguments.remove(0);
        return Ok(command);
    }
    if word == "-" || word.contains(['.', '/', '\\']) || Path::new(first).exists() {
        return Ok("diagnose");
    }
    if LATER.contains(&word.as_str()) {
        return Err(Failure::Misuse(format!(
            "{word} is not in this version yet; it has {}",
            list(&COMMANDS)
        )));
    }
    let way_on =
        nearest(&word, &COMMANDS).map_or_else(|| "--help lists the commands".to_owned(), did_you_mean);
    Err(Failure::Misuse(format!("{word} is neither a command nor a file; {way_on}")))
}

/// What goes together.
fn check(words: &Words, command: &str, set: &[(String, String)]) -> Result<(), Failure> {
    let count = words.arguments.len();
    let misused = [
        (words.batch && command != "resolve", "--batch belongs to resolve"),
        (words.files_from.is_some() && command != "diagnose", "--files-from belongs to diagnose"),
        (words.batch && count > 0, "resolve --batch reads standard input and takes no STRING"),
        (command == "resolve" && count > 1, "resolve takes one STRING; quote it"),
        (
            command == "resolve" && set.iter().any(|(name, _)| name != "jax"),
            "resolve answers for jax; only --set jax=VERSION means something to it",
        ),
        (command == "explain" && count != 1, "explain wants one RULE, such as jax/unknown-gpu-platform"),
        (command == "rules" && count > 0, "rules takes no arguments"),
    ];
    match misused.iter().find(|(wrong, _)| *wrong) {
        Some((_, sentence)) => Err(Failure::Misuse((*sentence).to_owned())),
        None => Ok(()),
    }
}

fn wants_color(refused: bool) -> bool {
    let variable = |name| std::env::var(name).ok().filter(|v| !v.is_empty());
    if refused || variable("NO_COLOR").is_some() {
        return false;
    }
    if let Some(forced) = variable("FORCE_COLOR") {
        return forced != "0";
    }
    variable("TERM").is_none_or(|t| t != "dumb") && io::stdout().is_terminal()
}

fn list(words: &[&str]) -> String {
    let (last, others) = words.split_last().unwrap_or((&"", &[]));
    format!("{} and {last}", others.join(", "))
}

fn did_you_mean(word: &str) -> String {
    format!("did you mean {word}?")
}

/// The word that a slip of the finger or two makes of it.
fn nearest<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let word: Vec<char> = word.chars().collect();
    let rated = candidates.iter().map(|c| (distance(&word, &c.chars().collect::<Vec<_>>()), *c));
    let (least, best) = rated.min_by_key(|(d, _)| *d)?;
    (least <= (word.len() / 3).max(1)).then_some(best)
}

/// Insertions, deletions, changes and swaps of neighbours.
fn distance(a: &[char], b: &[char]) -> usize {
    if a.len() > 40 {
        return usize::MAX;
    }
    let mut row = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut next = vec![i];
        for j in 1..=b.len() {
            let changed = row[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = changed.min(row[i - 1][j] + 1).min(next[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(row[i - 2][j - 2] + 1);
            }
            next.push(least);
        }
        row.push(next);
    }
    row[a.len()][b.len()]
}
