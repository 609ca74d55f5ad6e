//! For an issue or a chat. Pasted words are escaped: none of them becomes a link, an image or markup.

use super::{change_sentence, device_sentence, how_sure, known_how, no_diagnosis};
use crate::report::{Code, Device, Diagnosis, Fix, Report, Role, RulePage, RuleRow};

/// A whole report.
pub fn report(report: &Report, path: Option<&str>) -> String {
    let mut out = String::new();
    if let Some(path) = path {
        out += &format!("**{}**\n\n", escape(path));
    }
    for warning in &report.warnings {
        out += &format!("> {}\n\n", escape(warning));
    }
    if report.diagnoses.is_empty() {
        out += &format!("**{}**\n\n", no_diagnosis(report));
    }
    for (i, diagnosis) in report.diagnoses.iter().enumerate() {
        out += &head(diagnosis);
        if i == 0 {
            out += &device(report);
        }
        out += &format!("{}\n\n", escape(&diagnosis.cause));
        if i == 0 {
            out += &fixes(&diagnosis.fixes);
            out += &code("To know beforehand", diagnosis.check.as_ref());
            out += &code("To go on safely", diagnosis.guard.as_ref());
        }
    }
    if report.diagnoses.is_empty() {
        out += &device(report);
    }
    for code in &report.collect {
        out += &format!("Run this and paste what it prints:\n\n{}", fenced(&code.language, &code.text));
    }
    trimmed(&out)
}

fn head(diagnosis: &Diagnosis) -> String {
    let word = match diagnosis.role {
        Role::Cause => "Problem",
        Role::Symptom => "Led to",
        Role::Note => "Note",
    };
    let sure = how_sure(diagnosis.confidence);
    format!("### {word}: {} (`{}`, {sure})\n\n", diagnosis.title, diagnosis.rule)
}

fn device(report: &Report) -> String {
    let mut out = report.device.as_ref().map_or(String::new(), device_lines);
    if let Some(memory) = &report.memory {
        out += &format!(
            "The memory itself is `{}` ({}): {}.\n\n",
            memory.kind,
            memory.value,
            escape(&memory.because)
        );
    }
    out
}

fn device_lines(device: &Device) -> String {
    let mut out = format!("**{}**: {}.\n\n", escape(&device_sentence(device)), escape(&device.because));
    if device.changes.len() > 1 {
        for change in &device.changes {
            out += &format!("- {}\n", escape(&change_sentence(change)));
        }
        out.push('\n');
    }
    if !device.assumed.is_empty() {
        out += &format!("Assumed: {}.\n\n", escape(&device.assumed.join("; ")));
    }
    out
}

fn fixes(fixes: &[Fix]) -> String {
    let mut out = String::new();
    for (i, fix) in fixes.iter().enumerate() {
        let when = fix.when.as_ref().map_or(String::new(), |w| format!(" (if {})", escape(w)));
        out += &format!("{}. {}{when} *({})*\n\n", i + 1, escape(&fix.title), known_how(fix.verified));
        match &fix.language {
            Some(language) => {
                for line in fenced(language, &fix.text).lines() {
                    out += &if line.is_empty() { "\n".to_owned() } else { format!("   {line}\n") };
                }
                out.push('\n');
            }
            None => out += &format!("   {}\n\n", escape(&fix.text)),
        }
    }
    out
}

fn code(title: &str, code: Option<&Code>) -> String {
    code.map_or(String::new(), |c| format!("{title}:\n\n{}", fenced(&c.language, &c.text)))
}

/// A fence longer than any in the text.
fn fenced(language: &str, text: &str) -> String {
    let mut longest = 2;
    let mut run = 0;
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(longest + 1);
    format!("{fence}{language}\n{text}\n{fence}\n\n")
}

/// The answer for a platform string.
pub fn resolved(device: &Device, string: &str) -> String {
    trimmed(&format!("{}{}", fenced("", string), device_lines(device)))
}

/// A rule's page.
pub fn page(page: &RulePage) -> String {
    let mut out =
        format!("# {}\n\n`{}`, {}: {}\n\n", page.title, page.rule, page.category, page.category_means);
    for message in &page.messages {
        let class = message.class.iter().map(|c| format!("`{c}`")).collect::<Vec<_>>().join(" or ");
        let releases = if message.releases.is_empty() {
            String::new()
        } else {
            format!(" ({})", escape(&message.releases))
        };
        out += &format!("{class}{releases}:\n\n{}", fenced("", &message.message));
    }
    out += &format!("## Why\n\n{}\n\n", escape(&page.cause));
    for narrower in &page.cause_when {
        out += &format!("- If {}: {}\n", escape(&narrower.when), escape(&narrower.text));
    }
    out += &bullets("When people meet it", &page.situations);
    if !page.fixes.is_empty() {
        out += &format!("\n## What to do\n\n{}", fixes(&page.fixes));
    }
    if let Some(example) = &page.example {
        let before = fenced("python", &example.before);
        out += &format!("## Before and after\n\n{before}{}", fenced("python", &example.after));
    }
    out += &code("To know beforehand", page.check.as_ref());
    out += &code("To go on safely", page.guard.as_ref());
    if let Some(verify) = &page.verify {
        let text = fenced(&verify.language, &verify.text);
        out += &format!("## Then check\n\n{text}{}\n\n", escape(&verify.expect));
    }
    out += &bullets("To prevent it", &page.prevent);
    out += &bullets("Sources", &page.sources);
    for reference in &page.references {
        out += &format!("- [{}]({})\n", escape(&reference.title), reference.url);
    }
    trimmed(&format!("{out}\nLast checked {}.\n", page.checked))
}

fn bullets(title: &str, items: &[String]) -> String {
    if items.is_empty() {
        return String::new();
    }
    let rows: String = items.iter().map(|i| format!("- {}\n", escape(i))).collect();
    format!("\n## {title}\n\n{rows}\n")
}

/// The list of rules.
pub fn rules(rules: &[RuleRow]) -> String {
    let rows: String =
        rules.iter().map(|r| format!("| `{}` | {} | {} |\n", r.rule, escape(&r.title), r.category)).collect();
    format!("| rule | title | category |\n|---|---|---|\n{rows}")
}

/// Characters that mean something in Markdown are written so that they mean themselves. Backticks that set off code in
/// our own sentences stay, where they come in pairs; nothing between them is escaped.
fn escape(text: &str) -> String {
    let pairs = text.matches('`').count().is_multiple_of(2) && !text.contains("``");
    let mut code = false;
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '`' if pairs => {
                code = !code;
                out.push(c);
            }
            '\n' => out.push(' '),
            c if c.is_control() => out.push('\u{FFFD}'),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '!' | '&' | '@' if !code => {
                out.push('\\');
                out.push(c);
            }
            ':' if !code && (out.ends_with("http") || out.ends_with("https")) => out.push_str("\\:"),
            c => out.push(c),
        }
    }
    out
}

fn trimmed(text: &str) -> String {
    format!("{}\n", text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasted_markup_is_no_markup() {
        assert_eq!(escape("<img src=x> [a](b) *c*"), "\\<img src=x\\> \\[a\\](b) \\*c\\*");
        assert_eq!(escape("look for `cuda_x`"), "look for `cuda_x`");
        assert_eq!(escape("one ` alone"), "one \\` alone");
        assert_eq!(fenced("", "a ``` b"), "````\na ``` b\n````\n\n");
    }
}
