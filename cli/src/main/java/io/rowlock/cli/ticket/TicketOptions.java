package io.rowlock.cli.ticket;

import io.rowlock.LockTicket;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.file.PrivateFile;
import io.rowlock.cli.text.Reasons;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** How a ticket is given: by file, by standard input, or, where nobody else reads the process list, as an argument. */
final class TicketOptions {
    private static final int LONGEST = 4096;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "TICKET",
            description = "The ticket, which the process list then shows. Default: read from standard input.")
    private @Nullable String ticket;

    @Option(names = "--file", paramLabel = "FILE", description = "Read the ticket from a file that only you can read.")
    private @Nullable Path file;

    LockTicket ticket() {
        if (ticket != null && !ticket.equals("-") && file != null) {
            throw CliException.usage("a ticket is given twice, as argument and by --file; give it once");
        }
        try {
            return LockTicket.parse(text().strip());
        } catch (IllegalArgumentException rejected) {
            throw CliException.usage(String.valueOf(rejected.getMessage()));
        }
    }

    private String text() {
        if (file != null) {
            return PrivateFile.line(file);
        }
        return ticket == null || ticket.equals("-") ? standardInput() : ticket;
    }

    private static String standardInput() {
        try {
            return new String(System.in.readNBytes(LONGEST), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw CliException.failed("cannot read the ticket from standard input: " + Reasons.of(broken), broken);
        }
    }
}
