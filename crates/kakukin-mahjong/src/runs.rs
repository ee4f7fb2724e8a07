//! Many short lists in one vector, one after the other.

/// Lists of items; the last one is open until it is closed.
#[derive(Debug, Clone)]
pub(crate) struct Runs<T> {
    ends: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Runs<T> {
    fn default() -> Self {
        Self { ends: Vec::new(), items: Vec::new() }
    }
}

impl<T> Runs<T> {
    /// Adds an item to the open list.
    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        self.items.push(item);
    }

    /// Closes the open list.
    #[inline]
    pub(crate) fn close(&mut self) {
        self.ends.push(self.items.len() as u32);
    }

    /// How many lists are closed.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// All items, list by list.
    #[inline]
    pub(crate) fn items(&self) -> &[T] {
        &self.items
    }

    /// One list.
    #[inline]
    pub(crate) fn get(&self, list: usize) -> &[T] {
        let from = list.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.items[from as usize..self.ends[list] as usize]
    }

    /// Every list.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[T]> {
        let mut from = 0;
        self.ends.iter().map(move |&to| {
            let list = &self.items[from..to as usize];
            from = to as usize;
            list
        })
    }
}

impl<T: Clone> Runs<T> {
    /// Adds a list.
    #[inline]
    pub(crate) fn add(&mut self, list: &[T]) {
        self.items.extend_from_slice(list);
        self.close();
    }
}
