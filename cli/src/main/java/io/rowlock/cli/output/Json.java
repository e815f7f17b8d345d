package io.rowlock.cli.output;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes JSON: maps, collections, numbers, booleans, null, and the text of everything else. */
public final class Json {

    private Json() {}

    /**
     * A value as JSON, on one line.
     *
     * @param value what to write
     * @return the text
     */
    public static String write(@Nullable Object value) {
        if (value == null || value instanceof Number || value instanceof Boolean) {
            return String.valueOf(value);
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> quote(String.valueOf(entry.getKey())) + ":" + write(entry.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof Collection<?> values) {
            return values.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
        }
        return quote(value.toString());
    }

    private static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(unit -> append(quoted, (char) unit));
        return quoted.append('"').toString();
    }

    private static void append(StringBuilder quoted, char unit) {
        if (unit == '"' || unit == '\\') {
            quoted.append('\\').append(unit);
        } else if (Character.isISOControl(unit)
                || Character.isSurrogate(unit)
                || Character.getType(unit) == Character.FORMAT) {
            quoted.append(String.format("\\u%04x", (int) unit));
        } else {
            quoted.append(unit);
        }
    }
}
