package io.rowlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.cli.Shell.Job;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that users install beside the jar. */
class LauncherProcessTest {
    private static final Path SCRIPT = Path.of("src/main/sh/rowlock").toAbsolutePath();

    @TempDir
    Path directory;

    private Shell shell;

    @BeforeEach
    void open() throws IOException {
        shell = Shell.in(directory).with("JAVA_HOME", System.getProperty("java.home"));
        Files.createDirectory(shell.file("bin"));
        Files.copy(SCRIPT, shell.file("bin/rowlock"));
        try (OutputStream out = Files.newOutputStream(shell.file("bin/rowlock-cli-1-all.jar"))) {
            new JarOutputStream(out, manifest()).close();
        }
    }

    @AfterEach
    void close() {
        shell.close();
    }

    /** A jar that only points to the classes of this build. No archive can be made of directories, and nothing minds. */
    private static Manifest manifest() {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.put(Attributes.Name.MAIN_CLASS, Main.class.getName());
        main.put(
                Attributes.Name.CLASS_PATH,
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                        .map(entry -> Path.of(entry).toUri().toString())
                        .collect(Collectors.joining(" ")));
        return manifest;
    }

    @Test
    void inTheLocaleOfACronJobNamesArriveAndTheProgramKeepsItsLocale() throws Exception {
        shell.with("LC_ALL", "").with("LANG", "").with("TEXT", "na\u00efve \u2603");

        Job job = shell.run("ln -s bin/rowlock linked; ./linked run \"$TEXT\" -- sh -c"
                + " 'printf \"%s|%s|%s\" \"$ROWLOCK_NAME\" \"$1\" \"${LC_ALL-unset}\"' x \"$TEXT\"");

        assertThat(job.err()).isEmpty();
        assertThat(job.out()).isEqualTo("na\u00efve \u2603|na\u00efve \u2603|unset");
    }

    @Test
    void anArchiveThatCannotBeMadeIsTriedOnceAndMissedByNobody() throws Exception {
        assertThat(shell.run("bin/rowlock --version").out()).startsWith("rowlock ");
        assertThat(shell.run("ls .cache/rowlock").out()).matches("rowlock-cli-1-all.jar-.*\\.jsa\n");

        Job unwritable = shell.with("XDG_CACHE_HOME", "/proc/nowhere").run("bin/rowlock --version");

        assertThat(unwritable.status()).isZero();
        assertThat(unwritable.err()).isEmpty();
    }

    @Test
    void theHelpOfACheckoutNamesWhatItsLauncherRunsBesides() throws Exception {
        assertThat(shell.run("bin/rowlock help").out()).doesNotContain("bench");

        Job checkout = shell.run("rowlock_jar=$PWD/bin/rowlock-cli-1-all.jar bin/rowlock help");

        assertThat(checkout.out()).endsWith("""

                        In a checkout:
                          bench                measures the speed of Rowlock beside other locks
                          chaos                runs processes under faults, and checks the promises

                        'rowlock help COMMAND' tells more of one command.
                        """);
    }

    @Test
    void anOldJavaIsNamed() throws Exception {
        Job job = shell.with("JAVA_HOME", shell.file("old").toString()).run("""
                mkdir -p old/bin
                printf 'JAVA_RUNTIME_VERSION="11.0.2+9"\\n' > old/release
                printf '#!/bin/sh\\n' > old/bin/java
                chmod +x old/bin/java
                bin/rowlock --version
                """);

        assertThat(job.status()).isEqualTo(78);
        assertThat(job.err()).contains("is Java 11.0.2+9, but 17 or later is needed");
    }
}
