package io.rowlock.engines.process;

import java.io.IOException;
import java.time.Duration;

/** A child that has a directory and a frozen child of its own, and waits. */
final class ParentMain {

    private ParentMain() {}

    public static void main(String... arguments) throws IOException {
        try (ChildJvm child = JvmLaunch.of(EchoMain.class).start()) {
            child.expect("ready", Duration.ofSeconds(20));
            child.freeze();
            System.out.println("directory " + ScratchDirectory.create("parent"));
            System.out.println("frozen " + child.pid());
            System.in.read();
        }
    }
}
