//! A small map.

use serde::{Serialize, Serializer};

/// A few values by name, ordered by it. A tree of the standard library would cost 5 kB of the module for each kind of
/// value; these have a dozen entries at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named<V>(Vec<(String, V)>);

impl<V> Default for Named<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<V> Named<V> {
    /// The value of this name. O(log entries).
    pub fn get(&self, name: &str) -> Option<&V> {
        self.place(name).ok().map(|i| &self.0[i].1)
    }

    /// Sets a value; an older one of the same name is gone. O(entries).
    pub fn set(&mut self, name: &str, value: V) {
        match self.place(name) {
            Ok(i) => self.0[i].1 = value,
            Err(i) => self.0.insert(i, (name.to_owned(), value)),
        }
    }

    /// The value of this name, made where there is none. O(entries).
    pub fn of(&mut self, name: &str) -> &mut V
    where
        V: Default,
    {
        let i = self.place(name).unwrap_or_else(|i| {
            self.0.insert(i, (name.to_owned(), V::default()));
            i
        });
        &mut self.0[i].1
    }

    /// Names and values, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &V)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn place(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(n, _)| n.as_str().cmp(name))
    }
}

impl<V: Serialize> Serialize for Named<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}
