//! The node store of a search: one growing list, and a table to find a node's child by the action that leads to it.

use std::hash::{Hash, Hasher};

use table::Seat;

/// The root's place in the list.
pub const ROOT: u32 = 0;

/// What is known of one action at one node.
#[derive(Clone, Copy, Debug)]
pub struct Node<A> {
    /// What leads here from the parent.
    pub action: A,
    /// Who takes it.
    pub seat: Seat,
    /// The node it is taken at.
    pub parent: u32,
    /// What the observer knew afterwards, if chance told something on the way; 0 for all outcomes together.
    pub seen: u64,
    /// How often it was taken.
    pub visits: u32,
    /// How often it could have been taken.
    pub available: u32,
    /// What it brought the seat that takes it, summed over the visits.
    pub total: f32,
    /// What the observer knew when this node had been visited a few times, if it was then the observer's turn; 0 otherwise.
    pub mark: u64,
    /// Where what was expected of the actions here is kept, counted from 1; 0 if it is not.
    pub expected: u32,
}

impl<A> Node<A> {
    /// What the action brought on average.
    pub fn mean(&self) -> f32 {
        if self.visits == 0 { 0.0 } else { self.total / self.visits as f32 }
    }

    /// What the action is worth at least, as far as can be told from its visits.
    pub fn surely(&self, weight: f32) -> f32 {
        surely(f64::from(self.mean()), self.visits, weight) as f32
    }
}

/// What something is worth at least that brought `mean` in so many visits: the lower end of Wilson's interval for one standard
/// deviation. Visits alone follow the first guess where all values are close, and means alone believe what was tried once. The interval
/// is one of wins and losses; where a visit brings a chance to win, which differs less, it counts for as many visits as `weight` says.
pub fn surely(mean: f64, visits: u32, weight: f32) -> f64 {
    if visits == 0 {
        return f64::NEG_INFINITY;
    }
    let (mean, tried) = (mean.clamp(0.0, 1.0), f64::from(visits) * f64::from(weight));
    let doubt = (mean * (1.0 - mean) / tried + 0.25 / (tried * tried)).sqrt();
    (mean + 0.5 / tried - doubt) / (1.0 + 1.0 / tried)
}

/// A tree of actions.
#[derive(Clone, Debug)]
pub struct Tree<A> {
    nodes: Vec<Node<A>>,
    /// Places in `nodes`, found by the hash of parent, seat and action; `EMPTY` where there is none.
    slots: Vec<u32>,
    /// The places of the root's children.
    first: Vec<u32>,
}

/// What was found for an earlier decision counts for half: it was found with less knowledge.
const FADE: u32 = 2;

const EMPTY: u32 = u32::MAX;

impl<A: Copy + Eq + Hash> Tree<A> {
    /// An empty tree, without even a root.
    pub const fn new() -> Self {
        Self { nodes: Vec::new(), slots: Vec::new(), first: Vec::new() }
    }

    /// Empties the tree and gives it a root, with room for so many nodes. The root's action means nothing.
    pub fn plant(&mut self, any: A, seat: Seat, room: usize) {
        self.nodes.clear();
        self.first.clear();
        self.nodes.reserve(room);
        self.resize((room * 2).next_power_of_two().max(64));
        self.nodes.push(Node {
            action: any,
            seat,
            parent: EMPTY,
            seen: 0,
            visits: 0,
            available: 0,
            total: 0.0,
            mark: 0,
            expected: 0,
        });
    }

    fn resize(&mut self, slots: usize) {
        if self.slots.len() == slots {
            self.slots.fill(EMPTY);
        } else {
            self.slots = vec![EMPTY; slots];
        }
        for at in 1..self.nodes.len() {
            let Node { action, seat, parent, seen, .. } = self.nodes[at];
            let slot = self.slot(parent, seat, action, seen);
            self.slots[slot] = at as u32;
        }
    }

