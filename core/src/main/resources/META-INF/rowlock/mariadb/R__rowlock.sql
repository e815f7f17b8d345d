CREATE TABLE IF NOT EXISTS rowlock (
    name             VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL,
    slot             INT NOT NULL,
    kind             VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL DEFAULT 'lock',
    token            BIGINT NOT NULL DEFAULT 0,
    request_id       VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin,
    released_request VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin,
    session_id       VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin,
    acquired_us      BIGINT NOT NULL DEFAULT 0,
    expires_us       BIGINT NOT NULL DEFAULT 0,
    lease_us         BIGINT NOT NULL DEFAULT 0,
    grace_us         BIGINT NOT NULL DEFAULT 0,
    keep_until_us    BIGINT NOT NULL DEFAULT 0,
    grants           BIGINT NOT NULL DEFAULT 0,
    renewals         BIGINT NOT NULL DEFAULT 0,
    guards           BIGINT NOT NULL DEFAULT 0,
    owner            VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL DEFAULT '',
    since_us         BIGINT,
    session_state    VARCHAR(8) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin,
    process          VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin,
    waiters          INT,
    lock_name        VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin,
    lock_slot        INT,
    native_name      VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin,
    connection_id    BIGINT,
    protocol_version INT,
    table_id         VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin,
    PRIMARY KEY (name, slot),
    CHECK (slot >= 0 AND kind IN ('lock', 'permit', 'reader')
           OR slot < 0 AND kind NOT IN ('lock', 'permit', 'reader'))
) ENGINE = InnoDB;

INSERT IGNORE INTO rowlock (name, slot, kind, protocol_version) VALUES ('rowlock', -1, 'protocol', 2);

CREATE OR REPLACE VIEW rowlock_status AS
SELECT u.name, u.slot, u.kind, u.state, u.owner, u.token,
       TIMESTAMP'1970-01-01 00:00:00' + INTERVAL u.acquired_us MICROSECOND AS acquired_at,
       TIMESTAMP'1970-01-01 00:00:00' + INTERVAL u.until_us MICROSECOND AS expires_at,
       CASE WHEN u.state <> 'FREE' THEN TIMESTAMP'1970-01-01 00:00:00' + INTERVAL u.free_us MICROSECOND END AS free_at,
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
            CROSS JOIN (SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) AS now_us) c
            WHERE r.slot >= 0
        ) l
    ) s
) u;
