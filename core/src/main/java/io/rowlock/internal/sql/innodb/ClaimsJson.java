package io.rowlock.internal.sql.innodb;

import io.rowlock.internal.store.Claim;
import io.rowlock.internal.time.Micros;
import java.util.List;

/** Writes claims as the JSON document that carries a batch to InnoDB: texts in hexadecimal, so nothing needs escaping. */
final class ClaimsJson {
    private ClaimsJson() {}

    static String of(List<Claim> claims) {
        StringBuilder json = new StringBuilder(claims.size() * 224).append('[');
        for (Claim claim : claims) {
            append(json.length() == 1 ? json : json.append(','), claim);
        }
        return json.append(']').toString();
    }

    private static void append(StringBuilder json, Claim claim) {
        json.append("{\"n\":\"").append(GrantsJson.hex(claim.key().name()));
        json.append("\",\"s\":").append(claim.key().slot());
        json.append(",\"r\":\"").append(claim.requestId());
        json.append("\",\"l\":").append(claim.terms().leaseMicros());
        json.append(",\"g\":").append(claim.terms().graceMicros());
        json.append(",\"k\":").append(Micros.of(claim.keepFor()));
        json.append(",\"o\":\"").append(GrantsJson.hex(claim.owner()));
        json.append("\",\"a\":").append(claim.notAfter()).append('}');
    }
}
