package io.rowlock.bench.process;

import io.rowlock.bench.client.Address;
import io.rowlock.bench.client.LockClient.Held;
import io.rowlock.bench.client.WaitingClient;
import io.rowlock.bench.contestant.Contestant;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The program of a process that passes a lock to and fro; told what to do in lines. */
final class PasserMain {
    private static final String LOCK = "bench-hand-over";

    private PasserMain() {}

    public static void main(String... words) throws Exception {
        List<String> address = Arrays.asList(words).subList(1, words.length);
        try (BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
                WaitingClient client =
                        (WaitingClient) Contestant.valueOf(words[0]).open(Address.of(address))) {
            say("ready");
            while ("ask".equals(orders.readLine())) {
                pass(client, orders);
            }
        }
    }

    private static void pass(WaitingClient client, BufferedReader orders) throws Exception {
        say("asking");
        Held held = client.await(LOCK);
        say("granted " + System.nanoTime());
        orders.readLine();
        long before = System.nanoTime();
        held.release();
        say("released " + before);
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
