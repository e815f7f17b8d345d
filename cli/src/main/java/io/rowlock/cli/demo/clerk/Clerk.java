package io.rowlock.cli.demo.clerk;

import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.Rowlock;
import io.rowlock.cli.demo.message.News;
import io.rowlock.cli.demo.message.Order;
import io.rowlock.cli.demo.shop.Pool;
import io.rowlock.cli.demo.shop.Shop;
import io.rowlock.cli.demo.shop.ShopSql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/** Sells in the shop: opens its own connections and its own lock client, as a server of a fleet would. One thread. */
final class Clerk implements AutoCloseable {
    private final String name;
    private final HikariDataSource pool;
    private final Shop shop;
    private final Rowlock rowlock;
    private final Consumer<News> tell;

    private Clerk(Order.Open order, HikariDataSource pool, Consumer<News> tell) throws SQLException {
        this.name = order.clerk();
        this.pool = pool;
        this.shop = Shop.open(pool.getConnection(), order.prefix());
        this.rowlock = Rowlock.builder(pool)
                .table(ShopSql.lockTable(order.prefix()))
                .createTable(false)
                .owner("process " + name)
                .build();
        this.tell = tell;
    }

    static Clerk open(Order.Open order, Consumer<News> tell) throws SQLException {
        Clerk clerk = new Clerk(order, Pool.open(order.access()), tell);
        tell.accept(new News.Ready());
        return clerk;
    }

    /** Sells without a lock: nothing keeps two clerks from looking at the shelf at the same time. */
    void sell(Order.Sell order) throws SQLException, InterruptedException {
        Deadline deadline = Deadline.in(order.limit());
        while (!deadline.hasPassed() && sellOne(order.item())) {
            waitForCustomer();
        }
        tell.accept(new News.Done());
    }

    /** Sells under the item's lock: the same sale, four lines around it. */
    void sell(Order.SellLocked order) throws SQLException, InterruptedException {
        Deadline deadline = Deadline.in(order.limit());
        DistributedLock lock = rowlock.lock(definition(order.item(), order.lease()));
        while (!deadline.hasPassed() && sellOne(lock, deadline.remaining(), order.item())) {
            waitForCustomer();
        }
        tell.accept(new News.Done());
    }

    /** Begins a sale under the lock and is never done with it; renewal goes on until the process is killed. */
    void dawdle(Order.Dawdle order) throws SQLException, InterruptedException {
        long began = System.nanoTime();
        try (Hold hold = rowlock.lock(definition(order.item(), order.lease())).acquire()) {
            tell.accept(new News.Acquired(since(began)));
            shop.sell(order.item(), name, new CountDownLatch(1)::await);
        }
    }

    @Override
    public void close() throws SQLException {
        rowlock.close();
        shop.close();
        pool.close();
    }

    private boolean sellOne(DistributedLock lock, Duration wait, String item)
            throws SQLException, InterruptedException {
        long began = System.nanoTime();
        Optional<Hold> granted = lock.tryAcquire(wait);
        if (granted.isEmpty()) {
            return false;
        }
        try (Hold hold = granted.get()) {
            tell.accept(new News.Acquired(since(began)));
            return sellOne(item);
        }
    }

    private boolean sellOne(String item) throws SQLException, InterruptedException {
        OptionalInt left = shop.sell(item, name, Clerk::think);
        left.ifPresent(pieces -> tell.accept(new News.Sold(pieces)));
        return left.isPresent();
    }

    private static LockDefinition definition(String item, Duration lease) {
        return LockDefinition.of("stock", item).withLease(lease);
    }

    private static void think() throws InterruptedException {
        pause(2, 6);
    }

    private static void waitForCustomer() throws InterruptedException {
        pause(10, 30);
    }

    private static void pause(int leastMillis, int mostMillis) throws InterruptedException {
        Thread.sleep(ThreadLocalRandom.current().nextInt(leastMillis, mostMillis + 1));
    }

    private static Duration since(long began) {
        return Duration.ofNanos(System.nanoTime() - began);
    }
}
