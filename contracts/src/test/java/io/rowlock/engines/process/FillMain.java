package io.rowlock.engines.process;

import io.rowlock.engines.machine.Cache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A child that fills a cache entry with its own name when told to. */
final class FillMain {

    private FillMain() {}

    public static void main(String... arguments) throws IOException {
        System.out.println("ready");
        System.in.read();
        String name = Long.toString(ProcessHandle.current().pid());
        Path entry = Cache.entry("shared", empty -> Files.writeString(empty.resolve("content"), name));
        System.out.println("content " + Files.readString(entry.resolve("content")));
    }
}
