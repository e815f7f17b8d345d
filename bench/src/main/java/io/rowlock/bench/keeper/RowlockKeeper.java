package io.rowlock.bench.keeper;

import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.Hold;
import io.rowlock.LockEvent;
import io.rowlock.Rowlock;
import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.contestant.Service;
import io.rowlock.bench.measure.CpuTime;
import io.rowlock.bench.measure.Crew;
import io.rowlock.bench.measure.StatementCount;
import io.rowlock.bench.stage.Stage;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Rowlock, holding. A lock that it loses spoils the measurement, and is an error. */
public final class RowlockKeeper implements Keeper {
    private static final int POOL = 10;
    private static final int THREADS = 64;

    private final OptionalLong pid;
    private final HikariDataSource pool;
    private final StatementCount statements;
    private final Rowlock rowlock;
    private final AtomicInteger lost = new AtomicInteger();

    /** As their users would keep them. */
    private AtomicReferenceArray<Hold> holds = new AtomicReferenceArray<>(0);

    public RowlockKeeper(Stage stage) {
        pid = stage.pid(Service.DATABASE);
        pool = stage.address(Service.DATABASE).pool(POOL);
        statements = new StatementCount(pool);
        rowlock = Rowlock.builder(statements).listener(this::count).build();
    }

    @Override
    public Contestant contestant() {
        return Contestant.ROWLOCK;
    }

    @Override
    public void hold(int count) throws Exception {
        AtomicReferenceArray<Hold> all = new AtomicReferenceArray<>(count);
        holds = all;
        Crew.run(
                THREADS,
                count,
                number -> all.set(
                        number, rowlock.lock("hold-" + number).tryAcquire().orElseThrow()));
    }

    private void count(LockEvent event) {
        if (event instanceof LockEvent.Lost) {
            lost.incrementAndGet();
        }
    }

    @Override
    public double serverMillis() {
        if (lost.get() > 0) {
            throw new IllegalStateException(lost.get() + " locks were lost while they were held");
        }
        return CpuTime.millis(pid.orElseThrow());
    }

    @Override
    public long statements() {
        return statements.sent();
    }

    /** Released one by one: the client gives up those that it cannot release within seconds. */
    @Override
    public void close() throws Exception {
        try {
            Crew.run(THREADS, holds.length(), number -> {
                Hold hold = holds.get(number);
                if (hold != null) {
                    hold.close();
                }
            });
        } finally {
            rowlock.close();
            pool.close();
        }
    }
}
