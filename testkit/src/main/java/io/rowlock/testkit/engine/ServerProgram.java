package io.rowlock.testkit.engine;

import io.rowlock.testkit.machine.Availability;
import io.rowlock.testkit.machine.Command;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A server's executable file. */
final class ServerProgram {

    private ServerProgram() {}

    /** Whether it can be loaded: asked for its version, it answers unless a library is missing. */
    static Availability probe(Path program, Map<String, String> environment) {
        Command.Result result = new Command(List.of(program.toString(), "--version"), environment).run();
        return result.succeeded()
                ? Availability.available()
                : Availability.unavailable(
                        program.getFileName() + " does not run: " + result.output(), "install the library named above");
    }
}
