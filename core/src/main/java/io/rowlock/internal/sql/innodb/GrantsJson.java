package io.rowlock.internal.sql.innodb;

import io.rowlock.internal.store.Grant;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** Writes grants as the JSON document that carries a batch to InnoDB: names in hexadecimal, so nothing needs escaping. */
final class GrantsJson {
    private GrantsJson() {}

    static String of(List<Grant> grants) {
        StringBuilder json = new StringBuilder(grants.size() * 96).append('[');
        for (Grant grant : grants) {
            append(json.length() == 1 ? json : json.append(','), grant);
        }
        return json.append(']').toString();
    }

    private static void append(StringBuilder json, Grant grant) {
        json.append("{\"n\":\"").append(hex(grant.key().name()));
        json.append("\",\"s\":").append(grant.key().slot());
        json.append(",\"t\":").append(grant.token());
        json.append(",\"r\":\"").append(grant.requestId()).append("\"}");
    }

    static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }
}
