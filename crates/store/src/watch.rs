//! What a store tells of what others wrote to it.

use tokio::sync::broadcast;

use crate::log::TableId;

/// How much news may wait for a slow reader before it has to read everything anew.
const WAITING: usize = 4096;

/// What somebody wrote, this store's own writers among them. News is a hint: the log is the truth, and news may come twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// A table has events up to this seq.
    Appended(TableId, u64),
    /// A table is gone, with everything in it.
    Removed(TableId),
    /// The note of this key was put.
    Noted(String),
    /// Something about the hints of this table changed: one waits, or was answered, or is gone.
    Hint(TableId),
    /// Something waits to be thought.
    Thoughts,
    /// News may have been missed: whatever is in memory must be read anew.
    Anew,
}

impl News {
    /// As it is sent between servers: what it says, and whether something waits to be thought besides.
    pub(crate) fn read(text: &str) -> Option<(Self, bool)> {
        let (kind, rest) = text.split_once(' ')?;
        match kind {
            "appended" | "owed" => {
                let (table, seq) = rest.split_once(' ')?;
                Some((Self::Appended(TableId::new(table)?, seq.parse().ok()?), kind == "owed"))
            }
            "removed" => Some((Self::Removed(TableId::new(rest)?), false)),
            "noted" => Some((Self::Noted(rest.to_owned()), false)),
            "hint" => Some((Self::Hint(TableId::new(rest)?), false)),
            "thoughts" => Some((Self::Thoughts, false)),
            _ => None,
        }
    }
}

/// Where news goes in.
#[derive(Clone, Debug)]
pub struct Teller(broadcast::Sender<News>);

impl Default for Teller {
    fn default() -> Self {
        Self::new()
    }
}

impl Teller {
    /// Nobody watches yet.
    pub fn new() -> Self {
        Self(broadcast::Sender::new(WAITING))
    }

    /// Tells everybody who watches, if anybody does.
    pub fn tell(&self, news: News) {
        drop(self.0.send(news));
    }

    /// News from now on.
    pub fn watch(&self) -> Watch {
        Watch(self.0.subscribe())
    }
}

/// News as it comes.
#[derive(Debug)]
pub struct Watch(broadcast::Receiver<News>);

impl Watch {
    /// Lets go of all the news that has come so far.
    pub fn skip(&mut self) {
        use tokio::sync::broadcast::error::TryRecvError;
        loop {
            match self.0.try_recv() {
                Ok(_) | Err(TryRecvError::Lagged(_)) => {}
                Err(TryRecvError::Empty | TryRecvError::Closed) => return,
            }
        }
    }

    /// Waits for news; nothing comes once the store is closed.
    pub async fn next(&mut self) -> Option<News> {
        match self.0.recv().await {
            Ok(news) => Some(news),
            // So much was missed that it can't be made good one by one.
            Err(broadcast::error::RecvError::Lagged(_)) => Some(News::Anew),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_is_read_or_nothing() {
        let table = |name: &str| TableId::new(name).unwrap();
        let only = |news: News| Some((news, false));
        assert_eq!(News::read("appended ab1 12"), only(News::Appended(table("ab1"), 12)));
        assert_eq!(News::read("owed ab1 12"), Some((News::Appended(table("ab1"), 12), true)));
        assert_eq!(News::read("removed ab1"), only(News::Removed(table("ab1"))));
        assert_eq!(News::read("noted a key"), only(News::Noted("a key".to_owned())));
        assert_eq!(News::read("hint ab1"), only(News::Hint(table("ab1"))));
        assert_eq!(News::read("thoughts wait"), only(News::Thoughts));
        for other in
            ["", "hint AB", "thoughts", "appended ab1", "appended AB 1", "appended ab1 x", "sung ab1"]
        {
            assert_eq!(News::read(other), None, "{other}");
        }
    }

    #[tokio::test]
    async fn whoever_reads_too_slowly_is_told_to_read_everything_anew() {
        let teller = Teller::new();
        let mut watch = teller.watch();
        for seq in 0..=WAITING as u64 {
            teller.tell(News::Appended(TableId::new("t").unwrap(), seq));
        }
        assert_eq!(watch.next().await, Some(News::Anew));
        drop(teller);
        let mut left = 0;
        while watch.next().await.is_some() {
            left += 1;
        }
        assert_eq!(left, WAITING);
    }
}
