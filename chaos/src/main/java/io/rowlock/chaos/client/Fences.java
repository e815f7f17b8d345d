package io.rowlock.chaos.client;

import io.rowlock.Fence;
import java.sql.Connection;

/** Passes a fence, in the caller's transaction. */
@FunctionalInterface
public interface Fences {

    /** The table in which the newest tokens stand. */
    String TABLE = "chaos_fence";

    void pass(Connection connection, String resource, long token);

    /** Rowlock's own. */
    static Fences real() {
        Fence fence = Fence.table(TABLE);
        return fence::pass;
    }
}
