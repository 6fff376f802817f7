-- Milliseconds since 1970 by this database's clock, which is the same for everybody.
CREATE FUNCTION gloria.now() RETURNS int8 LANGUAGE sql VOLATILE AS $$
    SELECT (1000 * extract(epoch FROM clock_timestamp()))::int8
$$;

-- When a table was last written to by this database's clock: how long tables are kept must not hang on the clock of whoever wrote.
ALTER TABLE gloria.digest ADD COLUMN put timestamptz;
UPDATE gloria.digest SET put = to_timestamp(least(at, gloria.now()) / 1000.0);
ALTER TABLE gloria.digest ALTER COLUMN put SET NOT NULL, ALTER COLUMN put SET DEFAULT clock_timestamp();

-- By a trigger, for servers of the version before write too.
CREATE FUNCTION gloria.written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.put := clock_timestamp();
    RETURN NEW;
END
$$;
CREATE TRIGGER digest_put BEFORE UPDATE OF last ON gloria.digest FOR EACH ROW EXECUTE FUNCTION gloria.written();

-- A worker is there, and these are the claims it knows of: they are its own for longer. One whose answer was lost on the way is not among
-- them, so that it ends.
CREATE FUNCTION gloria.beat(who text, has_threads int4, lease_ms int8, tbls text[], whats text[], seqs int8[])
RETURNS void LANGUAGE sql AS $$
    INSERT INTO gloria.thinker (worker, seen, threads) VALUES (who, clock_timestamp(), has_threads)
        ON CONFLICT (worker) DO UPDATE SET seen = excluded.seen, threads = excluded.threads;
    UPDATE gloria.thought AS held SET lease = clock_timestamp() + lease_ms * interval '1 ms'
        FROM (SELECT tbl, what FROM gloria.thought JOIN unnest(tbls, whats, seqs) AS known (tbl, what, seq) USING (tbl, what, seq)
              WHERE worker = who FOR UPDATE OF thought SKIP LOCKED) AS own
        WHERE held.tbl = own.tbl AND held.what = own.what;
    DELETE FROM gloria.thinker WHERE worker IN
        (SELECT worker FROM gloria.thinker WHERE seen < now() - interval '1 hour' FOR UPDATE SKIP LOCKED);
    DELETE FROM gloria.used WHERE owner IN
        (SELECT owner FROM gloria.used WHERE at < now() - interval '1 hour' FOR UPDATE SKIP LOCKED);
    DELETE FROM gloria.thought WHERE (tbl, what) IN
        (SELECT tbl, what FROM gloria.thought WHERE answer IS NOT NULL AND asked < now() - interval '1 hour'
         FOR UPDATE SKIP LOCKED);
$$;

-- Tables that are not finished, by name. Where nothing has been counted yet (a database that was just filled), PostgreSQL takes them for few
-- and sorts all that are left for every page: the index has them in order.
CREATE FUNCTION gloria.unfinished(after text, most int8)
RETURNS TABLE (tbl text, last int8, at int8, body bytea, people bytea[])
LANGUAGE sql STABLE SET enable_bitmapscan = off SET enable_seqscan = off SET enable_sort = off AS $$
    SELECT digest.tbl, digest.last, digest.at, digest.body, digest.people FROM gloria.digest
        WHERE digest.people IS NULL AND digest.tbl > after ORDER BY digest.tbl LIMIT most
$$;
