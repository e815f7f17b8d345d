package io.rowlock.engines.coexistence;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.engines.coexistence.Contender.Place;
import io.rowlock.engines.coexistence.Contender.Side;
import io.rowlock.engines.coexistence.Orders.Order;
import io.rowlock.engines.worker.Tally;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * One node of a fleet: a thread for each system takes its lock again and again, and counts under it without a transaction.
 * Lines of standard input are {@link Orders}. A node that is told to hold says of each lock that it has it, and how far the
 * count is then.
 */
final class ContenderMain {

    /** The lease of a lock whose node is about to die. */
    static final Duration SHORT = Duration.ofSeconds(1);

    private final Orders orders;
    private final Side side;
    private final long number;
    private final Duration lease;

    private ContenderMain(Orders orders, Side side, long number, Duration lease) {
        this.orders = orders;
        this.side = side;
        this.number = number;
        this.lease = lease;
    }

    /** Address, user, password, kind of database, side, number, lease, zone of the fleet; then system and table of each lock. */
    public static void main(String[] args) throws Exception {
        DataSource source = pool(args);
        int locks = (args.length - 8) / 2;
        Orders orders = new Orders(locks);
        ContenderMain node =
                new ContenderMain(orders, Side.valueOf(args[4]), Long.parseLong(args[5]), Duration.parse(args[6]));
        List<Thread> threads = new ArrayList<>();
        for (int i = 8; i < args.length; i += 2) {
            Place place =
                    new Place(source, args[3], args[i + 1], args[4] + "-" + args[5], ZoneId.of(args[7]), any -> {});
            Rival rival = Rival.valueOf(args[i]);
            threads.add(new Thread(() -> node.compete(rival, place)));
        }
        threads.forEach(Thread::start);
        say("ready");
        obey(orders);
        for (Thread thread : threads) {
            thread.join();
        }
        say("done");
        System.exit(0);
    }

    private static DataSource pool(String[] args) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(args[0]);
        config.setUsername(args[1]);
        config.setPassword(args[2]);
        config.setMaximumPoolSize(24);
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    private static void obey(Orders orders) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Order order = Order.COMPETE;
        while (order != Order.END) {
            String line = lines.readLine();
            order = line == null ? Order.END : Order.valueOf(line.toUpperCase(Locale.ROOT));
            orders.give(order);
            say("obeyed " + line);
        }
    }

    private static void say(String line) {
        System.out.println(line);
    }

    private void compete(Rival rival, Place place) {
        try (Tally tally = Tally.of(place.source(), place.table())) {
            Contender contender = side.of(rival, place);
            for (Order order = orders.current(); order != Order.END; order = orders.current()) {
                switch (order) {
                    case COMPETE -> count(contender, tally);
                    case HOLD -> hold(contender, rival, tally);
                    default -> orders.rest();
                }
                TimeUnit.MICROSECONDS.sleep(ThreadLocalRandom.current().nextInt(500, 10_000));
            }
        } catch (Exception failure) {
            System.err.println(side + " on " + rival + " failed: " + failure);
            failure.printStackTrace();
            System.exit(1);
        }
    }

    private void count(Contender contender, Tally tally) throws Exception {
        Optional<Contender.Release> release = contender.tryLock(lease);
        if (release.isPresent()) {
            tally.add(number);
            release.get().run();
        }
    }

    /** Its time may be over when it is told otherwise; what its release says then is no matter. */
    private void hold(Contender contender, Rival rival, Tally tally) throws Exception {
        Optional<Contender.Release> release = contender.tryLock(SHORT);
        if (release.isPresent()) {
            say("holding " + rival + " " + tally.number());
            orders.awaitOtherThan(Order.HOLD);
            try {
                release.get().run();
            } catch (RuntimeException over) {
                say("over " + rival);
            }
        }
    }
}
