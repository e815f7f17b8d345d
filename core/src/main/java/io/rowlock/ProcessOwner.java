package io.rowlock;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Describes this process to people: host, process id, program. */
final class ProcessOwner {
    private ProcessOwner() {}

    static String describe() {
        String program = System.getProperty("sun.java.command", "java").split("\\s", 2)[0];
        String text = host() + '/' + ProcessHandle.current().pid() + '/' + program;
        return text.codePoints()
                .filter(point -> !Character.isISOControl(point) && Character.getType(point) != Character.SURROGATE)
                .limit(LockDefinition.MAX_OWNER)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }
}
