//! What every store promises, wherever it is.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use gloria_store::testkit::Cluster;
use gloria_store::{Append, Appended, Digest, NoteChange, Standing, StoreError, TableId};

use crate::place::{Place, append, table};

/// Each promise is a test on a file of its own, and all of them together one on a PostgreSQL, which takes a second to start.
macro_rules! promises {
    ($($promise:ident)*) => {
        mod on_a_file {
            $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $promise() {
                    super::$promise(super::Place::file(stringify!($promise))).await;
                }
            )*
        }

        #[tokio::test(flavor = "multi_thread")]
        async fn all_of_them_on_postgresql() {
            let cluster = Arc::new(Cluster::start());
            $(
                println!("{}", stringify!($promise));
                $promise(Place::database(&cluster)).await;
            )*
        }
    };
}

promises! {
    events_are_kept_in_order_and_survive_reopening
    a_stale_append_and_a_repeated_request_write_nothing
    of_many_writers_at_once_exactly_one_wins_each_seq
    an_export_imports_into_another_and_again_without_change
    a_job_that_fails_leaves_the_rest_of_its_group_and_a_failed_commit_nothing
    finished_tables_are_found_by_their_people_and_live_ones_in_the_list
    archived_tables_are_told_as_ever_and_go_on
    notes_are_weighed_and_old_ones_go
    of_many_who_put_a_note_unless_there_is_one_all_are_told_the_same
    a_light_note_is_there_for_whoever_comes_next
    notes_are_changed_together_or_not_at_all
    of_many_who_change_the_same_notes_each_turn_is_won_once
    what_has_to_be_missing_does_not_come_in_between
    any_text_comes_back_as_it_was_and_order_is_by_letter
    whoever_only_reads_writes_nothing
    a_closed_store_has_written_everything_and_writes_nothing_more
}

async fn events_are_kept_in_order_and_survive_reopening(place: Place) {
    {
        let store = place.open().await;
        assert_eq!(store.append(append("t", 0, None, &["a", "b"])).await, Ok(Appended::Written(2)));
        assert_eq!(store.append(append("t", 2, None, &["c"])).await, Ok(Appended::Written(3)));
        store.put_note("key", "one").await.unwrap();
        store.put_note("key", "two").await.unwrap();
    }
    let store = place.open().await;
    let events = store.events(&table("t"), 1, 10).await.unwrap();
    let bodies: Vec<_> = events.iter().map(|event| (event.seq, event.body.as_str())).collect();
    assert_eq!(bodies, [(2, "b"), (3, "c")]);
    let digests = store.digests(None, 10).await.unwrap();
    assert_eq!((digests[0].last, digests[0].body.as_str()), (3, "after c"));
    assert_eq!(store.note("key").await.unwrap().as_deref(), Some("two"));
    assert_eq!(store.note("other").await.unwrap(), None);
    store.check().await.unwrap();
}

/// One takes a note away and puts another; one puts the first again where both are missing. However they meet, both are never there.
async fn what_has_to_be_missing_does_not_come_in_between(place: Place) {
    let store = Arc::new(place.open().await);
    for round in 0..150 {
        let (seat, look) = (format!("a-seat/{round}"), format!("look/{round}"));
        store.put_note(&look, "yes").await.unwrap();
        let changes = [
            vec![NoteChange::remove(look.clone(), "yes"), NoteChange::add(seat.clone(), "given")],
            vec![NoteChange::add(look.clone(), "again"), NoteChange::keep(seat.clone(), None)],
            vec![NoteChange::add(look.clone(), "again"), NoteChange::keep(seat.clone(), None)],
        ];
        let changing: Vec<_> = changes
            .into_iter()
            .map(|changes| {
                let store = Arc::clone(&store);
                tokio::spawn(async move { store.change_notes(changes).await.unwrap() })
            })
            .collect();
        for one in changing {
            one.await.unwrap();
        }
        let (seat, look) = (store.note(&seat).await.unwrap(), store.note(&look).await.unwrap());
        assert_eq!((seat.as_deref(), look), (Some("given"), None), "round {round}");
    }
}

