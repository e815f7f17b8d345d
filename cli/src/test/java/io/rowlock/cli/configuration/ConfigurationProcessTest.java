package io.rowlock.cli.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.cli.CommandTest;
import io.rowlock.cli.Shell.Job;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;

/** The choice of the database, and secrets. */
class ConfigurationProcessTest extends CommandTest {
    @Test
    void theUsualFileNamesTheDatabaseAndTheEnvironmentGoesBefore() throws Exception {
        Files.createDirectories(shell.file(".config/rowlock"));
        Files.writeString(
                shell.file(".config/rowlock/rowlock.properties"),
                "url = jdbc:h2:file:./named;WRITE_DELAY=0\ntable = mine\n");

        assertThat(shell.run("rowlock run x -- true").status()).isZero();
        assertThat(shell.file("named.mv.db")).exists();
        assertThat(shell.run("ROWLOCK_URL='jdbc:h2:file:./other;WRITE_DELAY=0' rowlock run x -- true")
                        .status())
                .isZero();
        assertThat(shell.file("other.mv.db")).exists();
        assertThat(shell.file(".local")).doesNotExist();
    }

    @Test
    void aFileWithAPasswordThatOthersCanReadIsRejected() throws Exception {
        Files.writeString(shell.file("conf"), "url = jdbc:h2:file:./named\nuser = sa\npassword = s3cret\n");

        Job job = shell.run("chmod 640 conf; rowlock ls --config conf");

        assertThat(job.status()).isEqualTo(78);
        assertThat(job.err()).contains("chmod 600 conf").doesNotContain("s3cret");
        assertThat(shell.run("chmod 600 conf; rowlock run x --config conf -- true")
                        .status())
                .isZero();
    }

    @Test
    void aPasswordIsReadFromItsOwnFile() throws Exception {
        shell.with("ROWLOCK_URL", "jdbc:h2:file:./named").with("ROWLOCK_USER", "sa");
        Files.writeString(shell.file("secret"), "s3cret\n");
        assertThat(shell.run("chmod 400 secret; ROWLOCK_PASSWORD_FILE=secret rowlock run x -- true")
                        .status())
                .isZero();

        Job wrong = shell.run("ROWLOCK_PASSWORD=wr0ng rowlock run x -- true");

        assertThat(wrong.status()).isEqualTo(69);
        assertThat(wrong.err()).contains("cannot use jdbc:h2:file:./named").doesNotContain("wr0ng");
    }

    @Test
    void aCredentialOfSystemdsMayLookReadableByAGroup() throws Exception {
        shell.with("ROWLOCK_URL", "jdbc:h2:file:./named").with("ROWLOCK_USER", "sa");
        String script = "mkdir -p given; echo s3cret > given/db; chmod %s given/db;"
                + " CREDENTIALS_DIRECTORY=$PWD/%s ROWLOCK_PASSWORD_FILE=$PWD/given/db rowlock run x -- true";

        assertThat(shell.run(script.formatted("440", "given")).status()).isZero();
        assertThat(shell.run(script.formatted("440", "other")).status()).isEqualTo(78);
        assertThat(shell.run(script.formatted("444", "given")).status()).isEqualTo(78);
    }

    @Test
    void aMistypedKeyIsNamed() throws Exception {
        Files.writeString(shell.file("conf"), "ulr = jdbc:h2:file:./named\n");

        Job job = shell.run("rowlock ls --config conf");

        assertThat(job.status()).isEqualTo(78);
        assertThat(job.err()).contains("'ulr'", "url");
        assertThat(shell.run("rowlock ls --config missing").status()).isEqualTo(78);
    }

    @Test
    void aHomeThatCannotBeWrittenIsToldWithWhatElseToDo() throws Exception {
        Files.writeString(shell.file("nowhere"), "a file, so that not even root can make a directory in it");

        Job job = shell.with("HOME", shell.file("nowhere").toString()).run("rowlock run x -- touch ran");

        assertThat(job.status()).isEqualTo(69);
        assertThat(job.err()).contains(shell.file("nowhere").toString(), "--url", "ROWLOCK_URL", "XDG_STATE_HOME");
        assertThat(job.err().lines()).hasSize(1);
        assertThat(shell.run("XDG_STATE_HOME=$PWD/state rowlock run x -- true").status())
                .isZero();
    }

    @Test
    void theEmbeddedDatabaseIsItsOwnersAlone() throws Exception {
        assertThat(shell.run("umask 000; rowlock run x -- true").status()).isZero();
        assertThat(shell.run("stat -c %a .local/state/rowlock").out()).isEqualTo("700\n");

        Job job = shell.run("chmod 755 .local/state/rowlock; rowlock ls");

        assertThat(job.status()).isEqualTo(69);
        assertThat(job.err()).contains("chmod 700 ");
    }

    @Test
    void driversAreFoundOnTheirPath() throws Exception {
        Files.createDirectories(shell.file("drivers"));
        Job job = shell.run("rowlock ls --url jdbc:sqlserver://host --driver-path drivers");

        assertThat(job.status()).isEqualTo(2);
        assertThat(job.err()).contains("no driver here understands the URL 'jdbc:sqlserver://host'", "--driver-path");
        assertThat(shell.run("rowlock ls --driver-path missing --url jdbc:x:y").status())
                .isEqualTo(78);
    }

    @Test
    void aJarWhoseDriverCannotBeLoadedIsOneLine() throws Exception {
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(shell.file("broken.jar")))) {
            jar.putNextEntry(new JarEntry("META-INF/services/java.sql.Driver"));
            jar.write("no.such.Driver".getBytes(StandardCharsets.UTF_8));
        }

        Job job = shell.run("rowlock ls --driver-path broken.jar --url jdbc:x:y");

        assertThat(job.status()).isEqualTo(78);
        assertThat(job.err()).contains("--driver-path", "no.such.Driver");
        assertThat(job.err().lines()).hasSize(1);
    }

    @Test
    void aDriverThatMissesAPartOfItselfIsOneLine() throws Exception {
        Files.writeString(shell.file("Partial.java"), """
                public class Partial extends org.h2.Driver {
                    public boolean acceptsURL(String url) { return url.startsWith("jdbc:partial:"); }
                    public java.sql.Connection connect(String url, java.util.Properties info) {
                        throw new NoClassDefFoundError("the/missing/Part");
                    }
                }
                """);
        shell.with("CLASSPATH", System.getProperty("java.class.path")).with("JDK", System.getProperty("java.home"));

        Job job = shell.run("""
                set -e
                mkdir -p made/META-INF/services
                echo Partial > made/META-INF/services/java.sql.Driver
                $JDK/bin/javac -proc:none -d made Partial.java
                $JDK/bin/jar cf partial.jar -C made .
                rowlock schema --driver-path partial.jar --url jdbc:partial:x
                """);

        assertThat(job.status()).as(job.err()).isEqualTo(70);
        assertThat(job.err()).contains("NoClassDefFoundError", "the/missing/Part", "--verbose");
        assertThat(job.err().lines()).hasSize(1);
    }
}
