//! `jax<0.11 and platform_version contains 'oneapi'` to a tree. A comma is an `and`, as in version specifiers.

use crate::model::{Condition, Order};

/// Parses a condition; the error says where it stopped.
pub fn parse(text: &str) -> Result<Condition<'_>, String> {
    let mut parser = Parser { rest: text.trim() };
    let condition = parser.either()?;
    match parser.rest {
        "" => Ok(condition),
        rest => Err(format!("cannot read {rest:?} in the condition {text:?}")),
    }
}

struct Parser<'a> {
    rest: &'a str,
}

impl<'a> Parser<'a> {
    fn either(&mut self) -> Result<Condition<'a>, String> {
        let mut left = self.both()?;
        while self.word("or") {
            left = Condition::Or(Box::new((left, self.both()?)));
        }
        Ok(left)
    }

    fn both(&mut self) -> Result<Condition<'a>, String> {
        let mut left = self.one()?;
        while self.word("and") || self.sign(",") {
            left = Condition::And(Box::new((left, self.one()?)));
        }
        Ok(left)
    }

    fn one(&mut self) -> Result<Condition<'a>, String> {
        if self.word("not") {
            return Ok(Condition::Not(Box::new(self.one()?)));
        }
        if self.sign("(") {
            let inner = self.either()?;
            return if self.sign(")") {
                Ok(inner)
            } else {
                Err(format!("')' missing before {:?}", self.rest))
            };
        }
        let name = self.name()?;
        if self.word("contains") {
            return Ok(Condition::Contains(name, self.quoted()?));
        }
        if self.word("is") {
            return Ok(Condition::Is(name, self.quoted()?));
        }
        let order = self.order()?;
        let version = self.name()?;
        Ok(Condition::Version { name, order, version })
    }

    fn order(&mut self) -> Result<Order, String> {
        let all = [
            ("<=", Order::AtMost),
            (">=", Order::AtLeast),
            ("==", Order::Equal),
            ("<", Order::Below),
            (">", Order::Above),
        ];
        for (sign, order) in all {
            if self.sign(sign) {
                return Ok(order);
            }
        }
        Err(format!("a comparison expected before {:?}", self.rest))
    }

    fn sign(&mut self, sign: &str) -> bool {
        self.rest.strip_prefix(sign).map(|rest| self.rest = rest.trim_start()).is_some()
    }

    fn word(&mut self, word: &str) -> bool {
        let found = self.rest.strip_prefix(word).filter(|r| !r.starts_with(is_name));
        found.map(|rest| self.rest = rest.trim_start()).is_some()
    }

    fn name(&mut self) -> Result<&'a str, String> {
        let end = self.rest.find(|c| !is_name(c)).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        if name.is_empty() { Err(format!("a name expected before {rest:?}")) } else { Ok(name) }
    }

    fn quoted(&mut self) -> Result<&'a str, String> {
        let inner = self.rest.strip_prefix('\'').and_then(|r| r.split_once('\''));
        let (text, rest) = inner.ok_or_else(|| format!("a '...' expected before {:?}", self.rest))?;
        self.rest = rest.trim_start();
        Ok(text)
    }
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '+')
}
