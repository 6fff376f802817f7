-- Logs of tables that have been quiet for long: packed, up to the seq `last`; what came later is among the events.
CREATE TABLE gloria.archive (
    tbl  text COLLATE "C" NOT NULL PRIMARY KEY,
    last int8  NOT NULL,
    body bytea NOT NULL
);
