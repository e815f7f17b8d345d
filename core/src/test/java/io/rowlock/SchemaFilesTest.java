package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The definitions of the lock table that lie in the jar, for Flyway and Liquibase, are those that {@link LockSchema} prints. */
class SchemaFilesTest {
    private static final String UPDATE = "rowlock.sql.update";
    private static final String COMMAND = "mvn test -Dfast -pl core -Dtest=SchemaFilesTest -D" + UPDATE;

    @ParameterizedTest
    @EnumSource
    void theJarHoldsTheScriptOfEachDatabase(Database database) throws IOException {
        String script = LockSchema.script(database, LockSchema.DEFAULT_TABLE);
        if (System.getProperty(UPDATE) != null) {
            write(database, script);
            return;
        }
        try (InputStream file = LockSchema.class.getResourceAsStream("/" + name(database))) {
            assertThat(file)
                    .as("the resource %s; '%s' writes it", name(database), COMMAND)
                    .isNotNull();
            assertThat(new String(file.readAllBytes(), StandardCharsets.UTF_8))
                    .as("the resource %s; '%s' writes it again", name(database), COMMAND)
                    .isEqualTo(script);
        }
    }

    private static void write(Database database, String script) throws IOException {
        Path file = Path.of("src/main/resources").resolve(name(database));
        Files.createDirectories(file.getParent());
        Files.writeString(file, script);
    }

    /** The directory is named as Spring Boot names the database in the locations of migrations. */
    private static String name(Database database) {
        return "META-INF/rowlock/" + database.name().toLowerCase(Locale.ROOT).replace("_", "") + "/R__rowlock.sql";
    }
}
