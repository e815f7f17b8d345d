package io.rowlock.bench.process;

import io.rowlock.bench.contestant.Service;
import io.rowlock.bench.stage.Stage;
import io.rowlock.engines.process.ChildJvm;
import io.rowlock.engines.process.JvmLaunch;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Start-ups of Rowlock's client in a process of its own, whose pool is open already. */
public final class StartUp {
    /** Labels of its figures. */
    public static final String FIRST = "the first in a JVM";

    public static final String LATER = "later ones";

    private static final String USED = "the first, and its first lock";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private StartUp() {}

    /** In milliseconds. */
    public static Map<String, Double> measure(Stage stage) {
        Map<String, Double> millis = new LinkedHashMap<>();
        String[] words = stage.address(Service.DATABASE).words().toArray(String[]::new);
        try (ChildJvm jvm = JvmLaunch.of(StartUpMain.class)
                .option("-XX:TieredStopAtLevel=4")
                .start(words)) {
            millis.put(FIRST, number(jvm, "created "));
            millis.put(USED, number(jvm, "used "));
            millis.put(LATER, number(jvm, "again "));
        }
        return millis;
    }

    private static double number(ChildJvm jvm, String word) {
        return Long.parseLong(jvm.expect(word, PATIENCE).substring(word.length())) / 1e6;
    }
}
