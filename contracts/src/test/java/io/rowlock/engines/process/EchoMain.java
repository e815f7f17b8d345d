package io.rowlock.engines.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.TimeZone;

/** A child that answers questions about itself. */
final class EchoMain {

    private EchoMain() {}

    public static void main(String... arguments) throws IOException {
        System.err.println("echo is up");
        System.out.println("ready " + String.join(" ", arguments));
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                System.out.println(answer(line));
            }
        }
    }

    private static String answer(String question) {
        return switch (question) {
            case "zone" -> "zone " + TimeZone.getDefault().getID();
            case "wall" -> "wall " + System.currentTimeMillis();
            case "nano" -> "nano " + System.nanoTime();
            case "exit" -> {
                System.exit(3);
                yield "never said";
            }
            default -> "echo " + question;
        };
    }
}
