package io.rowlock.cli.text;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/** The reason of a failure, in one line. */
public final class Reasons {

    private Reasons() {}

    /**
     * The first line of what a failure says, and what lies at the root of it if that line does not tell.
     *
     * @param failure what was thrown
     * @return the line
     */
    public static String of(Throwable failure) {
        String said = sentence(failure);
        String meant = sentence(root(failure));
        return said.contains(meant) ? said : said + " (" + meant + ")";
    }

    /** File systems tell the path and leave the rest to the type. */
    private static String sentence(Throwable failure) {
        if (failure instanceof NoSuchFileException) {
            return "there is no such file";
        }
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "a file is in the way";
        }
        if (failure instanceof FileSystemException known) {
            return Optional.ofNullable(known.getReason()).orElse("it failed");
        }
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }

    private static Throwable root(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause == null ? failure : root(cause);
    }
}
