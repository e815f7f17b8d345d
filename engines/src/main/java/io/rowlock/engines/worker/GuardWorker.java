package io.rowlock.engines.worker;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockException;
import io.rowlock.LockLostException;
import io.rowlock.LockTicket;
import io.rowlock.Rowlock;
import io.rowlock.TransactionGuard;
import io.rowlock.engines.process.ChildJvm;
import io.rowlock.engines.server.UrlDataSource;
import io.rowlock.testkit.sql.Journal;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * A program that guards its transactions, as a {@link ChildJvm}: it does what the lines of its standard input say, one
 * step at a time, so that it can be stopped between any two, and answers each with a line.
 *
 * <pre>
 * hold NAME LEASE     granted TOKEN          holds the lock, and guards with the hold
 * ticket NAME LEASE   granted TOKEN          detaches it, and guards with the ticket, which believes nothing
 * begin               done begin             opens a transaction
 * guard               done guard | lost guard
 * write               done write             writes an entry of its {@link Journal} in the transaction
 * commit              done commit
 * end                 ended
 * </pre>
 *
 * Any other failure is answered {@code failed WHY}. It says {@code ready} when it is connected.
 */
public final class GuardWorker {

    private final Rowlock rowlock;
    private final Journal journal;
    private final Connection transaction;
    private Optional<TransactionGuard> guard = Optional.empty();
    private long token;

    private GuardWorker(Rowlock rowlock, Journal journal, Connection transaction) {
        this.rowlock = rowlock;
        this.journal = journal;
        this.transaction = transaction;
    }

    /**
     * Runs until told to end.
     *
     * @param args address, user and password of the database for the locks, the lock table's name, the journal's name,
     *     and the address for the transactions
     * @throws IOException when its standard input breaks
     * @throws SQLException when the database cannot be reached
     */
    public static void main(String[] args) throws IOException, SQLException {
        DataSource locks = new UrlDataSource(args[0], args[1], args[2]);
        DataSource work = new UrlDataSource(args[5], args[1], args[2]);
        try (Rowlock rowlock = Rowlock.builder(locks).table(args[3]).build();
                Connection transaction = work.getConnection()) {
            Orders.say("ready");
            Orders.obey(new GuardWorker(rowlock, new Journal(args[4]), transaction)::answer);
        }
        Orders.say("ended");
    }

    private String answer(String[] words) {
        try {
            switch (words[0]) {
                case "hold" -> guard = Optional.of(acquire(words));
                case "ticket" -> guard = Optional.of(rowlock.resume(detached(acquire(words))));
                case "begin" -> begin();
                case "guard" -> guard.orElseThrow().guard(transaction);
                case "write" -> journal.write(transaction, token);
                case "commit" -> transaction.commit();
                default -> throw new IllegalArgumentException("unknown order " + words[0]);
            }
            return guard.isPresent() && words.length > 1 ? "granted " + token : "done " + words[0];
        } catch (LockLostException lost) {
            return "lost " + words[0];
        } catch (LockException | SQLException failure) {
            return "failed " + failure;
        }
    }

    /** Commits once, because H2's driver prepares its first commit, and sends the later ones in one go. */
    private void begin() throws SQLException {
        transaction.setAutoCommit(false);
        transaction.commit();
    }

    private Hold acquire(String[] words) {
        Duration lease = Duration.ofMillis(Long.parseLong(words[2]));
        Hold hold = rowlock.lock(LockDefinition.of(words[1]).withLease(lease)).acquire(Duration.ofSeconds(60));
        token = hold.token();
        return hold;
    }

    private static LockTicket detached(Hold hold) {
        return hold.detach();
    }
}
