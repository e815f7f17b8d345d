package io.rowlock.testkit.contract.fault;

import io.rowlock.LockEvent;
import io.rowlock.LockListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what a client told of itself. Thread-safe. */
final class Events implements LockListener {

    private final List<LockEvent> told = new CopyOnWriteArrayList<>();

    @Override
    public void on(LockEvent event) {
        told.add(event);
    }

    <E extends LockEvent> List<E> all(Class<E> kind) {
        return told.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    int count(Class<? extends LockEvent> kind) {
        return all(kind).size();
    }
}
