package io.rowlock.chaos.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.chaos.bug.SeededBug;
import io.rowlock.chaos.trial.SkippedBug;
import io.rowlock.engines.machine.Command;
import io.rowlock.engines.machine.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which reports may be kept, on a checkout of its own. */
class PublicationTest {
    @TempDir
    Path root;

    private String commit = "";

    @BeforeEach
    void aCleanCheckout() throws IOException {
        git("init", "-q");
        write("core/src/main/Lock.java", "one");
        write("chaos/Check.java", "one");
        commit = commit();
    }

    @Test
    void aReportOfTheCommitThatLiesHereIsKept() throws IOException {
        Path kept = publication().keep("h2-1", new Source(commit, "clean"), "the report");
        assertThat(kept).hasContent("the report").hasFileName("h2-1.txt");
        publication().keep("h2-2", new Source(commit, "clean"), "kept reports do not make a tree dirty");
    }

    @Test
    void aReportOfADirtyOrUnknownTreeIsRejected() {
        assertThatThrownBy(() -> publication().require(new Source(commit, "dirty")))
                .hasMessageContaining("built from a dirty tree");
        assertThatThrownBy(() -> publication().require(new Source("unknown", "unknown")))
                .hasMessageContaining("unknown");
    }

    @Test
    void nothingIsKeptInATreeThatIsDirtyNow() throws IOException {
        write("chaos/Check.java", "two");
        assertThatThrownBy(() -> publication().require(new Source(commit, "clean")))
                .hasMessageContaining("dirty tree")
                .hasMessageContaining("chaos/Check.java");
    }

    @Test
    void aReportOfAnotherLibraryIsRejectedAndOneOfOtherTestsIsNot() throws IOException {
        write("chaos/Check.java", "two");
        commit();
        publication().require(new Source(commit, "clean"));
        write("core/src/main/Lock.java", "two");
        commit();
        assertThatThrownBy(() -> publication().require(new Source(commit, "clean")))
                .hasMessageContaining("core/src/main has changed")
                .hasMessageContaining(commit);
    }

    @Test
    void aTrialThatLeavesOutABugIsRejected() {
        SkippedBug skipped =
                new SkippedBug(SeededBug.STATEMENT_MISTAKEN, "pooler: it is not there; remedy: install it");
        assertThatThrownBy(() -> Publication.requireWhole(List.of(), List.of(skipped)))
                .hasMessageContaining("nothing is published")
                .hasMessageContaining("statement-mistaken")
                .hasMessageContaining("remedy: install it");
        assertThatThrownBy(() -> Publication.requireWhole(List.of("jvm-clock"), List.of()))
                .hasMessageContaining("nothing is published")
                .hasMessageContaining("--bug");
        Publication.requireWhole(List.of(), List.of());
    }

    private Publication publication() {
        return new Publication(new Checkout(root));
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private String commit() {
        git("add", "-A");
        git("-c", "user.name=Test", "-c", "user.email=test@example.org", "commit", "-qm", "next");
        return git("rev-parse", "HEAD");
    }

    private String git(String... words) {
        String[] command = new String[words.length + 3];
        command[0] = "git";
        command[1] = "-C";
        command[2] = root.toString();
        System.arraycopy(words, 0, command, 3, words.length);
        return Command.of(command).output().strip();
    }
}
