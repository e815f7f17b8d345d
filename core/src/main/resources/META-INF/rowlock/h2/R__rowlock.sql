CREATE TABLE IF NOT EXISTS rowlock (
    name             VARCHAR(400) NOT NULL,
    slot             INTEGER NOT NULL,
    kind             VARCHAR(16) DEFAULT 'lock' NOT NULL,
    token            BIGINT DEFAULT 0 NOT NULL,
    request_id       VARCHAR(32),
    released_request VARCHAR(32),
    session_id       VARCHAR(32),
    acquired_us      BIGINT DEFAULT 0 NOT NULL,
    expires_us       BIGINT DEFAULT 0 NOT NULL,
    lease_us         BIGINT DEFAULT 0 NOT NULL,
    grace_us         BIGINT DEFAULT 0 NOT NULL,
    keep_until_us    BIGINT DEFAULT 0 NOT NULL,
    grants           BIGINT DEFAULT 0 NOT NULL,
    renewals         BIGINT DEFAULT 0 NOT NULL,
    guards           BIGINT DEFAULT 0 NOT NULL,
    owner            VARCHAR(400) DEFAULT '' NOT NULL,
    since_us         BIGINT,
    session_state    VARCHAR(8),
    process          VARCHAR(32),
    waiters          INTEGER,
    lock_name        VARCHAR(400),
    lock_slot        INTEGER,
    native_name      VARCHAR(400),
    connection_id    BIGINT,
    protocol_version INTEGER,
    table_id         VARCHAR(32),
    PRIMARY KEY (name, slot),
    CHECK (slot >= 0 AND kind IN ('lock', 'permit', 'reader')
           OR slot < 0 AND kind NOT IN ('lock', 'permit', 'reader'))
);

INSERT INTO rowlock (name, slot, kind, protocol_version)
SELECT 'rowlock', -1, 'protocol', 2
WHERE NOT EXISTS (SELECT 1 FROM rowlock WHERE name = 'rowlock' AND slot = -1);

CREATE OR REPLACE VIEW rowlock_status AS
SELECT u.name, u.slot, u.kind, u.state, u.owner, u.token,
       DATEADD(MICROSECOND, u.acquired_us, TIMESTAMP '1970-01-01 00:00:00') AS acquired_at,
       DATEADD(MICROSECOND, u.until_us, TIMESTAMP '1970-01-01 00:00:00') AS expires_at,
       CASE WHEN u.state <> 'FREE' THEN DATEADD(MICROSECOND, u.free_us, TIMESTAMP '1970-01-01 00:00:00') END AS free_at,
       CAST(CASE WHEN u.state <> 'FREE' AND u.until_us > u.now_us
                 THEN (u.until_us - u.now_us) / 1000000.0 ELSE 0 END AS DECIMAL(18, 3)) AS remaining_seconds,
       u.renewals, u.grants
FROM (
    SELECT s.name, s.slot, s.kind, s.state, s.owner, s.token, s.acquired_us, s.free_us, s.now_us, s.renewals,
           s.grants,
           CASE WHEN s.state = 'KEPT' THEN s.keep_until_us ELSE s.expires_us END AS until_us
    FROM (
        SELECT l.name, l.slot, l.kind, l.owner, l.token, l.acquired_us, l.expires_us, l.keep_until_us, l.renewals,
               l.grants, l.now_us,
               CASE WHEN l.request_id IS NULL OR l.keep_until_us > l.expires_us + l.grace_us
                    THEN l.keep_until_us ELSE l.expires_us + l.grace_us END AS free_us,
               CASE WHEN l.request_id = 'revoked'
                         AND (l.expires_us + l.grace_us > l.now_us OR l.keep_until_us > l.now_us)
                    THEN 'REVOKED'
                    WHEN l.request_id IS NOT NULL AND l.expires_us > l.now_us THEN 'HELD'
                    WHEN l.keep_until_us > l.now_us THEN 'KEPT'
                    WHEN l.request_id IS NULL OR l.request_id = 'revoked' THEN 'FREE'
                    ELSE 'EXPIRED' END AS state
        FROM (
            SELECT r.name, r.slot, r.kind, r.owner, r.token, r.request_id, r.acquired_us, r.grace_us,
                   r.keep_until_us, r.grants, c.now_us, r.renewals + COALESCE(k.renewals, 0) AS renewals,
                   CASE WHEN k.expires_us > r.expires_us THEN k.expires_us ELSE r.expires_us END AS expires_us
            FROM rowlock r LEFT JOIN rowlock k ON k.name = r.session_id AND k.slot = -2
            CROSS JOIN (SELECT CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS BIGINT) AS now_us) c
            WHERE r.slot >= 0
        ) l
    ) s
) u;
