package io.rowlock.chaos.publish;

import io.rowlock.engines.machine.Command;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A checkout of the repository, as git sees it.
 *
 * @param root its directory
 */
public record Checkout(Path root) {

    /** The one that the launcher lies in. */
    public static Checkout here() {
        return new Checkout(Path.of(System.getProperty("rowlock.home", ".")));
    }

    /** The changes since the last commit; documents apart, because nothing is built from them. */
    List<String> changes() {
        return git("status", "--porcelain", "--", ".", ":!docs")
                .output()
                .lines()
                .toList();
    }

    /** Whether the library's sources are those of that commit. */
    boolean hasLibraryOf(String commit) {
        return git("diff", "--quiet", commit, "--", "core/src/main").succeeded();
    }

    private Command.Result git(String... words) {
        List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
        command.addAll(List.of(words));
        return new Command(command, Map.of()).run();
    }
}
