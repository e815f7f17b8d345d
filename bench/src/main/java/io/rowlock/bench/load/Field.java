package io.rowlock.bench.load;

import io.rowlock.bench.client.Address;
import io.rowlock.bench.client.LockClient;
import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.contestant.Service;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;

/** The contestants of a scenario, each with a client that stays open from round to round. */
public final class Field implements AutoCloseable {
    private final Map<Contestant, LockClient> clients = new EnumMap<>(Contestant.class);

    private Field() {}

    public static Field open(Function<Service, Address> addresses, Collection<Contestant> contestants)
            throws Exception {
        Field field = new Field();
        try {
            for (Contestant contestant : contestants) {
                field.clients.put(contestant, contestant.open(addresses.apply(contestant.service())));
            }
            return field;
        } catch (Exception e) {
            field.close();
            throw e;
        }
    }

    public LockClient client(Contestant contestant) {
        return Objects.requireNonNull(clients.get(contestant));
    }

    /** All of them. */
    public List<Contestant> contestants() {
        return List.copyOf(clients.keySet());
    }

    /** All of them, in an order of its own for each random. */
    public List<Contestant> shuffled(Random random) {
        List<Contestant> order = new ArrayList<>(clients.keySet());
        Collections.shuffle(order, random);
        return order;
    }

    @Override
    public void close() throws Exception {
        for (LockClient client : clients.values()) {
            client.close();
        }
    }
}
