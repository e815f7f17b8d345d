package io.rowlock.bench.client;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.driver.PromptSocketFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Where a contestant's server listens; in words, so that it can be told to another process.
 *
 * @param url a JDBC or Redis address, or ZooKeeper's host and port
 * @param user the database user; empty where there is none
 * @param password the user's password; empty where there is none
 */
public record Address(String url, String user, String password) {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(10);
    private static final Duration LONGEST_FILLING = Duration.ofMinutes(1);

    /** An address that asks for no user. */
    public static Address open(String url) {
        return new Address(url, "", "");
    }

    /** Reads the words that {@link #words()} wrote. */
    public static Address of(List<String> words) {
        return new Address(words.get(0), words.get(1), words.get(2));
    }

    /** The same user elsewhere. */
    public Address at(String otherUrl) {
        return new Address(otherUrl, user, password);
    }

    /** To be put on a command line. */
    public List<String> words() {
        return List.of(url, user, password);
    }

    /** Whether the address begins so. */
    public boolean is(String prefix) {
        return url.startsWith(prefix);
    }

    /** The same, by sockets that tell of notifications at once, where there are any. */
    public Address withPromptSockets() {
        return is("jdbc:postgresql:") ? at(with("socketFactory=" + PromptSocketFactory.class.getName())) : this;
    }

    /**
     * A pool as applications have it after a while: full, so that nobody waits for a connection to be opened, and no server is
     * busy opening one.
     */
    public HikariDataSource pool(int size) {
        return filled(config(size));
    }

    /** A pool for a peer that opens a transaction for each call; where switching autocommit off takes a round trip, it is off. */
    public HikariDataSource peerPool() {
        return is("jdbc:mysql:") || is("jdbc:mariadb:") ? transactionPool(PoolSize.OF_PEERS) : pool(PoolSize.OF_PEERS);
    }

    /** The same for those who commit themselves, who would else switch autocommit off for each transaction. */
    public HikariDataSource transactionPool(int size) {
        HikariConfig config = config(size);
        config.setAutoCommit(false);
        return filled(config);
    }

    private static HikariDataSource filled(HikariConfig config) {
        HikariDataSource pool = new HikariDataSource(config);
        long begin = System.nanoTime();
        while (pool.getHikariPoolMXBean().getTotalConnections() < config.getMaximumPoolSize()
                && System.nanoTime() - begin < LONGEST_FILLING.toNanos()) {
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
        return pool;
    }

    private HikariConfig config(int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(tuned());
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(size);
        // Where many threads share few connections, one may wait long; that shows in the figures, and need not end
        // them.
        config.setConnectionTimeout(Duration.ofMinutes(5).toMillis());
        return config;
    }

    /** Prepared statements are cached by PostgreSQL's driver unasked; the others must be told to. */
    private String tuned() {
        if (is("jdbc:mysql:")) {
            return with("cachePrepStmts=true&useServerPrepStmts=true");
        }
        return is("jdbc:mariadb:") ? with("useServerPrepStmts=true") : url;
    }

    private String with(String parameters) {
        return url + (url.contains("?") ? "&" : "?") + parameters;
    }
}
