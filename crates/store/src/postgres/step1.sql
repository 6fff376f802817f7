CREATE SCHEMA IF NOT EXISTS gloria;

CREATE TABLE gloria.version (
    application text NOT NULL PRIMARY KEY CHECK (application = 'gloria'),
    number      int4 NOT NULL
);

CREATE TABLE gloria.event (
    tbl     text COLLATE "C" NOT NULL,
    seq     int8  NOT NULL CHECK (seq > 0),
    at      int8  NOT NULL,
    request bytea,
    body    bytea NOT NULL,
    PRIMARY KEY (tbl, seq)
);
CREATE UNIQUE INDEX event_request ON gloria.event (tbl, request) WHERE request IS NOT NULL;

-- A row changes with every event of its table: with room on its page it stays there, and no index learns of it.
CREATE TABLE gloria.digest (
    tbl    text COLLATE "C" NOT NULL PRIMARY KEY,
    last   int8  NOT NULL,
    at     int8  NOT NULL,
    body   bytea NOT NULL,
    -- Who wants to find a finished table again; nothing while it is live.
    people bytea[]
) WITH (fillfactor = 50);
CREATE INDEX digest_live ON gloria.digest (tbl) WHERE people IS NULL;

CREATE TABLE gloria.finished (
    person bytea NOT NULL,
    tbl    text COLLATE "C" NOT NULL,
    at     int8  NOT NULL,
    PRIMARY KEY (person, tbl)
);
CREATE INDEX finished_at ON gloria.finished (person, at);
CREATE INDEX finished_tbl ON gloria.finished (tbl);

CREATE TABLE gloria.note (
    key   bytea NOT NULL PRIMARY KEY,
    value bytea NOT NULL,
    at    int8  NOT NULL
);

-- Appends, one after the other, in one round trip and one transaction. The events and people of the n-th end at ends[n] and
-- people_ends[n] of their lists. Outcomes: 0 written, 1 repeated, 2 stale, 3 refused; told is the seq that goes with it.
-- Whoever calls it with several gives them by table, so that two callers never wait for each other.
CREATE FUNCTION gloria.append(
    tbls text[], expected int8[], requests bytea[], ats int8[], digests bytea[],
    ends int4[], bodies bytea[], done bool[], people_ends int4[], persons bytea[]
) RETURNS TABLE (outcome int4, told int8, why text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    known  int8;
    before int8;
    many   int4;
    wanted bytea[];
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
                PERFORM pg_notify('gloria', 'appended ' || tbls[n] || ' ' || told);
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
END
$$;
