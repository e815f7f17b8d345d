package io.rowlock.internal.sql.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockKey;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.time.Terms;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class GrantSqlTest {
    private static final Claim CLAIM = new Claim(
            LockKey.of("a"),
            "request",
            new Terms(Duration.ofSeconds(30), Duration.ofSeconds(1)),
            Duration.ZERO,
            "owner",
            Long.MAX_VALUE);

    private final GrantSql grant = GrantSql.bound();

    @Test
    void everyPlaceholderOfAGrantHasAValue() {
        int values = GrantSql.values(CLAIM).size();
        assertThat(placeholders(grant.set("{now}"))).isEqualTo(values);
        assertThat(placeholders(grant.values("{now}"))).isEqualTo(values);
        assertThat(placeholders(grant.setOrRelease("{now}", "held"))).isEqualTo(values);
    }

    @Test
    void aNewRowHasAValueForEachColumn() {
        assertThat(grant.values("{now}").replace(" + NULLIF(?, 0), 0)", "").split(", "))
                .hasSameSizeAs(GrantSql.columns().split(", "));
    }

    @Test
    void aStatementThatTakesOrReleasesChangesTheRequestIdLast() {
        String set = grant.setOrRelease("{now}", "request_id");
        assertThat(set.lastIndexOf("request_id = ")).isEqualTo(set.lastIndexOf(",\n") + ",\n    ".length());
        assertThat(set)
                .startsWith(
                        "released_request = CASE WHEN request_id IS NULL THEN released_request ELSE request_id END");
    }

    @Test
    void aReleaseLeavesItsRequestIdAsATrace() {
        assertThat(grant.release("?"))
                .isEqualTo("released_request = ?, request_id = NULL, session_id = NULL, expires_us = {now}");
    }

    @Test
    void aRevokeReadsTheRowByItsPrefixAndWritesByThatOfTheTarget() {
        GrantSql joined = new GrantSql("r.", "theirs.", "{now}", GrantSql.Values.BOUND);
        String trace = "r.released_request = COALESCE(NULLIF(theirs.request_id, 'revoked'), theirs.released_request)";
        assertThat(joined.revoke())
                .isEqualTo(trace + ", r.keep_until_us = 0,"
                        + " r.request_id = CASE WHEN theirs.request_id IS NOT NULL THEN 'revoked' END");
        assertThat(joined.revokeNow())
                .isEqualTo(trace + ", r.request_id = NULL, r.session_id = NULL, r.expires_us = {now},"
                        + " r.keep_until_us = 0");
    }

    private static int placeholders(String sql) {
        return (int) sql.chars().filter(character -> character == '?').count();
    }
}
