package io.rowlock.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.cli.configuration.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The table of commands in docs/cli.md names the options of {@code ls}. */
class LsDocumentTest {
    private static final Set<String> OF_EVERY_COMMAND = Set.of("--help", "--version");

    @Test
    void theRowOfLsNamesItsOptions() throws IOException {
        Set<String> options = options(new LsCommand());
        options.removeAll(options(new DatabaseOptions()));
        options.removeAll(OF_EVERY_COMMAND);
        assertThat(row()).contains(options);
    }

    private static Set<String> options(Object command) {
        return CommandSpec.forAnnotatedObject(command).options().stream()
                .map(OptionSpec::longestName)
                .collect(Collectors.toSet());
    }

    private static String row() throws IOException {
        return Files.readAllLines(Path.of("..", "docs", "cli.md")).stream()
                .filter(line -> line.startsWith("| `ls "))
                .collect(Collectors.joining());
    }
}
