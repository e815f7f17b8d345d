package io.rowlock.memory;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The module stands beside the test framework of an application, so it must not bring another. */
class DependenciesTest {
    private static final Pattern DEPENDENCY =
            Pattern.compile("<artifactId>([^<]+)</artifactId>\\s*(<scope>test</scope>)?");

    @Test
    void theClassesNeedNothingButTheJdkAndRowlock() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "javax.sql..", "io.rowlock..", "org.jspecify.annotations..")
                .check(new ClassFileImporter()
                        .withImportOption(new NotTheTests())
                        .importPackages("io.rowlock.memory"));
    }

    @Test
    void theArtifactBringsNothingButRowlock() throws IOException {
        String pom = Files.readString(Path.of("pom.xml"));
        String dependencies = pom.substring(pom.indexOf("<dependencies>"), pom.indexOf("</dependencies>"));
        assertThat(DEPENDENCY
                        .matcher(dependencies)
                        .results()
                        .filter(found -> found.group(2) == null)
                        .map(found -> found.group(1)))
                .containsExactly("rowlock");
    }

    /** ArchUnit's own option does not know the directory of the fast build. */
    private static final class NotTheTests implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/");
        }
    }
}
