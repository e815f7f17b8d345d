package io.rowlock.cli.file;

import java.nio.file.Path;
import java.util.Map;

/** Where a user's things are, by the XDG base directory specification. */
public final class Directories {

    private Directories() {}

    public static Path configuration(Map<String, String> environment) {
        return under(environment, "XDG_CONFIG_HOME", ".config");
    }

    public static Path state(Map<String, String> environment) {
        return under(environment, "XDG_STATE_HOME", ".local/state");
    }

    /** The specification wants relative paths to be ignored. */
    private static Path under(Map<String, String> environment, String variable, String usual) {
        String configured = environment.getOrDefault(variable, "");
        Path base = configured.startsWith("/")
                ? Path.of(configured)
                : home(environment).resolve(usual);
        return base.resolve("rowlock");
    }

    private static Path home(Map<String, String> environment) {
        String home = environment.getOrDefault("HOME", "");
        return Path.of(home.isEmpty() ? System.getProperty("user.home") : home);
    }
}
