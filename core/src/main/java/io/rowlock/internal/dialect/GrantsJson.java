package io.rowlock.internal.dialect;

import io.rowlock.spi.Grant;
import java.util.List;

/** Writes grants as the JSON document that carries a batch to InnoDB. */
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
        appendText(json.append("{\"n\":"), grant.key().name());
        json.append(",\"s\":").append(grant.key().slot());
        json.append(",\"t\":").append(grant.token());
        appendText(json.append(",\"r\":"), grant.requestId());
        json.append('}');
    }

    /** Names hold no control characters, so only the quote and the backslash need care. */
    private static void appendText(StringBuilder json, String text) {
        json.append('"')
                .append(text.replace("\\", "\\\\").replace("\"", "\\\""))
                .append('"');
    }
}
