package io.rowlock.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.rowlock.Hold;
import io.rowlock.Rowlock;
import io.rowlock.docs.Document.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every Java block of the documentation compiles and runs. */
class JavaExamplesTest {

    /** Its blocks need rowlock-memory, whose tests run them. */
    private static final String OF_ROWLOCK_MEMORY = "docs/testing.md";

    @TempDir
    Path scratch;

    @TestFactory
    Stream<DynamicTest> everyBlockCompilesAndRuns() {
        return Document.all().stream()
                .filter(page -> !page.name().equals(OF_ROWLOCK_MEMORY))
                .flatMap(page ->
                        page.blocks("java").stream().map(block -> dynamicTest(block.place(), () -> run(page, block))));
    }

    @Test
    void theReadmesFirstBlockRunsTheReportAndSellsTheLastItem() throws Exception {
        Document readme = Document.named("README.md");
        Example example = run(readme, readme.blocks("java").get(0));
        assertThat(example.done).containsExactly("report");
        assertThat(example.shop.left("item-7")).isZero();
    }

    private Example run(Document page, Block block) throws Exception {
        Example example = new ExampleCompiler(directory()).compile(page, block);
        try (EmptyDatabase database = new EmptyDatabase();
                Rowlock another = Rowlock.create(database.dataSource());
                Hold taken = another.lock(EmptyDatabase.TAKEN).acquire();
                Rowlock rowlock = Rowlock.create(database.dataSource())) {
            example.dataSource = database.dataSource();
            example.rowlock = rowlock;
            example.run();
        }
        await("the end of the block's threads")
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .as("threads that the block left behind")
                        .noneMatch(
                                thread -> thread.isAlive() && thread.getName().startsWith("rowlock-")));
        return example;
    }

    private Path directory() throws IOException {
        return Files.createTempDirectory(scratch, "block");
    }
}
