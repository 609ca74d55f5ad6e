//! For a terminal: the verdict, the way out, and why.

use super::style::{Style, indent, shown, wrap};
use super::{Lines, change_sentence, device_sentence, how_sure, known_how, no_diagnosis};
use crate::report::{Code, Device, Diagnosis, Fix, Report, Role, RulePage, RuleRow, Span, Status};

const WIDTH: usize = 96;

/// A whole report.
pub fn report(report: &Report, lines: Lines, style: Style, path: Option<&str>) -> String {
    let mut out = String::new();
    if let Some(path) = path {
        out += &format!("{}\n", style.dim(shown(path)));
    }
    for warning in &report.warnings {
        out += &format!("{} {}\n", style.yellow("note:"), shown(warning));
    }
    if report.diagnoses.is_empty() {
        out += &format!("{}\n", style.bold(no_diagnosis(report)));
    }
    for (i, diagnosis) in report.diagnoses.iter().enumerate() {
        if i > 0 {
            out.push('\n');
        }
        out += &head(diagnosis, lines, style);
        if i == 0 {
            out += &section_device(report, style);
        }
        out += &body(diagnosis, style, i == 0);
    }
    if report.diagnoses.is_empty() {
        out += &section_device(report, style);
    }
    if !report.collect.is_empty() {
        let why = if report.status == Status::Problem {
            "To be more exact, run"
        } else {
            "To find out more, run this and paste what it prints"
        };
        out += &format!("\n{}\n", style.bold(why));
        for code in &report.collect {
            out += &block(&code.text, style);
        }
    }
    out
}

fn head(diagnosis: &Diagnosis, lines: Lines, style: Style) -> String {
    let word = match diagnosis.role {
        Role::Cause => style.red("problem"),
        Role::Symptom => style.yellow("led to"),
        Role::Note => style.green("note"),
    };
    let sure = how_sure(diagnosis.confidence);
    let rule = style.dim(format!("[{}, {sure}]", diagnosis.rule));
    let mut out = format!("{word}: {} {rule}\n", style.bold(&diagnosis.title));
    if let Some(span) = diagnosis.spans.first() {
        out += &excerpt(lines, *span, style);
    }
    out
}

/// The lines that say so, at most four.
fn excerpt(lines: Lines, span: Span, style: Style) -> String {
    let Some((line, text)) = lines(span) else { return String::new() };
    let mut out = String::new();
    for (i, text) in text.lines().take(4).enumerate() {
        let cut: String = text.chars().take(200).collect();
        out += &format!("{} {}\n", style.dim(format!("{:>6} |", line + i)), style.cyan(shown(&cut)));
    }
    out
}

fn section_device(report: &Report, style: Style) -> String {
    let mut out = String::new();
    if let Some(device) = &report.device {
        out += &format!("\n{}\n{}", style.bold("Device"), device_lines(device));
    }
    if let Some(memory) = &report.memory {
        let sentence =
            format!("The memory itself is {} ({}): {}.", memory.kind, memory.value, memory.because);
        out += &wrap(&shown(&sentence), "  ", WIDTH);
    }
    out
}

fn device_lines(device: &Device) -> String {
    let mut out = wrap(&shown(&format!("{}: {}.", device_sentence(device), device.because)), "  ", WIDTH);
    if device.changes.len() > 1 {
        out += "  By release:\n";
        for change in &device.changes {
            out += &wrap(&shown(&change_sentence(change)), "    ", WIDTH);
        }
    }
    if !device.assumed.is_empty() {
        out += &wrap(&shown(&format!("Assumed: {}.", device.assumed.join("; "))), "  ", WIDTH);
    }
    out
}

fn body(diagnosis: &Diagnosis, style: Style, whole: bool) -> String {
    let mut out = format!("\n{}\n{}", style.bold("Why"), wrap(&shown(&diagnosis.cause), "  ", WIDTH));
    if !whole {
        return out;
    }
    out += &fixes(&diagnosis.fixes, style);
    if let Some(verify) = &diagnosis.verify {
        out += &format!("\n{}\n{}", style.bold("Then check"), block(&verify.text, style));
        out += &wrap(&verify.expect, "  ", WIDTH);
    }
    out += &code("To know beforehand", diagnosis.check.as_ref(), style);
    out += &code("To go on safely", diagnosis.guard.as_ref(), style);
    out += &list("To prevent it", &diagnosis.prevent, style);
    out += &format!("\n{}\n", style.dim(format!("More: dlpack-doctor explain {}", diagnosis.rule)));
    out
}

