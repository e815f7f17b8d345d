package io.rowlock.bench;

import io.rowlock.bench.measure.MachineLoad;
import io.rowlock.bench.report.Facts;
import io.rowlock.engines.machine.Source;
import io.rowlock.engines.server.Engine;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The environment on which the run's figures depend. */
final class Surroundings {
    private Surroundings() {}

    /** Before the run; the load is sampled before any database is started. */
    static Facts of(Run run, String command) throws InterruptedException {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", LocalDate.now(ZoneOffset.UTC).toString());
        facts.put(Facts.COMMIT, Source.ofThisProcess().toString());
        facts.put("command", "`./rowlock bench " + command + "`");
        facts.put("rounds", Integer.toString(run.plan().rounds()));
        facts.put("machine", machine());
        facts.put(Facts.LOAD_AVERAGE, MachineLoad.average());
        facts.put(Facts.BUSY_BEFORE, MachineLoad.sample());
        facts.put("Java", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        run.engines().forEach(name -> facts.put(name.engine().name(), version(name.engine())));
        facts.putAll(versions());
        return new Facts(facts);
    }

    private static String machine() {
        return "%d cores (%s), %s, Linux %s"
                .formatted(
                        Runtime.getRuntime().availableProcessors(),
                        after("/proc/cpuinfo", "model name"),
                        memory(),
                        System.getProperty("os.version"));
    }

    private static String memory() {
        String kibibytes = after("/proc/meminfo", "MemTotal").replaceAll("\\D", "");
        return kibibytes.isEmpty() ? "memory unknown" : Math.round(Long.parseLong(kibibytes) / 1048576.0) + " GiB";
    }

    private static String after(String file, String name) {
        try (Stream<String> lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException notLinux) {
            return "unknown";
        }
    }

    private static String version(Engine engine) {
        try (Connection connection = engine.dataSource().getConnection()) {
            DatabaseMetaData server = connection.getMetaData();
            return "%s, driver %s".formatted(server.getDatabaseProductVersion(), server.getDriverVersion());
        } catch (SQLException e) {
            throw new IllegalStateException(engine.name() + " does not tell its version", e);
        }
    }

    /** Of the libraries, as they were built in. */
    private static Map<String, String> versions() {
        Properties versions = new Properties();
        try (InputStream file = Surroundings.class.getResourceAsStream("versions.properties")) {
            versions.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> sorted = new TreeMap<>();
        List.copyOf(versions.stringPropertyNames())
                .forEach(name -> sorted.put(name.replace('_', ' '), versions.getProperty(name)));
        return sorted;
    }
}
