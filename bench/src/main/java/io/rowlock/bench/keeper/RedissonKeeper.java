package io.rowlock.bench.keeper;

import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.contestant.Service;
import io.rowlock.bench.measure.CpuTime;
import io.rowlock.bench.measure.Crew;
import io.rowlock.bench.stage.Stage;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson, holding: its watch-dog renews what is locked without a lease. */
public final class RedissonKeeper implements Keeper {
    private static final int THREADS = 16;

    private final long pid;
    private final RedissonClient redisson;

    public RedissonKeeper(Stage stage) {
        pid = stage.pid(Service.REDIS_MEMORY).orElseThrow();
        Config config = new Config();
        config.setCheckLockSyncedSlaves(false);
        config.useSingleServer().setAddress(stage.address(Service.REDIS_MEMORY).url());
        redisson = Redisson.create(config);
    }

    @Override
    public Contestant contestant() {
        return Contestant.REDISSON_MEMORY;
    }

    @Override
    public void hold(int count) throws Exception {
        Crew.run(THREADS, count, number -> redisson.getLock("hold-" + number).lock());
    }

    @Override
    public double serverMillis() {
        return CpuTime.millis(pid);
    }

    @Override
    public long statements() {
        return 0;
    }

    /** Its locks belong to threads that have ended: nobody could release them one by one. */
    @Override
    public void close() {
        redisson.getKeys().flushdb();
        redisson.shutdown();
    }
}
