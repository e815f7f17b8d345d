package io.rowlock.cli.text;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Spans of time as people write them: {@code 500ms}, {@code 30s}, {@code 1m}, {@code 1h30m}, {@code 30d}. */
public final class Spans implements ITypeConverter<Duration> {
    private static final Pattern WHOLE = Pattern.compile("(?:\\d{1,9}(?:ms|s|m|h|d))+");
    private static final Pattern PART = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    @Override
    public Duration convert(String text) {
        if (!WHOLE.matcher(text).matches()) {
            throw new TypeConversionException(
                    "'" + Text.printable(text) + "' is not a span of time; write 500ms, 30s, 10m, 2h, 30d or 1h30m");
        }
        Duration sum = Duration.ZERO;
        for (Matcher part = PART.matcher(text); part.find(); ) {
            sum = sum.plus(unit(part.group(2)).multipliedBy(Long.parseLong(part.group(1))));
        }
        return sum;
    }

    private static Duration unit(String name) {
        return switch (name) {
            case "ms" -> Duration.ofMillis(1);
            case "s" -> Duration.ofSeconds(1);
            case "m" -> Duration.ofMinutes(1);
            case "h" -> Duration.ofHours(1);
            default -> Duration.ofDays(1);
        };
    }

    /**
     * A span in the two units that matter most.
     *
     * @param span how long; a negative one is written with a minus
     * @return the text, which {@link #convert} reads if the span is not negative
     */
    public static String show(Duration span) {
        if (span.isNegative()) {
            return "-" + show(span.negated());
        }
        if (span.toDays() > 0) {
            return two(span.toDays(), "d", span.toHoursPart(), "h");
        }
        if (span.toHours() > 0) {
            return two(span.toHours(), "h", span.toMinutesPart(), "m");
        }
        if (span.toMinutes() > 0) {
            return two(span.toMinutes(), "m", span.toSecondsPart(), "s");
        }
        return span.toSeconds() > 0 ? span.toSeconds() + "s" : span.toMillis() + "ms";
    }

    private static String two(long most, String unit, long rest, String lesser) {
        return rest == 0 ? most + unit : most + unit + rest + lesser;
    }
}