async fn a_light_note_is_there_for_whoever_comes_next(place: Place) {
    {
        let store = place.open().await;
        store.put_note_lightly("light", "one").await.unwrap();
        assert_eq!(store.note("light").await.unwrap().as_deref(), Some("one"));
        store.put_note_lightly("light", "two").await.unwrap();
        store.put_note("heavy", "three").await.unwrap();
    }
    let store = place.open().await;
    assert_eq!(store.note("light").await.unwrap().as_deref(), Some("two"));
    assert_eq!(store.note("heavy").await.unwrap().as_deref(), Some("three"));
}

async fn a_stale_append_and_a_repeated_request_write_nothing(place: Place) {
    let store = place.open().await;
    assert_eq!(store.append(append("t", 0, Some("r1"), &["a"])).await, Ok(Appended::Written(1)));
    assert_eq!(store.append(append("t", 0, None, &["x"])).await, Ok(Appended::Stale(1)));
    assert_eq!(store.append(append("t", 5, None, &["x"])).await, Ok(Appended::Stale(1)));
    assert_eq!(store.append(append("t", 1, Some("r1"), &["a"])).await, Ok(Appended::Repeated(1)));
    assert_eq!(store.append(append("u", 0, Some("r1"), &["a"])).await, Ok(Appended::Written(1)));
    assert_eq!(store.events(&table("t"), 0, 10).await.unwrap().len(), 1);
}

async fn of_many_writers_at_once_exactly_one_wins_each_seq(place: Place) {
    let store = place.open().await;
    let mut writers = Vec::new();
    for writer in 0..8 {
        let store = Arc::clone(&store);
        writers.push(tokio::spawn(async move {
            let (mut expected, mut won) = (0, 0);
            while expected < 40 {
                let body = format!("{writer}");
                match store.append(append("t", expected, None, &[&body])).await.unwrap() {
                    Appended::Written(last) => {
                        won += 1;
                        expected = last;
                    }
                    Appended::Stale(last) => expected = last,
                    Appended::Repeated(_) => unreachable!("no request is named"),
                }
            }
            won
        }));
    }
    let mut won = 0;
    for writer in writers {
        won += writer.await.unwrap();
    }
    let events = store.events(&table("t"), 0, 1000).await.unwrap();
    assert_eq!(events.len(), won);
    assert!(events.iter().zip(1..).all(|(event, seq)| event.seq == seq));
}

async fn an_export_imports_into_another_and_again_without_change(place: Place) {
    let from = place.open().await;
    from.append(append("t", 0, Some("r"), &["a", "b\nwith a line"])).await.unwrap();
    from.append(append("u", 0, None, &["c"])).await.unwrap();
    from.put_note("n", "v").await.unwrap();
    let mut text = Vec::new();
    let sent = gloria_store::export(from.as_ref(), &mut text).await.unwrap();
    assert_eq!((sent.tables, sent.events, sent.notes), (2, 3, 1));
    let to = place.other();
    let to = to.open().await;
    assert_eq!(gloria_store::import(to.as_ref(), &mut text.as_slice()).await.unwrap(), sent);
    assert_eq!(gloria_store::import(to.as_ref(), &mut text.as_slice()).await.unwrap(), sent);
    let mut again = Vec::new();
    gloria_store::export(to.as_ref(), &mut again).await.unwrap();
    assert_eq!(text, again);
    let other = place.other();
    let other = other.open().await;
    other.append(append("t", 0, None, &["different"])).await.unwrap();
    assert!(matches!(
        gloria_store::import(other.as_ref(), &mut text.as_slice()).await,
        Err(StoreError::Unfit(_))
    ));
}

