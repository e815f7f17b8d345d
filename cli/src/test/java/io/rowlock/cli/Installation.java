package io.rowlock.cli;

import io.rowlock.engines.machine.Lazy;
import io.rowlock.engines.process.ClassArchive;
import io.rowlock.engines.process.ScratchDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The command as the tests start it, with an archive of its classes, as the launcher makes one for its users. */
final class Installation {
    private static final Lazy<ClassArchive> ARCHIVE = new Lazy<>(Installation::archive);

    private Installation() {}

    /** The words that start the command; its arguments follow. */
    static List<String> command(String... moreOptions) {
        List<String> command = new ArrayList<>(List.of(ClassArchive.java(), "-Xmx96m"));
        command.addAll(List.of(moreOptions));
        command.addAll(ARCHIVE.get().options());
        command.add(Main.class.getName());
        return command;
    }

    private static ClassArchive archive() {
        try {
            Path home = ScratchDirectory.create("warm-up");
            Path properties = Files.createFile(home.resolve("properties"));
            return ClassArchive.of(
                    Main.class.getName(),
                    List.of("warm-up", properties.toString()),
                    Map.of("HOME", home.toString(), "XDG_STATE_HOME", home.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
