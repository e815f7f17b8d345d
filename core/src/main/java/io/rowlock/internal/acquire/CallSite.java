package io.rowlock.internal.acquire;

import java.util.Set;

/** The place in the application's code from which the library was called. */
final class CallSite {
    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final Set<String> PACKAGES = Set.of("io.rowlock", "io.rowlock.table", "io.rowlock.classic");
    private static final String INTERNAL = "io.rowlock.internal.";

    private CallSite() {}

    /** The first frame outside of the library: class, method, file and line. */
    static String find() {
        return WALKER.walk(frames -> frames.filter(frame -> !isOurs(frame.getClassName()))
                .findFirst()
                .map(frame -> frame.toStackTraceElement().toString())
                .orElse("a thread of no application"));
    }

    private static boolean isOurs(String name) {
        return name.startsWith(INTERNAL) || PACKAGES.contains(name.substring(0, Math.max(0, name.lastIndexOf('.'))));
    }
}
