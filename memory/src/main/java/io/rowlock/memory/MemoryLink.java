package io.rowlock.memory;

import io.rowlock.LockKey;
import io.rowlock.internal.store.StoreException;
import io.rowlock.memory.MemoryRequest.Kind;
import io.rowlock.memory.MemoryRequest.Outcome;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** A node's way to the database: requests are noted here, and fail here if they are to. */
final class MemoryLink {
    private final MemoryDatabase database;
    private final MemoryNode node;

    MemoryLink(MemoryDatabase database, MemoryNode node) {
        this.database = database;
        this.node = node;
    }

    MemoryDatabase database() {
        return database;
    }

    /** Sends a request that is about no particular lock. */
    <T> T send(Supplier<T> request) {
        return send(List.of(), Kind.CHECK, request, answer -> List.of());
    }

    /** Sends a request about locks, and notes what came of it for each. */
    <T> T send(Collection<LockKey> keys, Kind kind, Supplier<T> request, Function<T, List<Outcome>> outcomes) {
        node.gate().pass();
        Optional<MemoryFailure> failure = node.nextFailure();
        if (failure.isPresent() && failure.get() != MemoryFailure.ANSWER_LOST) {
            keys.forEach(key -> note(kind, key, Outcome.FAILED));
            throw broken(failure.get());
        }
        database.arrived(kind);
        T answer = request.get();
        if (failure.isPresent()) {
            keys.forEach(key -> note(kind, key, Outcome.FAILED));
            throw broken(failure.get());
        }
        List<Outcome> told = outcomes.apply(answer);
        int number = 0;
        for (LockKey key : keys) {
            note(kind, key, told.get(number++));
        }
        return answer;
    }

    private void note(Kind kind, LockKey key, Outcome outcome) {
        database.note(new MemoryRequest(kind, key.name(), node.name(), outcome, database.now()));
    }

    private StoreException broken(MemoryFailure failure) {
        String by = " by the test, for node '" + node + "'";
        return switch (failure) {
            case UNREACHABLE ->
                new StoreException(StoreException.Kind.UNREACHABLE, "the database is made unreachable" + by, null);
            case TRANSIENT ->
                new StoreException(
                        StoreException.Kind.TRANSIENT, "the database is made to fail for a moment" + by, null);
            case REJECTED ->
                new StoreException(StoreException.Kind.REJECTED, "the database is made to reject requests" + by, null);
            case REQUEST_LOST, ANSWER_LOST ->
                new StoreException(StoreException.Kind.UNKNOWN, "the connection is broken" + by, null);
        };
    }
}
