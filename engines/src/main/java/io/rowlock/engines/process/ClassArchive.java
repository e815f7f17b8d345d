package io.rowlock.engines.process;

import io.rowlock.engines.machine.Command;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The classes of this JVM's class path, prepared for other JVMs: with an archive of the classes that a program loads, its next
 * start takes about half the CPU time. Java archives classes from jars only, so directories are packed into jars first.
 */
public final class ClassArchive {
    private static final List<String> USUAL =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xlog:disable");

    private final String classPath;
    private final Path archive;

    private ClassArchive(Path directory) {
        classPath = packed(directory);
        archive = directory.resolve("classes.jsa");
    }

    /**
     * Runs the program to its end and archives the classes that it loads. Without an archive, for example because the program
     * cannot run, JVMs start as before, only slower.
     */
    public static ClassArchive of(String main, List<String> arguments, Map<String, String> environment) {
        ClassArchive made = new ClassArchive(ScratchDirectory.create("classes"));
        List<String> words = new ArrayList<>(List.of(java(), "-XX:ArchiveClassesAtExit=" + made.archive));
        words.addAll(USUAL);
        words.addAll(List.of("-cp", made.classPath, main));
        words.addAll(arguments);
        new Command(words, environment).run();
        return made;
    }

    /** The program {@code java} of this JVM. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The options of a JVM that uses the archive, the class path included. */
    public List<String> options() {
        List<String> options = new ArrayList<>(USUAL);
        if (Files.exists(archive)) {
            options.add("-XX:SharedArchiveFile=" + archive);
        }
        options.addAll(List.of("-cp", classPath));
        return options;
    }

    private static String packed(Path directory) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::exists)
                .map(entry -> Files.isDirectory(entry) ? jar(entry, directory) : entry)
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path jar(Path classes, Path directory) {
        Path jar = directory.resolve(classes.toString().replace('/', '_') + ".jar");
        ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(
                        System.out,
                        System.err,
                        "--create",
                        "--no-compress",
                        "--file",
                        jar.toString(),
                        "-C",
                        classes.toString(),
                        ".");
        return jar;
    }
}
