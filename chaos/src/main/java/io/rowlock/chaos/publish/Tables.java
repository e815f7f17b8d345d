package io.rowlock.chaos.publish;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Puts the tables that the kept reports make into the document, between its markers. */
public final class Tables {
    private static final String END = "<!-- end -->";
    private static final String TRIAL = "trial.txt";

    private final Checkout checkout;

    public Tables(Checkout checkout) {
        this.checkout = checkout;
    }

    /** All tables, for a terminal. */
    public String text() throws IOException {
        return tables().entrySet().stream()
                .map(table -> table.getKey() + "\n" + table.getValue())
                .collect(Collectors.joining("\n"));
    }

    /** Writes them into the document. */
    public Path write() throws IOException {
        Path document = checkout.root().resolve("docs").resolve("reliability.md");
        String text = Files.readString(document);
        for (Map.Entry<String, String> table : tables().entrySet()) {
            text = between(text, "<!-- " + table.getKey() + " -->", table.getValue());
        }
        return Files.writeString(document, text);
    }

    private Map<String, String> tables() throws IOException {
        Path directory = new Publication(checkout).directory();
        List<KeptReport> reports = Files.isDirectory(directory) ? KeptReport.all(directory) : List.of();
        Map<String, String> tables = new LinkedHashMap<>();
        tables.put("runs", RunTables.runs(reports));
        tables.put("peers", RunTables.peers(reports));
        Path trial = directory.resolve(TRIAL);
        tables.put("trial", Files.exists(trial) ? new KeptTrial(Files.readString(trial)).markdown() : "");
        return tables;
    }

    static String between(String text, String begin, String table) {
        int from = text.indexOf(begin);
        int to = text.indexOf(END, from);
        if (from < 0 || to < 0) {
            throw new IllegalArgumentException(
                    "docs/reliability.md has no " + begin + " with an " + END + " behind it");
        }
        return text.substring(0, from) + begin + "\n" + table + text.substring(to);
    }
}
