package io.rowlock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The log lines that operators may meet are explained, and those that are explained exist. */
class LogLinesTest {
    private static final Pattern LOGGED = Pattern.compile("LOG\\s*\\.(warn|error)\\(\\s*\"([^\"]+)\"");
    private static final Pattern EXPLAINED = Pattern.compile("^\\| `([^`]+)` \\| (WARN|ERROR) \\|", Pattern.MULTILINE);

    /**
     * A line of the log.
     *
     * @param level how loud it is
     * @param text what it says; in the code with braces, in the documentation with dots where something is filled in
     */
    record Line(String level, String text) {

        boolean isExplainedBy(Line other) {
            String regex = ("\\Q" + text + "\\E").replace("{}", "\\E.+\\Q");
            return level.equals(other.level) && other.text.matches(regex);
        }
    }

    @Test
    void everyWarningAndErrorIsExplained() {
        List<Line> explained = explained();
        assertThat(logged()).isNotEmpty().allMatch(line -> explained.stream().anyMatch(line::isExplainedBy));
    }

    @Test
    void everyExplainedLineIsLogged() {
        List<Line> logged = logged();
        assertThat(explained()).isNotEmpty().allMatch(line -> logged.stream().anyMatch(one -> one.isExplainedBy(line)));
    }

    private static List<Line> logged() {
        return Sources.in(Document.ROOT.resolve("core/src/main"))
                .flatMap(file -> lines(LOGGED, Document.read(file).text(), 1, 2))
                .toList();
    }

    private static List<Line> explained() {
        return lines(EXPLAINED, Document.named("docs/operating.md").text(), 2, 1)
                .toList();
    }

    private static Stream<Line> lines(Pattern pattern, String text, int level, int said) {
        return pattern.matcher(text)
                .results()
                .map(found -> new Line(found.group(level).toUpperCase(Locale.ROOT), found.group(said)));
    }
}
