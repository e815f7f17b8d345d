package io.rowlock.engines.mysql;

import io.rowlock.engines.machine.Availability;
import io.rowlock.engines.machine.CCompiler;
import io.rowlock.engines.machine.Command;
import io.rowlock.engines.server.ServerProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The library for asynchronous I/O, which MySQL does not start without. Where it is not installed, a stand-in is
 * compiled that rejects every request, and the server is told not to make any.
 *
 * @param availability whether the server runs with it
 * @param environment what the server finds it by
 * @param options what the server must be told
 */
record LibAio(Availability availability, Map<String, String> environment, List<String> options) {

    private static final String STAND_IN = """
            #include <errno.h>
            int io_setup(int requests, void **context) { return -ENOSYS; }
            int io_destroy(void *context) { return -ENOSYS; }
            int io_submit(void *context, long requests, void **blocks) { return -ENOSYS; }
            int io_cancel(void *context, void *block, void *event) { return -ENOSYS; }
            int io_getevents(void *context, long least, long most, void *events, void *patience) { return -ENOSYS; }
            """;

    static LibAio forProgram(Path program) {
        LibAio installed = new LibAio(ServerProgram.probe(program, Map.of()), Map.of(), List.of());
        return installed.availability().isAvailable() || !lacksLibAio(program) ? installed : standIn(program);
    }

    private static boolean lacksLibAio(Path program) {
        return Command.of(program.toString(), "--version").run().output().contains("libaio");
    }

    private static LibAio standIn(Path program) {
        if (!CCompiler.availability().isAvailable()) {
            return new LibAio(
                    Availability.unavailable("MySQL needs libaio.so.1", "apt-get install libaio1"),
                    Map.of(),
                    List.of());
        }
        Path directory = CCompiler.sharedLibrary("libaio.so.1", STAND_IN);
        Map<String, String> environment = Map.of("LD_LIBRARY_PATH", directory.toString());
        return new LibAio(
                ServerProgram.probe(program, environment), environment, List.of("--innodb-use-native-aio=OFF"));
    }
}
