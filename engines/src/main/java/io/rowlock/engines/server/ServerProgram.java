package io.rowlock.engines.server;

import io.rowlock.engines.machine.Availability;
import io.rowlock.engines.machine.Command;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A server's executable file. */
public final class ServerProgram {

    private ServerProgram() {}

    /** Whether it can be loaded: asked for its version, it answers unless a library is missing. */
    public static Availability probe(Path program, Map<String, String> environment) {
        Command.Result result = new Command(List.of(program.toString(), "--version"), environment).run();
        return result.succeeded()
                ? Availability.available()
                : Availability.unavailable(
                        program.getFileName() + " does not run: " + result.output(), "install the library named above");
    }
}
