BEGIN
    EXECUTE IMMEDIATE 'CREATE TABLE rowlock (
    name             VARCHAR2(200 CHAR) NOT NULL,
    slot             NUMBER(10) NOT NULL,
    kind             VARCHAR2(16 CHAR) DEFAULT ''lock'' NOT NULL,
    token            NUMBER(19) DEFAULT 0 NOT NULL,
    request_id       VARCHAR2(32 CHAR),
    released_request VARCHAR2(32 CHAR),
    session_id       VARCHAR2(32 CHAR),
    acquired_us      NUMBER(19) DEFAULT 0 NOT NULL,
    expires_us       NUMBER(19) DEFAULT 0 NOT NULL,
    lease_us         NUMBER(19) DEFAULT 0 NOT NULL,
    grace_us         NUMBER(19) DEFAULT 0 NOT NULL,
    keep_until_us    NUMBER(19) DEFAULT 0 NOT NULL,
    grants           NUMBER(19) DEFAULT 0 NOT NULL,
    renewals         NUMBER(19) DEFAULT 0 NOT NULL,
    guards           NUMBER(19) DEFAULT 0 NOT NULL,
    owner            VARCHAR2(200 CHAR),
    since_us         NUMBER(19),
    session_state    VARCHAR2(8 CHAR),
    process          VARCHAR2(32 CHAR),
    waiters          NUMBER(10),
    lock_name        VARCHAR2(200 CHAR),
    lock_slot        NUMBER(10),
    native_name      VARCHAR2(200 CHAR),
    connection_id    NUMBER(19),
    protocol_version NUMBER(10),
    table_id         VARCHAR2(32 CHAR),
    PRIMARY KEY (name, slot),
    CHECK (slot >= 0 AND kind IN (''lock'', ''permit'', ''reader'')
           OR slot < 0 AND kind NOT IN (''lock'', ''permit'', ''reader''))
)';
EXCEPTION
    WHEN OTHERS THEN
        IF SQLCODE <> -955 THEN
            RAISE;
        END IF;
END;
/

INSERT INTO rowlock (name, slot, kind, protocol_version)
SELECT 'rowlock', -1, 'protocol', 2
FROM DUAL
WHERE NOT EXISTS (SELECT 1 FROM rowlock WHERE name = 'rowlock' AND slot = -1);

CREATE OR REPLACE VIEW rowlock_status AS
SELECT u.name, u.slot, u.kind, u.state, u.owner, u.token,
       TIMESTAMP '1970-01-01 00:00:00' + NUMTODSINTERVAL(u.acquired_us / 1000000, 'SECOND') AS acquired_at,
       TIMESTAMP '1970-01-01 00:00:00' + NUMTODSINTERVAL(u.until_us / 1000000, 'SECOND') AS expires_at,
       CASE WHEN u.state <> 'FREE' THEN TIMESTAMP '1970-01-01 00:00:00' + NUMTODSINTERVAL(u.free_us / 1000000, 'SECOND') END AS free_at,
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
            CROSS JOIN (SELECT TRUNC((EXTRACT(DAY FROM (SYS_EXTRACT_UTC(SYSTIMESTAMP) - TIMESTAMP '1970-01-01 00:00:00')) * 86400
  + EXTRACT(HOUR FROM (SYS_EXTRACT_UTC(SYSTIMESTAMP) - TIMESTAMP '1970-01-01 00:00:00')) * 3600
  + EXTRACT(MINUTE FROM (SYS_EXTRACT_UTC(SYSTIMESTAMP) - TIMESTAMP '1970-01-01 00:00:00')) * 60
  + EXTRACT(SECOND FROM (SYS_EXTRACT_UTC(SYSTIMESTAMP) - TIMESTAMP '1970-01-01 00:00:00'))) * 1000000.0) AS now_us FROM DUAL) c
            WHERE r.slot >= 0
        ) l
    ) s
) u;
