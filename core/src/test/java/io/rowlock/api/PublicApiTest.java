package io.rowlock.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockKey;
import io.rowlock.classic.LockOwner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every change of the public API is seen in review, as a change of {@code core/public-api.txt}. */
class PublicApiTest {
    private static final Path KEPT = core().resolve("public-api.txt");
    private static final String UPDATE = "rowlock.api.update";
    private static final String COMMAND = "mvn test -Dfast -pl core -Dtest=PublicApiTest -D" + UPDATE;

    @Test
    void theApiIsTheOneThatWasKept() throws IOException {
        List<String> now = PublicApi.lines(PublicApi.types());
        if (System.getProperty(UPDATE) != null) {
            Files.write(KEPT, now);
        }
        List<String> kept = Files.exists(KEPT) ? Files.readAllLines(KEPT) : List.of();
        assertThat(difference(kept, now))
                .as(
                        "the public API differs from core/public-api.txt (- kept, + now). If that is meant, run '%s', commit the"
                                + " file, and list the change in CHANGELOG.md",
                        COMMAND)
                .isEmpty();
        assertThat(now).as("order of the lines; run '%s'", COMMAND).isEqualTo(kept);
    }

    /** A component that is added to a public record breaks each caller of its constructor, and each pattern. */
    @Test
    void onlyValuesThatCannotGrowArePublicRecords() {
        assertThat(PublicApi.types())
                .filteredOn(Class::isRecord)
                .as(
                        "public records; make it a final class with a factory, or say in docs/decisions/api.md why it cannot grow")
                .containsExactlyInAnyOrder(LockKey.class, LockOwner.class);
    }

    @Test
    void aMemberThatIsAddedOrRemovedIsNamedWithItsType() {
        List<String> kept =
                List.of("public class a.B", "    public int one()", "public class a.C", "    public int one()");
        List<String> now =
                List.of("public class a.B", "    public int one()", "public class a.C", "    public int two()");
        assertThat(difference(kept, now)).containsExactly("- a.C: public int one()", "+ a.C: public int two()");
    }

    private static List<String> difference(List<String> kept, List<String> now) {
        List<String> gone = withTypes(kept);
        gone.removeAll(withTypes(now));
        List<String> added = withTypes(now);
        added.removeAll(withTypes(kept));
        List<String> difference = new ArrayList<>();
        gone.forEach(line -> difference.add("- " + line));
        added.forEach(line -> difference.add("+ " + line));
        return difference;
    }

    /** Each member's line behind that of its type: a signature by itself may stand in many types. */
    private static List<String> withTypes(List<String> lines) {
        List<String> whole = new ArrayList<>();
        String type = "";
        for (String line : lines) {
            boolean isMember = line.startsWith(" ");
            type = isMember ? type : line.replaceFirst(".* (?:class|interface|enum|record|annotation) (\\S+).*", "$1");
            whole.add(isMember ? type + ": " + line.strip() : line);
        }
        return whole;
    }

    /** Maven runs the tests in the module, a development environment perhaps in the project. */
    private static Path core() {
        Path here = Path.of("").toAbsolutePath();
        return here.endsWith("core") ? here : here.resolve("core");
    }
}
