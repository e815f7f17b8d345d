package io.rowlock.engines.machine;

import java.nio.file.Files;
import java.nio.file.Path;

/** The machine's C compiler, for the few lines that Java cannot say. */
public final class CCompiler {

    private static final Lazy<Availability> AVAILABILITY = new Lazy<>(CCompiler::look);

    private CCompiler() {}

    public static Availability availability() {
        return AVAILABILITY.get();
    }

    /** Compiles {@code source} to the shared library {@code name}, once per machine, and tells which directory has it. */
    public static Path sharedLibrary(String name, String source) {
        String entry = name + "-" + Integer.toHexString(source.hashCode());
        return Cache.entry(entry, empty -> {
            Path file = Files.writeString(empty.resolve("source.c"), source);
            Command.of(
                            "cc",
                            "-shared",
                            "-fPIC",
                            "-O1",
                            "-Wl,-soname," + name,
                            "-o",
                            empty.resolve(name).toString(),
                            file.toString())
                    .output();
        });
    }

    private static Availability look() {
        return Command.of("cc", "--version").run().succeeded()
                ? Availability.available()
                : Availability.unavailable("there is no C compiler", "apt-get install gcc libc6-dev");
    }
}
