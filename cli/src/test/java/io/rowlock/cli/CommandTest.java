package io.rowlock.cli;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test that runs the command in a shell of its own. */
public abstract class CommandTest {
    @TempDir
    protected Path directory;

    protected Shell shell;

    @BeforeEach
    protected void open() {
        shell = Shell.in(directory);
    }

    @AfterEach
    protected void close() {
        shell.close();
    }
}