async fn a_job_that_fails_leaves_the_rest_of_its_group_and_a_failed_commit_nothing(place: Place) {
    drop(place.open().await);
    place.plant();
    {
        let store = place.open().await;
        // All are sent before any is awaited, so that they wait for the writer together.
        let good: Vec<_> =
            (0..20).map(|at| store.append(append(&format!("t{at}"), 0, None, &["a"]))).collect();
        let half = store.append(append("u", 0, None, &["a", "poison"]));
        let late = store.append(append("v", 0, None, &["a"]));
        for good in good {
            assert_eq!(good.await, Ok(Appended::Written(1)));
        }
        assert!(matches!(half.await, Err(StoreError::Broken(_))));
        assert_eq!(late.await, Ok(Appended::Written(1)));
        let bomb = store.append(append("w", 0, None, &["bomb"]));
        assert!(matches!(bomb.await, Err(StoreError::Broken(_))), "never told as written");
        assert_eq!(store.append(append("w", 0, None, &["b"])).await, Ok(Appended::Written(1)), "it goes on");
    }
    let store = place.open().await;
    assert_eq!(store.events(&table("t19"), 0, 10).await.unwrap().len(), 1);
    assert_eq!(store.events(&table("u"), 0, 10).await.unwrap().len(), 0, "nothing of the half");
    let after = store.events(&table("w"), 0, 10).await.unwrap();
    assert_eq!(after.iter().map(|event| event.body.as_str()).collect::<Vec<_>>(), ["b"]);
}

