package io.rowlock.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of the documentation.
 *
 * @param path where it is
 * @param text what it says
 */
record Document(Path path, String text) {
    static final Path ROOT = root();
    private static final Pattern BLOCK = Pattern.compile(
            "(?:<!-- \\w+: ([^\\n]*?) -->\\n)?^```(\\w+)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    /**
     * A block of code in a page.
     *
     * @param place the page and the line at which it begins
     * @param mark what the comment right above it says of it; empty if there is none
     * @param language the language it is in
     * @param code the code
     */
    record Block(String place, String mark, String language, String code) {}

    /** Every page: those beside the README, and those in docs and below. */
    static List<Document> all() {
        return Stream.concat(pagesIn(ROOT, 1), pagesIn(ROOT.resolve("docs"), Integer.MAX_VALUE))
                .map(Document::read)
                .toList();
    }

    static Document named(String name) {
        return read(ROOT.resolve(name));
    }

    /** The blocks in this language, in their order. */
    List<Block> blocks(String language) {
        return blocks().filter(block -> block.language().equals(language)).toList();
    }

    /** The blocks in any language, in their order. */
    Stream<Block> blocks() {
        return BLOCK.matcher(text).results().map(this::block);
    }

    private Block block(MatchResult found) {
        long line = text.substring(0, found.start(3)).lines().count();
        String mark = found.group(1) == null ? "" : found.group(1);
        return new Block(name() + ":" + line, mark, found.group(2), found.group(3));
    }

    /** The text without its blocks of code. */
    String prose() {
        return BLOCK.matcher(text).replaceAll("");
    }

    String name() {
        return ROOT.relativize(path).toString();
    }

    @Override
    public String toString() {
        return name();
    }

    private static Stream<Path> pagesIn(Path directory, int depth) {
        try (Stream<Path> files = Files.walk(directory, depth)) {
            return files.filter(file -> file.toString().endsWith(".md")).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Document read(Path path) {
        try {
            return new Document(path, Files.readString(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The nearest directory above that has the launcher in it. */
    private static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("rowlock"))) {
            directory = directory.getParent();
        }
        return directory;
    }
}
