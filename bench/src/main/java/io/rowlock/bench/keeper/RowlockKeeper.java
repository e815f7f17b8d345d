package io.rowlock.bench.keeper;

import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.Hold;
import io.rowlock.Rowlock;
import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.contestant.Service;
import io.rowlock.bench.measure.CpuTime;
import io.rowlock.bench.measure.Crew;
import io.rowlock.bench.measure.StatementCount;
import io.rowlock.bench.stage.Stage;
import java.util.concurrent.atomic.AtomicInteger;

/** Rowlock, holding. A lock that it loses spoils the measurement, and is an error. */
public final class RowlockKeeper implements Keeper {
    private static final int POOL = 10;
    private static final int THREADS = 64;

    private final long pid;
    private final HikariDataSource pool;
    private final StatementCount statements;
    private final Rowlock rowlock;
    private final AtomicInteger lost = new AtomicInteger();

    public RowlockKeeper(Stage stage) {
        pid = stage.pid(Service.DATABASE).orElseThrow();
        pool = stage.address(Service.DATABASE).pool(POOL);
        statements = new StatementCount(pool);
        rowlock = Rowlock.create(statements);
    }

    @Override
    public Contestant contestant() {
        return Contestant.ROWLOCK;
    }

    /** The client keeps its holds by itself; nobody else need have them. */
    @Override
    public void hold(int count) throws Exception {
        Crew.run(THREADS, count, number -> {
            Hold hold = rowlock.lock("hold-" + number).tryAcquire().orElseThrow();
            hold.onLost(lost::incrementAndGet);
        });
    }

    @Override
    public double serverMillis() {
        if (lost.get() > 0) {
            throw new IllegalStateException(lost.get() + " locks were lost while they were held");
        }
        return CpuTime.millis(pid);
    }

    @Override
    public long statements() {
        return statements.sent();
    }

    @Override
    public void close() {
        rowlock.close();
        pool.close();
    }
}
