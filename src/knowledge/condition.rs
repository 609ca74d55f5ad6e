//! Whether a condition holds, where not everything is known; and the condition in words.

use super::model::{Condition, Order};
use super::releases::Version;

/// What is known of names: packages' releases, and the values of holes and facts.
pub trait Known {
    /// The release of a package, where the text names exactly one.
    fn release(&self, package: &str) -> Option<Version>;
    /// The value of a hole or fact.
    fn value(&self, name: &str) -> Option<&str>;
}

/// True, false, or none where something that matters is not known (Kleene's logic). O(condition).
pub fn holds(condition: &Condition, known: &dyn Known) -> Option<bool> {
    match condition {
        Condition::Version { name, order, version } => {
            let have = known.release(name)?;
            let want = Version::parse(version)?;
            Some(match order {
                Order::Below => have < want,
                Order::AtMost => have <= want,
                Order::Above => have > want,
                Order::AtLeast => have >= want,
                Order::Equal => have == want,
            })
        }
        Condition::Contains(name, part) => known.value(name).map(|v| v.contains(part)),
        Condition::Is(name, whole) => known.value(name).map(|v| v == *whole),
        Condition::And(pair) => match (holds(&pair.0, known), holds(&pair.1, known)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        },
        Condition::Or(pair) => match (holds(&pair.0, known), holds(&pair.1, known)) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        },
        Condition::Not(inner) => holds(inner, known).map(|h| !h),
    }
}

/// The parts of a condition that are not settled, in words: "jax is older than 0.11".
pub fn in_words(condition: &Condition, known: &dyn Known) -> String {
    match condition {
        Condition::And(pair) => join(" and ", pair, known),
        Condition::Or(pair) => join(" or ", pair, known),
        other => plain(other, true),
    }
}

/// Leaves out the side that is settled.
fn join(word: &str, pair: &(Condition, Condition), known: &dyn Known) -> String {
    let open: Vec<String> = [&pair.0, &pair.1]
        .into_iter()
        .filter(|side| holds(side, known).is_none())
        .map(|side| in_words(side, known))
        .collect();
    open.join(word)
}

fn plain(condition: &Condition, positive: bool) -> String {
    let is = if positive { "is" } else { "is not" };
    match condition {
        Condition::Version { name, order, version } => {
            let order = match (order, positive) {
                (Order::Below, true) | (Order::AtLeast, false) => "is older than",
                (Order::AtMost, true) | (Order::Above, false) => "is at most",
                (Order::Above, true) | (Order::AtMost, false) => "is newer than",
                (Order::AtLeast, true) | (Order::Below, false) => "is at least",
                (Order::Equal, true) => "is",
                (Order::Equal, false) => "is not",
            };
            format!("{name} {order} {version}")
        }
        Condition::Contains(name, part) => {
            let verb = if positive { "contains" } else { "does not contain" };
            format!("the {} {verb} '{part}'", spoken(name))
        }
        Condition::Is(name, "") => format!("the {} {is} empty", spoken(name)),
        Condition::Is(name, whole) => format!("the {} {is} '{whole}'", spoken(name)),
        Condition::Not(inner) => plain(inner, !positive),
        Condition::And(pair) => format!("{} and {}", plain(&pair.0, positive), plain(&pair.1, positive)),
        Condition::Or(pair) => format!("{} or {}", plain(&pair.0, positive), plain(&pair.1, positive)),
    }
}

fn spoken(name: &str) -> String {
    match name {
        "platform_version" => "platform string".into(),
        other => other.replace('_', " "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Jax(Option<&'static str>);

    impl Known for Jax {
        fn release(&self, package: &str) -> Option<Version> {
            self.0.filter(|_| package == "jax").and_then(Version::parse)
        }
        fn value(&self, name: &str) -> Option<&str> {
            (name == "platform_version").then_some("oneapi 2026.0")
        }
    }

    fn old_oneapi() -> Condition<'static> {
        let old = Condition::Version { name: "jax", order: Order::Below, version: "0.11" };
        Condition::And(Box::new((old, Condition::Contains("platform_version", "oneapi"))))
    }

    #[test]
    fn the_unknown_stays_unknown_and_is_said() {
        assert_eq!(holds(&old_oneapi(), &Jax(Some("0.10.2"))), Some(true));
        assert_eq!(holds(&old_oneapi(), &Jax(Some("0.11.0"))), Some(false));
        assert_eq!(holds(&old_oneapi(), &Jax(None)), None);
        assert_eq!(in_words(&old_oneapi(), &Jax(None)), "jax is older than 0.11");
    }
}