    /// The slot that holds this child, or the free one where it belongs.
    #[inline]
    fn slot(&self, parent: u32, seat: Seat, action: A, seen: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut hasher = Mix::new((u64::from(parent) << 8 | seat.index() as u64) ^ seen);
        action.hash(&mut hasher);
        let mut slot = hasher.finish() as usize & mask;
        loop {
            let at = self.slots[slot];
            if at == EMPTY {
                return slot;
            }
            let node = &self.nodes[at as usize];
            if node.parent == parent && node.seat == seat && node.action == action && node.seen == seen {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The child of a node by this action of this seat, if there is one.
    #[inline]
    pub fn child(&self, parent: u32, seat: Seat, action: A) -> Option<u32> {
        self.outcome(parent, seat, action, 0)
    }

    /// The node of a node's child for what the observer saw, if there is one.
    #[inline]
    pub fn outcome(&self, parent: u32, seat: Seat, action: A, seen: u64) -> Option<u32> {
        let at = self.slots[self.slot(parent, seat, action, seen)];
        if at == EMPTY { None } else { Some(at) }
    }

    /// Adds a child that is not there yet.
    pub fn add(&mut self, parent: u32, seat: Seat, action: A, seen: u64) -> u32 {
        if self.nodes.len() * 2 > self.slots.len() {
            self.resize(self.slots.len() * 2);
        }
        let (slot, at) = (self.slot(parent, seat, action, seen), self.nodes.len() as u32);
        self.slots[slot] = at;
        if parent == ROOT {
            self.first.push(at);
        }
        self.nodes.push(Node {
            action,
            seat,
            parent,
            seen,
            visits: 0,
            available: 1,
            total: 0.0,
            mark: 0,
            expected: 0,
        });
        at
    }

    /// A node.
    #[inline]
    pub fn node(&self, at: u32) -> &Node<A> {
        &self.nodes[at as usize]
    }

    /// A node, to be changed.
    #[inline]
    pub fn node_mut(&mut self, at: u32) -> &mut Node<A> {
        &mut self.nodes[at as usize]
    }

    /// How many nodes there are.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The children of the root.
    pub fn first(&self) -> impl Iterator<Item = &Node<A>> {
        self.first.iter().map(|at| self.node(*at))
    }

    /// The most visited node with this mark.
    pub fn find(&self, mark: u64) -> Option<u32> {
        let marked = self.nodes.iter().enumerate().skip(1).filter(|(_, node)| node.mark == mark && mark != 0);
        marked.max_by_key(|(at, node)| (node.visits, std::cmp::Reverse(*at))).map(|(at, _)| at as u32)
    }

    /// Whether the root is the position with this mark.
    pub fn is_rooted_at(&self, mark: u64) -> bool {
        self.nodes.first().is_some_and(|root| root.mark == mark)
    }

    /// Keeps only what is below this node, which becomes the root.
    pub fn reroot(&mut self, root: u32, room: usize) {
        // A parent stands before its children, so one pass finds all that stays.
        let mut place = vec![EMPTY; self.nodes.len()];
        place[root as usize] = ROOT;
        let mut kept = vec![Node { parent: EMPTY, expected: 0, ..self.nodes[root as usize] }];
        for at in root as usize + 1..self.nodes.len() {
            let node = self.nodes[at];
            let parent = place[node.parent as usize];
            if parent != EMPTY {
                place[at] = kept.len() as u32;
                let visits = node.visits / FADE;
                let total = node.mean() * visits as f32;
                kept.push(Node {
                    parent,
                    visits,
                    total,
                    available: node.available / FADE,
                    expected: 0,
                    ..node
                });
            }
        }
        kept.reserve(room);
        self.nodes = kept;
        self.first.clear();
        let first = self.nodes.iter().enumerate().filter(|(_, node)| node.parent == ROOT);
        self.first.extend(first.map(|(at, _)| at as u32));
        self.resize(((self.nodes.len() + room) * 2).next_power_of_two());
    }
}

/// A quick hasher for small keys; nobody chooses them to collide. Bytes are gathered into words before they are mixed in:
/// positions are mostly bytes.
pub struct Mix {
    mixed: u64,
    gathered: u64,
    bits: u32,
}

impl Mix {
    /// A hasher that begins with this number.
    #[inline]
    pub const fn new(start: u64) -> Self {
        Self { mixed: start, gathered: 0, bits: 0 }
    }

    #[inline]
    const fn add(&mut self, word: u64) {
        self.mixed = (self.mixed.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    /// Adds a number of so many bits, fewer than 64.
    #[inline]
    const fn gather(&mut self, number: u64, bits: u32) {
        let free = 64 - self.bits;
        self.gathered |= number << self.bits;
        self.bits += bits;
        if self.bits >= 64 {
            self.add(self.gathered);
            self.bits -= 64;
            self.gathered = if self.bits == 0 { 0 } else { number >> free };
        }
    }
}

impl Hasher for Mix {
    #[inline]
    fn finish(&self) -> u64 {
        let mut last = Self { ..*self };
        last.add(self.gathered ^ u64::from(self.bits) << 56);
        last.mixed ^ (last.mixed >> 32)
    }
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            self.add(u64::from_le_bytes(word.try_into().expect("a chunk of 8 is 8 bytes")));
        }
        for byte in words.remainder() {
            self.write_u8(*byte);
        }
    }
    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.gather(u64::from(number), 8);
    }
    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.gather(u64::from(number), 16);
    }
    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.gather(u64::from(number), 32);
    }
    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }
    /// Discriminants and lengths: small numbers, though of a large type.
    #[inline]
    fn write_usize(&mut self, number: usize) {
        if number < 0xFF {
            self.gather(number as u64, 8);
        } else {
            self.gather(0xFF, 8);
            self.add(number as u64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Seat = Seat::new(0);

    #[test]
    fn children_are_found_however_many() {
        let mut tree = Tree::<u32>::new();
        tree.plant(0, A, 4);
        for action in 0..500 {
            assert_eq!(tree.child(ROOT, A, action), None);
            let child = tree.add(ROOT, A, action, 0);
            tree.add(child, A, action, 0);
        }
        for action in 0..500 {
            let child = tree.child(ROOT, A, action).unwrap();
            assert_eq!((tree.node(child).action, tree.node(child).parent), (action, ROOT));
            assert!(tree.child(child, A, action).is_some());
        }
        assert_eq!((tree.len(), tree.first().count()), (1001, 500));
    }

    #[test]
    fn a_new_root_keeps_what_is_below_it() {
        let mut tree = Tree::<u32>::new();
        tree.plant(0, A, 4);
        let (left, right) = (tree.add(ROOT, A, 1, 0), tree.add(ROOT, A, 2, 0));
        let below = tree.add(right, A, 3, 0);
        tree.add(left, A, 4, 0);
        tree.add(below, A, 5, 0);
        tree.node_mut(right).mark = 77;
        assert_eq!((tree.find(77), tree.find(78), tree.find(0)), (Some(right), None, None));
        tree.reroot(right, 4);
        assert_eq!(tree.len(), 3);
        let child = tree.child(ROOT, A, 3).unwrap();
        assert!(tree.child(child, A, 5).is_some() && tree.child(ROOT, A, 4).is_none());
    }
}
