package io.rowlock.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlakyTestsTest {
    private static final String REPORTS = "target/surefire-reports";

    @TempDir
    Path root;

    @BeforeEach
    void twoModulesHaveRun() throws IOException {
        write("core/" + REPORTS + "/TEST-a.A.xml", """
                <testsuite><testcase classname="a.A" name="passes"/>
                <testcase classname="a.A" name="flickers"><flakyFailure message="m" type="t">trace</flakyFailure></testcase>
                </testsuite>""");
        write("engines/" + REPORTS + "/TEST-b.B.xml", """
                <testsuite><testcase classname="b.B" name="breaks"><flakyError type="t">trace</flakyError></testcase>
                <testcase classname="b.B" name="fails"><failure type="t">trace</failure></testcase>
                </testsuite>""");
        write("docs/readme.md", "no module");
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void testsThatPassedOnlyWhenRunAgainAreNamed() throws IOException {
        assertThat(FlakyTests.in(root, REPORTS, 0)).containsExactly("a.A.flickers", "b.B.breaks");
    }

    @Test
    void reportsOfEarlierBuildsAreLeftOut() throws IOException {
        long future = System.currentTimeMillis() + 1_000_000;
        assertThat(FlakyTests.in(root, REPORTS, future)).isEmpty();
    }

    @Test
    void theTextCountsThem() {
        assertThat(FlakyTests.text(List.of("a.A.flickers"))).startsWith("[WARNING] 1 flaky test,");
        assertThat(FlakyTests.text(List.of("a", "b")).lines()).hasSize(3);
    }

    @Test
    void reportsThatAreNoXmlAreAnError() throws IOException {
        write("core/" + REPORTS + "/TEST-a.C.xml", "<testsuite>");
        assertThatThrownBy(() -> FlakyTests.in(root, REPORTS, 0)).hasMessageContaining("TEST-a.C.xml");
    }
}