async fn finished_tables_are_found_by_their_people_and_live_ones_in_the_list(place: Place) {
    let store = place.open().await;
    let people = |names: &[&str]| Some(names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
    for (at, name) in [(1, "a"), (2, "b"), (3, "c")] {
        let made = Append { at: now + at, finished: people(&["ann"]), ..append(name, 0, None, &["x"]) };
        store.append(made).await.unwrap();
    }
    store.append(Append { at: now, ..append("d", 0, None, &["x"]) }).await.unwrap();
    // Somebody plays again: it is the newest now, and there once.
    let again = Append { at: now + 9, finished: people(&["ann", "bob"]), ..append("a", 1, None, &["y"]) };
    store.append(again).await.unwrap();
    let names = |digests: Vec<Digest>| -> Vec<String> {
        digests.into_iter().map(|digest| digest.table.to_string()).collect()
    };
    assert_eq!(names(store.finished("ann", 2).await.unwrap()), ["a", "c"]);
    assert_eq!(names(store.finished("bob", 9).await.unwrap()), ["a"]);
    assert_eq!(names(store.unfinished(None, 9).await.unwrap()), ["d"]);
    assert_eq!(names(store.digests(None, 9).await.unwrap()), ["a", "b", "c", "d"]);
    // Old tables can go, with everything in them.
    let hour = Duration::from_secs(3600);
    assert_eq!(store.remove_tables(hour, 10).await.unwrap(), [], "nothing is so old");
    place.age("b");
    assert_eq!(store.remove_tables(hour * 3, 10).await.unwrap(), [], "nor so old");
    assert_eq!(store.remove_tables(hour, 10).await.unwrap(), [table("b")]);
    assert!(store.events(&table("b"), 0, 10).await.unwrap().is_empty());
    assert_eq!(names(store.finished("ann", 9).await.unwrap()), ["a", "c"]);
    // One can be written anew, from an archive too: all of it, or nothing if it has gone on meanwhile.
    let mut anew = store.events(&table("a"), 0, 10).await.unwrap();
    assert_eq!(store.archive(Standing::Finished, Duration::ZERO, 1).await.unwrap().len(), 1);
    "z".clone_into(&mut anew[1].body);
    let rewritten = store.rewrite(&table("a"), anew[..1].to_vec(), "no".to_owned(), people(&["cid"])).await;
    assert_eq!(rewritten, Ok(false), "it is longer by now");
    assert_eq!(names(store.finished("bob", 9).await.unwrap()), ["a"]);
    assert_eq!(
        store.rewrite(&table("a"), anew.clone(), "new".to_owned(), people(&["ann", "cid"])).await,
        Ok(true)
    );
    assert_eq!(store.events(&table("a"), 0, 10).await.unwrap(), anew);
    assert!(store.finished("bob", 9).await.unwrap().is_empty(), "who is no longer in it does not find it");
    assert_eq!(store.finished("cid", 9).await.unwrap()[0].body, "new");
    assert_eq!(
        store.append(append("a", 2, None, &["on"])).await,
        Ok(Appended::Written(3)),
        "it goes on from there"
    );
    let over = Append { at: 9, finished: people(&["ann"]), ..append("a", 3, None, &["end"]) };
    store.append(over).await.unwrap();
    // One of them can go at any time, alone, and once.
    assert_eq!(store.remove_table(&table("c")).await, Ok(true));
    assert_eq!(store.remove_table(&table("c")).await, Ok(false));
    assert!(store.events(&table("c"), 0, 10).await.unwrap().is_empty());
    assert_eq!(names(store.finished("ann", 9).await.unwrap()), ["a"]);
    assert_eq!(names(store.digests(None, 9).await.unwrap()), ["a", "d"]);
}

/// As if nothing had happened: reading in pages, exports, going on, being archived again.
async fn archived_tables_are_told_as_ever_and_go_on(place: Place) {
    let store = place.open().await;
    let over = |append: Append| Append { finished: Some(vec!["ann".to_owned()]), ..append };
    for (name, body) in [("over", "x"), ("left", "y")] {
        assert_eq!(store.append(append(name, 0, Some("r"), &[body; 3])).await, Ok(Appended::Written(3)));
    }
    assert_eq!(store.append(over(append("over", 3, None, &["z", "end"]))).await, Ok(Appended::Written(5)));
    let all = async |name: &str| store.events(&table(name), 0, 100).await.unwrap();
    let export = async || {
        let mut bytes = Vec::new();
        let _ = gloria_store::export(store.as_ref(), &mut bytes).await.unwrap();
        String::from_utf8(bytes).unwrap()
    };
    let (over_before, left_before, exported) = (all("over").await, all("left").await, export().await);
    assert!(
        store.archive(Standing::Finished, Duration::MAX, 9).await.unwrap().is_empty(),
        "nothing is as old as that"
    );
    assert_eq!(store.archive(Standing::Finished, Duration::ZERO, 9).await, Ok(vec![table("over")]));
    assert!(store.archive(Standing::Finished, Duration::ZERO, 9).await.unwrap().is_empty(), "once is enough");
    assert_eq!(all("over").await, over_before);
    assert_eq!(store.events(&table("over"), 1, 2).await.unwrap(), over_before[1..3]);
    assert!(store.events(&table("over"), 5, 2).await.unwrap().is_empty());
    assert_eq!(export().await, exported);
    assert_eq!(store.finished("ann", 9).await.unwrap().len(), 1);
    // What was left is in no list until somebody comes back.
    assert_eq!(store.unfinished(None, 9).await.unwrap().len(), 1);
    assert_eq!(store.archive(Standing::Unfinished, Duration::ZERO, 9).await, Ok(vec![table("left")]));
    assert!(store.unfinished(None, 9).await.unwrap().is_empty());
    assert_eq!(all("left").await, left_before);
    assert_eq!(store.append(append("left", 2, None, &["late"])).await, Ok(Appended::Stale(3)));
    assert_eq!(store.append(append("left", 3, None, &["back"])).await, Ok(Appended::Written(4)));
    assert_eq!(store.unfinished(None, 9).await.unwrap().len(), 1);
    let bodies: Vec<_> = all("left").await.into_iter().map(|event| event.body).collect();
    assert_eq!(bodies, ["y", "y", "y", "back"]);
    assert_eq!(store.events(&table("left"), 2, 2).await.unwrap().len(), 2, "over the seam");
    assert_eq!(store.archive(Standing::Unfinished, Duration::ZERO, 9).await, Ok(vec![table("left")]));
    assert_eq!(all("left").await.len(), 4);
    // Reopened it is the same, and what is removed is gone from there too.
    drop(store);
    let store = place.open().await;
    assert_eq!(store.events(&table("left"), 0, 100).await.unwrap().len(), 4);
    assert_eq!(store.remove_tables(Duration::ZERO, 9).await.unwrap().len(), 2);
    assert!(store.events(&table("left"), 0, 100).await.unwrap().is_empty());
}

async fn notes_are_weighed_and_old_ones_go(place: Place) {
    let store = place.open().await;
    store.put_note("record/a", "12345").await.unwrap();
    store.put_note("record/b", "é").await.unwrap();
    store.put_note("recordings", "no").await.unwrap();
    let weight = store.weight("record/").await.unwrap();
    assert_eq!((weight.count, weight.bytes), (2, 7));
    assert_eq!(store.remove_notes("record/", Duration::from_secs(3600)).await, Ok(0), "they are new");
    assert_eq!(store.remove_notes("record/", Duration::ZERO).await, Ok(2));
    assert_eq!(store.note("recordings").await.unwrap().as_deref(), Some("no"));
    assert_eq!(store.weight("record/").await.unwrap().count, 0);
}

async fn of_many_who_put_a_note_unless_there_is_one_all_are_told_the_same(place: Place) {
    let store = place.open().await;
    let puts: Vec<_> = (0..20)
        .map(|at| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.put_note_unless("key", &format!("{at}")).await.unwrap() })
        })
        .collect();
    let mut told = Vec::new();
    for put in puts {
        told.push(put.await.unwrap());
    }
    told.dedup();
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(store.note("key").await.unwrap(), told.pop());
}

