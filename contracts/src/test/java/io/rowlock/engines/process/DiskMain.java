package io.rowlock.engines.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Says what time it is, writes a byte to a file, and syncs it, whenever told to. */
final class DiskMain {
    private DiskMain() {}

    public static void main(String[] args) throws IOException {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (FileChannel file =
                FileChannel.open(Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            for (String line = orders.readLine(); line != null; line = orders.readLine()) {
                System.out.println(line + " " + answer(line, file));
            }
        }
    }

    private static String answer(String line, FileChannel file) {
        try {
            switch (line) {
                case "write" -> file.write(ByteBuffer.wrap(new byte[1]), 0);
                case "sync" -> file.force(false);
                default -> {
                    return System.currentTimeMillis() + " " + System.nanoTime();
                }
            }
            return "done";
        } catch (IOException failure) {
            return "failed: " + failure.getMessage();
        }
    }
}