fn fixes(fixes: &[Fix], style: Style) -> String {
    if fixes.is_empty() {
        return String::new();
    }
    let mut out = format!("\n{}\n", style.bold("What to do"));
    for (i, fix) in fixes.iter().enumerate() {
        let when = fix.when.as_ref().map_or(String::new(), |w| format!(" (if {})", shown(w)));
        out += &format!(
            "  {}. {}{when} {}\n",
            i + 1,
            style.bold(&fix.title),
            style.dim(format!("[{}]", known_how(fix.verified)))
        );
        if fix.language.is_some() {
            out += &block(&fix.text, style);
        } else {
            out += &wrap(&fix.text, "     ", WIDTH);
        }
    }
    out
}

fn code(title: &str, code: Option<&Code>, style: Style) -> String {
    code.map_or(String::new(), |c| format!("\n{}\n{}", style.bold(title), block(&c.text, style)))
}

fn block(text: &str, style: Style) -> String {
    indent(text, &format!("     {} ", style.dim("|")))
}

fn list(title: &str, items: &[String], style: Style) -> String {
    if items.is_empty() {
        return String::new();
    }
    let mut out = format!("\n{}\n", style.bold(title));
    for item in items {
        let wrapped = wrap(item, "    ", WIDTH);
        out += &format!("  -{}", &wrapped[3..]);
    }
    out
}

/// The answer for a platform string.
pub fn resolved(device: &Device, string: &str, style: Style) -> String {
    let shown_string = shown(&string.lines().collect::<Vec<_>>().join("\\n"));
    format!("{}\n{}", style.bold(shown_string), device_lines(device))
}

/// A rule's page.
pub fn page(page: &RulePage, style: Style) -> String {
    let mut out = format!("{} {}\n", style.bold(&page.title), style.dim(format!("[{}]", page.rule)));
    out += &wrap(&format!("{}: {}", page.category, page.category_means), "  ", WIDTH);
    if !page.messages.is_empty() {
        out += &format!("\n{}\n", style.bold("Messages"));
    }
    for message in &page.messages {
        let class = if message.class.is_empty() {
            String::new()
        } else {
            format!("{}: ", message.class.join(" or "))
        };
        let releases =
            if message.releases.is_empty() { String::new() } else { format!("  ({})", message.releases) };
        out += &format!("  {class}{}{}\n", style.cyan(&message.message), style.dim(releases));
    }
    out += &format!("\n{}\n{}", style.bold("Why"), wrap(&page.cause, "  ", WIDTH));
    for narrower in &page.cause_when {
        out += &wrap(&format!("If {}: {}", narrower.when, narrower.text), "  ", WIDTH);
    }
    out += &list("When people meet it", &page.situations, style);
    out += &fixes(&page.fixes, style);
    if let Some(example) = &page.example {
        out += &format!("\n{}\n{}", style.bold("Before"), block(&example.before, style));
        out += &format!("\n{}\n{}", style.bold("After"), block(&example.after, style));
    }
    if let Some(verify) = &page.verify {
        out += &format!("\n{}\n{}", style.bold("Then check"), block(&verify.text, style));
        out += &wrap(&verify.expect, "  ", WIDTH);
    }
    out += &code("To know beforehand", page.check.as_ref(), style);
    out += &code("To go on safely", page.guard.as_ref(), style);
    out += &list("To prevent it", &page.prevent, style);
    out += &list("Sources", &page.sources, style);
    for reference in &page.references {
        out += &format!("  - {}: {}\n", reference.title, reference.url);
    }
    out += &format!("\n{}\n", style.dim(format!("Last checked {}", page.checked)));
    out
}

/// The list of rules.
pub fn rules(rules: &[RuleRow], style: Style) -> String {
    let width = rules.iter().map(|r| r.rule.len()).max().unwrap_or(0);
    rules.iter().map(|r| format!("{}  {}\n", style.bold(format!("{:width$}", r.rule)), r.title)).collect()
}
