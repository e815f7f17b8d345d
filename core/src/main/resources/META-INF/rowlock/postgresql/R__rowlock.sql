CREATE TABLE IF NOT EXISTS rowlock (
    name             varchar(200) COLLATE "C" NOT NULL,
    slot             integer NOT NULL,
    kind             varchar(16) NOT NULL DEFAULT 'lock',
    owner            varchar(200) NOT NULL DEFAULT '',
    lease_us         bigint NOT NULL DEFAULT 0,
    grace_us         bigint NOT NULL DEFAULT 0,
    renewals         bigint NOT NULL DEFAULT 0,
    guards           bigint NOT NULL DEFAULT 0,
    session_id       varchar(32),
    token            bigint NOT NULL DEFAULT 0,
    acquired_us      bigint NOT NULL DEFAULT 0,
    request_id       varchar(32),
    released_request varchar(32),
    expires_us       bigint NOT NULL DEFAULT 0,
    grants           bigint NOT NULL DEFAULT 0,
    keep_until_us    bigint NOT NULL DEFAULT 0,
    since_us         bigint,
    session_state    varchar(8),
    process          varchar(32),
    waiters          integer,
    lock_name        varchar(200),
    lock_slot        integer,
    native_name      varchar(200),
    connection_id    bigint,
    protocol_version integer,
    table_id         varchar(32),
    PRIMARY KEY (name, slot)
) WITH (fillfactor = 50);

INSERT INTO rowlock (name, slot, kind, protocol_version) VALUES ('rowlock', -1, 'protocol', 2)
ON CONFLICT DO NOTHING;

CREATE OR REPLACE VIEW rowlock_status AS
SELECT u.name, u.slot, u.kind, u.state, u.owner, u.token,
       timestamp '1970-01-01 00:00:00' + u.acquired_us * interval '1 microsecond' AS acquired_at,
       timestamp '1970-01-01 00:00:00' + u.until_us * interval '1 microsecond' AS expires_at,
       CASE WHEN u.state <> 'FREE' THEN timestamp '1970-01-01 00:00:00' + u.free_us * interval '1 microsecond' END AS free_at,
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
            CROSS JOIN (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now_us) c
            WHERE r.slot >= 0
        ) l
    ) s
) u;
