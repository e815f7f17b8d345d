package io.rowlock.report;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * The tests that failed and passed when they were run again, as the reports of Surefire have them. Run by the last module of
 * the build, it names them in the build's last lines: Maven prints its summary after the last module, so they are printed when
 * Maven's JVM ends.
 */
public final class FlakyTests {
    private FlakyTests() {}

    /**
     * Prints the tests at the end of this JVM, and writes them to a file, a line each.
     *
     * @param arguments the directory of all modules; the path from a module to its reports; the file
     */
    public static void main(String[] arguments) throws IOException {
        long started = ManagementFactory.getRuntimeMXBean().getStartTime();
        List<String> flaky = in(Path.of(arguments[0]), arguments[1], started);
        Path file = Path.of(arguments[2]);
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, flaky);
        if (!flaky.isEmpty()) {
            printAtTheEnd(text(flaky));
        }
    }

    /** Past Maven's own stream and this program's thread group, neither of which lasts so long. */
    private static void printAtTheEnd(String text) {
        ThreadGroup oldest = Thread.currentThread().getThreadGroup();
        while (oldest.getParent() != null) {
            oldest = oldest.getParent();
        }
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        Runtime.getRuntime().addShutdownHook(new Thread(oldest, () -> out.println(text), "flaky-tests"));
    }

    static String text(List<String> flaky) {
        return "[WARNING] " + flaky.size() + (flaky.size() == 1 ? " flaky test" : " flaky tests")
                + ", which failed and passed when run again:\n[WARNING]   "
                + String.join("\n[WARNING]   ", flaky);
    }

    /** The tests in the reports of all modules below a directory; those of earlier builds, which are older, are left out. */
    static List<String> in(Path root, String reports, long sinceMillis) throws IOException {
        List<String> flaky = new ArrayList<>();
        try (DirectoryStream<Path> modules = Files.newDirectoryStream(root)) {
            for (Path module : modules) {
                if (Files.isDirectory(module.resolve(reports))) {
                    flaky.addAll(of(module.resolve(reports), sinceMillis));
                }
            }
        }
        return flaky.stream().sorted().toList();
    }

    private static List<String> of(Path reports, long sinceMillis) throws IOException {
        List<String> flaky = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(reports, "TEST-*.xml")) {
            for (Path file : files) {
                if (Files.getLastModifiedTime(file).toMillis() >= sinceMillis) {
                    flaky.addAll(names(file));
                }
            }
        }
        return flaky;
    }

    private static List<String> names(Path report) throws IOException {
        List<String> flaky = new ArrayList<>();
        NodeList tests = read(report).getElementsByTagName("testcase");
        for (int index = 0; index < tests.getLength(); index++) {
            Element test = (Element) tests.item(index);
            if (has(test, "flakyFailure") || has(test, "flakyError")) {
                flaky.add(test.getAttribute("classname") + '.' + test.getAttribute("name"));
            }
        }
        return flaky;
    }

    private static boolean has(Element test, String child) {
        return test.getElementsByTagName(child).getLength() > 0;
    }

    private static Document read(Path report) throws IOException {
        try {
            return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(report.toFile());
        } catch (ParserConfigurationException | SAXException unreadable) {
            throw new IOException("the report " + report + " is not XML; remove it and build again", unreadable);
        }
    }
}