async fn notes_are_changed_together_or_not_at_all(place: Place) {
    let store = place.open().await;
    store.put_note("a", "1").await.unwrap();
    let both = |old: &str| vec![NoteChange::add("b", "x"), NoteChange::swap("a", Some(old.to_owned()), "2")];
    assert_eq!(store.change_notes(both("7")).await, Ok(false));
    assert_eq!(store.note("b").await.unwrap(), None, "nothing is half done");
    assert_eq!(store.change_notes(both("1")).await, Ok(true));
    assert_eq!(store.change_notes(both("2")).await, Ok(false), "there is one already");
    let moved = vec![NoteChange::remove("b", "x"), NoteChange::put("c", "x"), NoteChange::drop("d")];
    assert_eq!(store.change_notes(moved).await, Ok(true));
    assert_eq!(store.change_notes(vec![NoteChange::remove("b", "x")]).await, Ok(false));
    let kept = |value: Option<&str>| {
        vec![NoteChange::keep("a", value.map(str::to_owned)), NoteChange::put("e", "y")]
    };
    assert_eq!(store.change_notes(kept(None)).await, Ok(false));
    assert_eq!(store.change_notes(kept(Some("2"))).await, Ok(true));
    let absent = vec![NoteChange::keep("b", None), NoteChange::drop("e")];
    assert_eq!(store.change_notes(absent).await, Ok(true));
    let keys: Vec<String> = store.notes("").await.unwrap().into_iter().map(|(key, _)| key).collect();
    assert_eq!(keys, ["a", "c"]);
}

async fn of_many_who_change_the_same_notes_each_turn_is_won_once(place: Place) {
    let store = place.open().await;
    let count = |at: usize| {
        let store = Arc::clone(&store);
        async move {
            let mut won = 0;
            while won < 10 {
                let (left, right) = (store.note("left").await.unwrap(), store.note("right").await.unwrap());
                let next = |old: &Option<String>| {
                    (old.as_ref().map_or(0, |old| old.parse::<u64>().unwrap()) + 1).to_string()
                };
                let (more, other) = (next(&left), next(&right));
                let mut both =
                    vec![NoteChange::swap("left", left, more), NoteChange::swap("right", right, other)];
                // In whatever order somebody names them.
                if at.is_multiple_of(2) {
                    both.reverse();
                }
                won += usize::from(store.change_notes(both).await.unwrap());
            }
        }
    };
    let all: Vec<_> = (0..4).map(|at| tokio::spawn(count(at))).collect();
    for one in all {
        one.await.unwrap();
    }
    assert_eq!(store.note("left").await.unwrap().as_deref(), Some("40"));
    assert_eq!(store.note("right").await.unwrap().as_deref(), Some("40"));
}

