package io.rowlock.engines.machine;

/**
 * The sources from which the classes that run were built. Immutable.
 *
 * @param commit the commit; "unknown" outside a checkout, or if the launcher did not build them
 * @param tree whether the tree was clean or dirty when the build began
 */
public record Source(String commit, String tree) {
    /** The source of classes that were built by hand. */
    public static final Source UNKNOWN = new Source("unknown", "unknown");

    private static final String CLEAN = "clean";

    /** The sources of this process, as the launcher says. */
    public static Source ofThisProcess() {
        return parse(System.getProperty("rowlock.source", ""));
    }

    static Source parse(String words) {
        String[] parts = words.split(" ", -1);
        return parts.length == 2 && parts[0].matches("[0-9a-f]{12,64}") ? new Source(parts[0], parts[1]) : UNKNOWN;
    }

    public boolean isKnown() {
        return !commit.equals(UNKNOWN.commit);
    }

    public boolean isClean() {
        return tree.equals(CLEAN);
    }

    /** The commit, and the state of the tree unless it was clean. */
    @Override
    public String toString() {
        return isClean() ? commit : commit + ", tree " + tree;
    }
}
