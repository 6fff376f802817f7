-- What is to be thought: what bots owe at a table (one row for each table where they do), and hints that people wait for. Whoever
-- claims a thought has it until the lease ends, by this database's clock; the log decides all the same, so two who think the same never both win.
CREATE TABLE gloria.thought (
    tbl     text COLLATE "C" NOT NULL,
    -- 'move', or 'hint' and a seat.
    what    text COLLATE "C" NOT NULL,
    -- The seq of the table for which it is of use.
    seq     int8        NOT NULL,
    -- The most urgent first.
    rank    int2        NOT NULL,
    -- Whether it may take a second or more.
    long    bool        NOT NULL,
    owner   bytea       NOT NULL,
    asked   timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- It may be thought before, but not told.
    due     timestamptz NOT NULL,
    worker  text COLLATE "C",
    -- Until then it is the worker's, or nobody's.
    lease   timestamptz,
    -- Workers that can't think it: they are of an older version.
    refused text[]      NOT NULL DEFAULT '{}',
    answer  bytea,
    PRIMARY KEY (tbl, what)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- For whom was thought how long, lately: half of it is forgotten in a minute.
CREATE TABLE gloria.used (
    owner bytea       NOT NULL PRIMARY KEY,
    ms    float8      NOT NULL,
    at    timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE gloria.thinker (
    worker  text COLLATE "C" NOT NULL PRIMARY KEY,
    seen    timestamptz NOT NULL,
    threads int4        NOT NULL
) WITH (fillfactor = 50);

CREATE FUNCTION gloria.lately(ms float8, at timestamptz) RETURNS float8 LANGUAGE sql STABLE AS $$
    SELECT coalesce(ms * exp(-0.693 * least(extract(epoch FROM now() - at), 3600) / 60), 0)
$$;

-- Time was used for these; by owner, so that two who charge at once never wait for each other in a circle.
CREATE FUNCTION gloria.charge(owners bytea[], took int8[]) RETURNS void LANGUAGE sql AS $$
    INSERT INTO gloria.used AS known (owner, ms, at)
        SELECT owner, sum(ms), clock_timestamp() FROM unnest(owners, took) AS given (owner, ms)
        WHERE ms IS NOT NULL GROUP BY owner ORDER BY owner
        ON CONFLICT (owner) DO UPDATE SET ms = gloria.lately(known.ms, known.at) + excluded.ms, at = excluded.at
$$;

-- The appends of before, and with each what is to be thought after it: moved[n] is the seq of the last event that moved the game, or nothing
-- where the thoughts stay as they are; ranks[n] is nothing where bots owe nothing. Thoughts of an earlier game vanish. Still one
-- round trip, one transaction, and one notification for each append.
CREATE FUNCTION gloria.append(
    tbls text[], expected int8[], requests bytea[], ats int8[], digests bytea[],
    ends int4[], bodies bytea[], done bool[], people_ends int4[], persons bytea[],
    moved int8[], ranks int2[], longs bool[], owners bytea[], pace int8[], users bytea[], took int8[]
) RETURNS TABLE (outcome int4, told int8, why text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    known  int8;
    before int8;
    many   int4;
    wanted bytea[];
    news   text;
BEGIN
    FOR n IN 1 .. cardinality(tbls) LOOP
        why := NULL;
        BEGIN
            IF expected[n] = 0 THEN
                INSERT INTO gloria.digest (tbl, last, at, body) VALUES (tbls[n], 0, ats[n], digests[n])
                    ON CONFLICT (tbl) DO NOTHING;
            END IF;
            -- From here on nobody else writes to this table until the transaction ends.
            SELECT last INTO known FROM gloria.digest WHERE tbl = tbls[n] FOR UPDATE;
            known := coalesce(known, 0);
            before := NULL;
            IF requests[n] IS NOT NULL THEN
                SELECT seq INTO before FROM gloria.event WHERE tbl = tbls[n] AND request = requests[n];
            END IF;
            IF before IS NOT NULL THEN
                outcome := 1;
                told := before;
            ELSIF known <> expected[n] THEN
                outcome := 2;
                told := known;
            ELSE
                many := ends[n] - CASE WHEN n = 1 THEN 0 ELSE ends[n - 1] END;
                told := known + many;
                INSERT INTO gloria.event (tbl, seq, at, request, body)
                    SELECT tbls[n], known + given.place, ats[n], CASE WHEN given.place = 1 THEN requests[n] END, given.body
                    FROM unnest(bodies[ends[n] - many + 1 : ends[n]]) WITH ORDINALITY AS given (body, place);
                wanted := NULL;
                IF done[n] THEN
                    wanted := persons[CASE WHEN n = 1 THEN 1 ELSE people_ends[n - 1] + 1 END : people_ends[n]];
                    INSERT INTO gloria.finished (person, tbl, at)
                        SELECT DISTINCT given.person, tbls[n], ats[n] FROM unnest(wanted) AS given (person)
                        ON CONFLICT (person, tbl) DO UPDATE SET at = excluded.at;
                END IF;
                UPDATE gloria.digest SET last = told, at = ats[n], body = digests[n], people = wanted
                    WHERE tbl = tbls[n];
                news := 'appended ';
                IF moved[n] IS NOT NULL THEN
                    DELETE FROM gloria.thought WHERE tbl = tbls[n]
                        AND CASE WHEN what = 'move' THEN ranks[n] IS NULL ELSE seq <> moved[n] END;
                    IF ranks[n] IS NOT NULL THEN
                        INSERT INTO gloria.thought AS owed (tbl, what, seq, rank, long, owner, due)
                            VALUES (tbls[n], 'move', moved[n], ranks[n], longs[n], owners[n],
                                    clock_timestamp() + pace[n] * interval '1 ms')
                            ON CONFLICT (tbl, what) DO UPDATE
                            SET seq = excluded.seq, rank = excluded.rank, long = excluded.long, owner = excluded.owner,
                                asked = excluded.asked, due = excluded.due, worker = NULL, lease = NULL, refused = '{}'
                            WHERE owed.seq <> excluded.seq;
                        IF FOUND THEN
                            news := 'owed ';
                        END IF;
                    END IF;
                END IF;
                PERFORM pg_notify('gloria', news || tbls[n] || ' ' || told);
                outcome := 0;
            END IF;
        EXCEPTION WHEN OTHERS THEN
            -- What fails takes nothing of the others with it.
            outcome := 3;
            told := 0;
            why := SQLERRM;
        END;
        RETURN NEXT;
    END LOOP;
    PERFORM gloria.charge(users, took);
END
$$;

-- As servers of the version before call it: what is to be thought they leave as it is, and whoever claims it looks at the table.
CREATE OR REPLACE FUNCTION gloria.append(
    tbls text[], expected int8[], requests bytea[], ats int8[], digests bytea[],
    ends int4[], bodies bytea[], done bool[], people_ends int4[], persons bytea[]
) RETURNS TABLE (outcome int4, told int8, why text)
LANGUAGE sql AS $$
    SELECT * FROM gloria.append(tbls, expected, requests, ats, digests, ends, bodies, done, people_ends, persons,
        '{}'::int8[], '{}'::int2[], '{}'::bool[], '{}'::bytea[], '{}'::int8[], '{}'::bytea[], '{}'::int8[])
$$;

-- A hint that somebody waits for. Answers 0: it waits; 1: it does already, or is answered; 2: too much waits.
CREATE FUNCTION gloria.ask(
    wanted_tbl text, wanted_what text, wanted_seq int8, of_rank int2, of_owner bytea, most int8, most_each int8
) RETURNS int4 LANGUAGE plpgsql AS $$
DECLARE
    waiting int8;
    own     int8;
BEGIN
    IF EXISTS (SELECT FROM gloria.thought WHERE tbl = wanted_tbl AND what = wanted_what AND seq = wanted_seq) THEN
        RETURN 1;
    END IF;
    SELECT count(*), count(*) FILTER (WHERE owner = of_owner) INTO waiting, own
        FROM gloria.thought WHERE what <> 'move' AND answer IS NULL;
    IF waiting >= most OR own >= most_each THEN
        RETURN 2;
    END IF;
    INSERT INTO gloria.thought (tbl, what, seq, rank, long, owner, due)
        VALUES (wanted_tbl, wanted_what, wanted_seq, of_rank, false, of_owner, clock_timestamp())
        ON CONFLICT (tbl, what) DO UPDATE
        SET seq = excluded.seq, rank = excluded.rank, owner = excluded.owner, asked = excluded.asked, due = excluded.due,
            worker = NULL, lease = NULL, refused = '{}', answer = NULL;
    PERFORM pg_notify('gloria', 'hint ' || wanted_tbl);
    PERFORM pg_notify('gloria', 'thoughts wait');
    RETURN 0;
END
$$;

-- A worker is there: its claims are its own for longer. Those who have not been there for long, what was used long ago, and hints that
-- were told long ago are forgotten.
CREATE FUNCTION gloria.beat(who text, has_threads int4, lease_ms int8) RETURNS void LANGUAGE sql AS $$
    INSERT INTO gloria.thinker (worker, seen, threads) VALUES (who, clock_timestamp(), has_threads)
        ON CONFLICT (worker) DO UPDATE SET seen = excluded.seen, threads = excluded.threads;
    UPDATE gloria.thought AS held SET lease = clock_timestamp() + lease_ms * interval '1 ms'
        FROM (SELECT tbl, what FROM gloria.thought WHERE worker = who FOR UPDATE SKIP LOCKED) AS own
        WHERE held.tbl = own.tbl AND held.what = own.what;
    DELETE FROM gloria.thinker WHERE worker IN
        (SELECT worker FROM gloria.thinker WHERE seen < now() - interval '1 hour' FOR UPDATE SKIP LOCKED);
    DELETE FROM gloria.used WHERE owner IN
        (SELECT owner FROM gloria.used WHERE at < now() - interval '1 hour' FOR UPDATE SKIP LOCKED);
    DELETE FROM gloria.thought WHERE (tbl, what) IN
        (SELECT tbl, what FROM gloria.thought WHERE answer IS NOT NULL AND asked < now() - interval '1 hour'
         FOR UPDATE SKIP LOCKED);
$$;

-- A worker goes: its claims are anybody's at once.
CREATE FUNCTION gloria.rest(who text) RETURNS void LANGUAGE sql AS $$
    DELETE FROM gloria.thinker WHERE worker = who;
    UPDATE gloria.thought AS held SET worker = NULL, lease = NULL
        FROM (SELECT tbl, what FROM gloria.thought WHERE worker = who FOR UPDATE SKIP LOCKED) AS own
        WHERE held.tbl = own.tbl AND held.what = own.what;
    SELECT pg_notify('gloria', 'thoughts wait');
$$;
