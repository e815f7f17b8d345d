package io.rowlock.chaos.publish;

import io.rowlock.chaos.trial.SkippedBug;
import io.rowlock.engines.machine.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Keeps reports beside the documents that rest on them, if they are evidence of the library that lies here. */
public final class Publication {
    private final Checkout checkout;

    public Publication(Checkout checkout) {
        this.checkout = checkout;
    }

    /** Where the kept reports lie. */
    Path directory() {
        return checkout.root().resolve("docs").resolve("reliability");
    }

    /** Says why a report of these sources cannot be kept, if it cannot. */
    public void require(Source source) {
        if (!source.isKnown()) {
            throw new IllegalArgumentException("nothing is published: the commit of what was run is unknown."
                    + " Run ./rowlock chaos from a checkout.");
        }
        if (!source.isClean()) {
            throw new IllegalArgumentException(
                    "nothing is published: what was run was built from a dirty tree. Commit, and run it again.");
        }
        List<String> changes = checkout.changes();
        if (!changes.isEmpty()) {
            throw new IllegalArgumentException(
                    "nothing is published from a dirty tree: " + changes.get(0).strip() + ". Commit or undo it.");
        }
        if (!checkout.hasLibraryOf(source.commit())) {
            throw new IllegalArgumentException("nothing is published: core/src/main has changed since commit "
                    + source.commit() + ", which was run. Run it again.");
        }
    }

    /** Says why a trial cannot be kept, if it leaves out a bug. */
    public static void requireWhole(List<String> named, List<SkippedBug> skipped) {
        if (!named.isEmpty()) {
            throw new IllegalArgumentException(
                    "nothing is published: --bug leaves bugs out. Publish a trial of all bugs.");
        }
        if (!skipped.isEmpty()) {
            throw new IllegalArgumentException("nothing is published: "
                    + skipped.stream().map(SkippedBug::toString).collect(Collectors.joining("; ")));
        }
    }

    /** Keeps a report under that name. */
    public Path keep(String name, Source source, String text) throws IOException {
        require(source);
        Files.createDirectories(directory());
        return Files.writeString(directory().resolve(name + ".txt"), text);
    }
}
