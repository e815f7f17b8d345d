package io.rowlock.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The figures of docs/benchmarks.md are those of the run whose numbers lie beside it. */
class DocumentationTest {
    private static final Path DOCS = Path.of("../docs");

    /** If it fails: {@code ./rowlock bench --from docs/benchmarks --write-docs}. */
    @Test
    void everyFigureComesFromTheRecordedRun() throws IOException {
        Output recorded = Output.readFrom(List.of(DOCS.resolve("benchmarks")));
        String page = Files.readString(DOCS.resolve("benchmarks.md"));
        assertThat(page).isEqualTo(recorded.page().filled(page));
    }

    /** They are for those who work on Rowlock, and {@code ./rowlock bench --goals} shows them. */
    @Test
    void theGoalsOfTheMaintainersAreNotOnThePage() throws IOException {
        assertThat(Files.readString(DOCS.resolve("benchmarks.md")))
                .contains("--goals")
                .doesNotContain("hoped", "not met");
    }
}
