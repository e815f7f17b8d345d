package io.rowlock.testkit.classic;

import io.rowlock.testkit.classic.Contender.Place;
import io.rowlock.testkit.classic.Contender.Side;
import io.rowlock.testkit.engine.UrlDataSource;
import io.rowlock.testkit.process.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * One node of a fleet: a thread for each system takes its lock again and again, and counts under it without a transaction,
 * until a line of standard input says that it is enough. A release may fail where the original's does.
 */
final class ContenderMain {
    private static volatile boolean enough;

    private ContenderMain() {}

    /** Address, user, password, kind of database, side, number; then system and table of each lock. */
    public static void main(String[] args) throws Exception {
        DataSource source = new UrlDataSource(args[0], args[1], args[2]);
        List<Thread> threads = new ArrayList<>();
        for (int i = 6; i < args.length; i += 2) {
            String node = args[4] + "-" + args[5];
            Place place = new Place(source, args[3], args[i + 1], node);
            ClassicTable system = ClassicTable.valueOf(args[i]);
            threads.add(new Thread(() -> compete(Side.valueOf(args[4]), system, place, Long.parseLong(args[5]))));
        }
        threads.forEach(Thread::start);
        System.out.println("ready");
        System.in.read();
        enough = true;
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("done");
        System.exit(0);
    }

    private static void compete(Side side, ClassicTable system, Place place, long number) {
        try (Tally tally = Tally.of(place.source(), place.table())) {
            Contender contender = side.of(system, place);
            while (!enough) {
                Optional<Contender.Release> release = contender.tryLock();
                if (release.isPresent()) {
                    tally.add(number);
                    release.get().run();
                }
                TimeUnit.MICROSECONDS.sleep(ThreadLocalRandom.current().nextInt(500, 10_000));
            }
        } catch (Exception failure) {
            System.out.println("failed " + system + " " + side + " " + failure);
            failure.printStackTrace();
        }
    }
}
