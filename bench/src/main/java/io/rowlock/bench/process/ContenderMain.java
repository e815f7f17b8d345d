package io.rowlock.bench.process;

import io.rowlock.bench.client.Address;
import io.rowlock.bench.client.LockClient.Held;
import io.rowlock.bench.client.WaitingClient;
import io.rowlock.bench.contestant.Contestant;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The program of a process that wants the same lock as others, again and again: it holds it for a millisecond, and asks again a
 * millisecond after. With a few processes at least one always waits.
 */
final class ContenderMain {
    private static final String LOCK = "bench-contended";
    private static final long WORK = TimeUnit.MILLISECONDS.toNanos(1);

    private final WaitingClient client;
    private final MappedByteBuffer last;
    private final int number;
    private volatile Grants grants = Grants.NONE;
    private volatile boolean stopped;

    private ContenderMain(WaitingClient client, MappedByteBuffer last, int number) {
        this.client = client;
        this.last = last;
        this.number = number;
    }

    public static void main(String... words) throws Exception {
        List<String> address = Arrays.asList(words).subList(3, words.length);
        try (BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
                WaitingClient client =
                        (WaitingClient) Contestant.valueOf(words[0]).open(Address.of(address))) {
            new ContenderMain(client, mapped(words[1]), Integer.parseInt(words[2])).obey(orders);
        }
    }

    private static MappedByteBuffer mapped(String file) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file, "rw")) {
            return open.getChannel().map(MapMode.READ_WRITE, 0, Integer.BYTES);
        }
    }

    private void obey(BufferedReader orders) throws Exception {
        say("ready");
        Thread contending = new Thread(() -> {});
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            switch (order) {
                case "go" -> {
                    stopped = false;
                    contending = new Thread(this::contend, "contending");
                    contending.start();
                    say("going");
                }
                case "count" -> say(grants.line());
                default -> {
                    stopped = true;
                    contending.join();
                    say("halted");
                }
            }
        }
    }

    private void contend() {
        try {
            while (!stopped) {
                Held held = client.await(LOCK);
                grants = grants.next(last.getInt(0) != number);
                last.putInt(0, number);
                LockSupport.parkNanos(WORK);
                held.release();
                LockSupport.parkNanos(WORK);
            }
        } catch (Exception notGrantedOrNotReleased) {
            notGrantedOrNotReleased.printStackTrace();
            System.exit(1);
        }
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
