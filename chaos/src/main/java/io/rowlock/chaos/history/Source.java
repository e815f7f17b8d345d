package io.rowlock.chaos.history;

/**
 * The sources from which the classes that run were built. Immutable.
 *
 * @param commit the commit; {@link #UNKNOWN} outside a checkout, or if the launcher did not build them
 * @param tree whether the tree was clean or dirty when the build began
 */
public record Source(String commit, String tree) {
    private static final String UNKNOWN = "unknown";
    private static final String CLEAN = "clean";

    /** The sources of this process, as the launcher says. */
    public static Source ofThisProcess() {
        return parse(System.getProperty("rowlock.source", ""));
    }

    static Source parse(String words) {
        String[] parts = words.split(" ", -1);
        return parts.length == 2 && parts[0].matches("[0-9a-f]{12,64}")
                ? new Source(parts[0], parts[1])
                : new Source(UNKNOWN, UNKNOWN);
    }

    /** The sources of the library that a run has tested. */
    public static Source of(Facts facts) {
        return facts.text("commit").isEmpty()
                ? new Source(UNKNOWN, UNKNOWN)
                : new Source(facts.text("commit"), facts.text("tree"));
    }

    /** Adds them to what is known of a run. */
    public Facts in(Facts facts) {
        return facts.with("commit", commit).with("tree", tree);
    }

    public boolean isKnown() {
        return !commit.equals(UNKNOWN);
    }

    public boolean isClean() {
        return tree.equals(CLEAN);
    }
}
