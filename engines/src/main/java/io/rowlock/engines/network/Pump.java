package io.rowlock.engines.network;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Forwards the bytes of one connection in one direction, as the conditions allow. */
final class Pump {

    private static final byte[] NOTHING = {};

    private final Direction direction;
    private final Conditions conditions;
    private final Meter meter;
    private final BooleanSupplier unwanted;
    private @Nullable Cut order;
    private long left;

    Pump(Direction direction, Conditions conditions, Meter meter, BooleanSupplier unwanted) {
        this.direction = direction;
        this.conditions = conditions;
        this.meter = meter;
        this.unwanted = unwanted;
    }

    /** Runs to the end of the stream (false), which it passes on, or to an ordered cut (true). */
    boolean run(Socket from, Socket to) throws IOException, InterruptedException {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        byte[] buffer = new byte[16 * 1024];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            conditions.awaitPassage(direction, unwanted);
            byte[] answer =
                    direction == Direction.TO_SERVER ? conditions.answer().to(buffer, read) : NOTHING;
            if (answer.length > 0) {
                from.getOutputStream().write(answer);
            } else if (forward(buffer, read, out)) {
                return true;
            }
        }
        conditions.awaitPassage(direction, unwanted);
        to.shutdownOutput();
        return false;
    }

    /** Forwards what it may; true when the connection is to be cut here. */
    private boolean forward(byte[] buffer, int read, OutputStream out) throws IOException {
        Cut cut = conditions.armed(direction);
        if (cut == null) {
            write(buffer, 0, read, out);
            return false;
        }
        if (cut != order) {
            order = cut;
            left = cut.bytes();
        }
        int allowed = (int) Math.min(left, read);
        left -= allowed;
        write(buffer, 0, allowed, out);
        if (left == 0 && conditions.claim(direction, cut)) {
            return true;
        }
        write(buffer, allowed, read - allowed, out);
        return false;
    }

    private void write(byte[] buffer, int from, int bytes, OutputStream out) throws IOException {
        if (bytes > 0) {
            meter.passing(direction, bytes);
            out.write(buffer, from, bytes);
        }
    }
}