async fn any_text_comes_back_as_it_was_and_order_is_by_letter(place: Place) {
    let store = place.open().await;
    let odd = "a\0b\n\\ \u{10ffff} é ' {\"x\":1}";
    let people = Some(vec![odd.to_owned(), "bob".to_owned(), odd.to_owned()]);
    let whole = Append { digest: odd.to_owned(), finished: people, ..append("t", 0, Some(odd), &[odd, ""]) };
    store.append(whole.clone()).await.unwrap();
    assert_eq!(store.append(whole.clone()).await, Ok(Appended::Repeated(1)));
    let events = store.events(&table("t"), 0, 9).await.unwrap();
    assert_eq!((events[0].body.as_str(), events[1].body.as_str()), (odd, ""));
    assert_eq!((events[0].request.as_deref(), events[1].request.as_deref()), (Some(odd), None));
    let digest = store.finished(odd, 9).await.unwrap().remove(0);
    assert_eq!((digest.body.as_str(), &digest.finished), (odd, &whole.finished));
    assert_eq!(store.finished("ann", 9).await.unwrap(), []);
    for key in ["b", "B", "a/é", "a/z", "a/Z", "a", "a/", odd] {
        store.put_note(key, odd).await.unwrap();
    }
    let keys: Vec<String> = store.notes("").await.unwrap().into_iter().map(|(key, _)| key).collect();
    let mut sorted = keys.clone();
    sorted.sort();
    assert_eq!(keys, sorted);
    assert_eq!(store.notes("a/").await.unwrap().len(), 4);
    assert_eq!(store.note(odd).await.unwrap().as_deref(), Some(odd));
    // Tables too, whatever the database thinks of letters and digits.
    for name in ["z", "a1", "a", "1", "a10", "a2"] {
        store.append(append(name, 0, None, &["x"])).await.unwrap();
    }
    let names = |digests: Vec<Digest>| -> Vec<String> {
        digests.into_iter().map(|digest| digest.table.to_string()).collect()
    };
    assert_eq!(names(store.digests(None, 9).await.unwrap()), ["1", "a", "a1", "a10", "a2", "t", "z"]);
    assert_eq!(names(store.digests(Some(&table("a1")), 2).await.unwrap()), ["a10", "a2"]);
    let some = [table("z"), table("none"), table("a")];
    assert_eq!(names(store.digests_of(&some).await.unwrap()), ["a", "z"]);
    assert_eq!(store.digests_of(&[]).await.unwrap(), []);
}

async fn whoever_only_reads_writes_nothing(place: Place) {
    let store = place.open().await;
    store.append(append("t", 0, None, &["a"])).await.unwrap();
    let reader = place.open_to_read().await;
    assert_eq!(reader.events(&table("t"), 0, 10).await.unwrap().len(), 1);
    assert_eq!(reader.put_note("k", "v").await, Err(StoreError::Closed));
    assert_eq!(reader.put_note_unless("k", "v").await, Err(StoreError::Closed));
    assert_eq!(reader.append(append("t", 1, None, &["b"])).await, Err(StoreError::Closed));
    assert_eq!(reader.remove_tables(Duration::ZERO, 9).await, Err(StoreError::Closed));
    assert_eq!(reader.remove_notes("", Duration::ZERO).await, Err(StoreError::Closed));
    assert_eq!(reader.change_notes(vec![NoteChange::put("a", "b")]).await, Err(StoreError::Closed));
    assert!(reader.check().await.is_err() && reader.watch().is_none());
    assert_eq!(store.events(&table("t"), 0, 10).await.unwrap().len(), 1);
}

async fn a_closed_store_has_written_everything_and_writes_nothing_more(place: Place) {
    let store = place.open().await;
    let sent: Vec<_> = (0..100).map(|at| store.append(append(&format!("t{at}"), 0, None, &["a"]))).collect();
    store.close().await.unwrap();
    for sent in sent {
        assert_eq!(sent.await, Ok(Appended::Written(1)));
    }
    assert_eq!(store.append(append("u", 0, None, &["a"])).await, Err(StoreError::Closed));
    assert_eq!(store.put_note("k", "v").await, Err(StoreError::Closed));
    assert_eq!(place.open().await.digests(None, 1000).await.unwrap().len(), 100);
}

#[test]
fn names_are_checked() {
    assert!(TableId::new("abc123").is_some());
    for bad in ["", "A", "a b", "a'", "../x", &"a".repeat(33)] {
        assert!(TableId::new(bad).is_none(), "{bad}");
    }
}
