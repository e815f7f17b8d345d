package io.rowlock.engines.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The Java files of a module, those of its main code or those of its tests.
 *
 * @param root the directory in which the packages are
 */
record SourceTree(Path root) {
    private static final Pattern IMPORT =
            Pattern.compile("^import (?:static )?([a-z0-9.]+)\\.[A-Z].*?(\\w+);$", Pattern.MULTILINE);
    private static final Pattern NOT_CODE = Pattern.compile("^import .*$|/\\*(?s:.*?)\\*/|//.*$", Pattern.MULTILINE);

    /** The main code and the tests of a module, as far as there are any. */
    static Stream<SourceTree> of(String module) {
        return Stream.of("main", "test")
                .map(side -> Path.of("..", module, "src", side, "java"))
                .filter(Files::isDirectory)
                .map(SourceTree::new);
    }

    boolean isOf(String module) {
        return root.startsWith(Path.of("..", module));
    }

    Map<String, List<Path>> classesByPackage() {
        return files().stream().collect(Collectors.groupingBy(this::packageOf));
    }

    /** The simple names of the classes whose files have more lines. */
    List<String> longerThan(int lines) {
        return files().stream()
                .filter(file -> read(file).lines().count() > lines)
                .map(file -> file.getFileName().toString().replace(".java", ""))
                .toList();
    }

    /** The packages that depend on themselves by way of others. */
    Set<String> packagesInCycles() {
        Map<String, Set<String>> dependencies = dependencies();
        return dependencies.keySet().stream()
                .filter(name -> reachable(name, dependencies).contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> reachable(String start, Map<String, Set<String>> dependencies) {
        Set<String> reached = new HashSet<>();
        List<String> next = List.copyOf(dependencies.getOrDefault(start, Set.of()));
        while (!next.isEmpty()) {
            next = next.stream()
                    .filter(reached::add)
                    .flatMap(name -> dependencies.getOrDefault(name, Set.of()).stream())
                    .toList();
        }
        return reached;
    }

    /** For each package the others of this tree whose classes its code names; a link in a comment is no dependency. */
    private Map<String, Set<String>> dependencies() {
        Map<String, Set<String>> dependencies = new TreeMap<>();
        for (Path file : files()) {
            String text = read(file);
            String code = NOT_CODE.matcher(text).replaceAll("");
            Set<String> named = dependencies.computeIfAbsent(packageOf(file), name -> new TreeSet<>());
            IMPORT.matcher(text)
                    .results()
                    .filter(line -> code.contains(line.group(2)))
                    .map(line -> line.group(1))
                    .filter(name -> !name.equals(packageOf(file)))
                    .filter(name -> Files.isDirectory(root.resolve(name.replace('.', '/'))))
                    .forEach(named::add);
        }
        return dependencies;
    }

    private List<Path> files() {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("package-info.java"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String packageOf(Path file) {
        return root.relativize(file.getParent()).toString().replace('/', '.');
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return root.toString();
    }
}
