package io.rowlock.engines.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory with all that is in it. */
public final class Tree {

    private Tree() {}

    /** Copies what is in {@code from}, with its permissions, to {@code to}, which is made. */
    public static void copy(Path from, Path to) {
        try {
            for (Path source : topDown(from)) {
                Files.copy(source, to.resolve(from.relativize(source)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes it, if it is there. */
    public static void delete(Path tree) throws IOException {
        if (Files.exists(tree)) {
            for (Path path :
                    topDown(tree).stream().sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    private static List<Path> topDown(Path tree) throws IOException {
        try (Stream<Path> paths = Files.walk(tree)) {
            return paths.sorted().toList();
        }
    }
}
