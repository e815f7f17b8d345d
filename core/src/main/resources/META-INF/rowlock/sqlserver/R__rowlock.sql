IF OBJECT_ID(N'rowlock', N'U') IS NULL
CREATE TABLE rowlock (
    name             NVARCHAR(400) COLLATE Latin1_General_100_BIN2 NOT NULL,
    slot             INT NOT NULL,
    kind             NVARCHAR(16) COLLATE Latin1_General_100_BIN2 DEFAULT 'lock' NOT NULL,
    token            BIGINT DEFAULT 0 NOT NULL,
    request_id       NVARCHAR(32) COLLATE Latin1_General_100_BIN2,
    released_request NVARCHAR(32) COLLATE Latin1_General_100_BIN2,
    session_id       NVARCHAR(32) COLLATE Latin1_General_100_BIN2,
    acquired_us      BIGINT DEFAULT 0 NOT NULL,
    expires_us       BIGINT DEFAULT 0 NOT NULL,
    lease_us         BIGINT DEFAULT 0 NOT NULL,
    grace_us         BIGINT DEFAULT 0 NOT NULL,
    keep_until_us    BIGINT DEFAULT 0 NOT NULL,
    grants           BIGINT DEFAULT 0 NOT NULL,
    renewals         BIGINT DEFAULT 0 NOT NULL,
    guards           BIGINT DEFAULT 0 NOT NULL,
    owner            NVARCHAR(400) DEFAULT '' NOT NULL,
    since_us         BIGINT,
    session_state    NVARCHAR(8) COLLATE Latin1_General_100_BIN2,
    process          NVARCHAR(32) COLLATE Latin1_General_100_BIN2,
    waiters          INT,
    lock_name        NVARCHAR(400) COLLATE Latin1_General_100_BIN2,
    lock_slot        INT,
    native_name      NVARCHAR(400) COLLATE Latin1_General_100_BIN2,
    connection_id    BIGINT,
    protocol_version INT,
    table_id         NVARCHAR(32) COLLATE Latin1_General_100_BIN2,
    PRIMARY KEY (name, slot) WITH (ALLOW_PAGE_LOCKS = OFF),
    CHECK (slot >= 0 AND kind IN ('lock', 'permit', 'reader')
           OR slot < 0 AND kind NOT IN ('lock', 'permit', 'reader'))
);
GO

ALTER TABLE rowlock SET (LOCK_ESCALATION = DISABLE);
GO

INSERT INTO rowlock (name, slot, kind, protocol_version)
SELECT 'rowlock', -1, 'protocol', 2
WHERE NOT EXISTS (SELECT 1 FROM rowlock WHERE name = 'rowlock' AND slot = -1);
GO

CREATE OR ALTER VIEW rowlock_status AS
SELECT u.name, u.slot, u.kind, u.state, u.owner, u.token,
       DATEADD(MICROSECOND, u.acquired_us % 1000000, DATEADD(SECOND, u.acquired_us / 1000000 % 86400, DATEADD(DAY, u.acquired_us / 86400000000, CAST('1970-01-01' AS DATETIME2(6))))) AS acquired_at,
       DATEADD(MICROSECOND, u.until_us % 1000000, DATEADD(SECOND, u.until_us / 1000000 % 86400, DATEADD(DAY, u.until_us / 86400000000, CAST('1970-01-01' AS DATETIME2(6))))) AS expires_at,
       CASE WHEN u.state <> 'FREE' THEN DATEADD(MICROSECOND, u.free_us % 1000000, DATEADD(SECOND, u.free_us / 1000000 % 86400, DATEADD(DAY, u.free_us / 86400000000, CAST('1970-01-01' AS DATETIME2(6))))) END AS free_at,
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
            CROSS JOIN (SELECT DATEDIFF_BIG(MICROSECOND, CAST('1970-01-01' AS DATETIME2(7)), SYSUTCDATETIME()) AS now_us) c
            WHERE r.slot >= 0
        ) l
    ) s
) u;
GO
