package io.rowlock.engines.network;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Answers some statements of clients of MySQL or MariaDB with a deadlock or a lock wait timeout. The server hears nothing of
 * them, so they have no effect, as the error says. Only a statement that arrives by itself and as a whole is answered: of
 * several at once the order of the answers would not be known.
 *
 * @param text a word that a statement has if it is to be rejected
 * @param percent how many of them are
 */
public record MySqlRejections(String text, int percent) implements Answer {
    private static final int HEADER = 4;
    private static final byte QUERY = 3;

    @Override
    public byte[] to(byte[] said, int length) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (!isOneStatement(said, length) || random.nextInt(100) >= percent) {
            return new byte[0];
        }
        String statement = new String(said, HEADER + 1, length - HEADER - 1, StandardCharsets.UTF_8);
        if (!statement.contains(text)) {
            return new byte[0];
        }
        return random.nextBoolean()
                ? error(1213, "40001", "Deadlock found when trying to get lock")
                : error(1205, "HY000", "Lock wait timeout exceeded");
    }

    private static boolean isOneStatement(byte[] said, int length) {
        return length > HEADER + 1
                && ((said[0] & 0xff) | ((said[1] & 0xff) << 8) | ((said[2] & 0xff) << 16)) == length - HEADER
                && said[3] == 0
                && said[HEADER] == QUERY;
    }

    private static byte[] error(int code, String state, String message) {
        byte[] words = ("#" + state + message).getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(words.length + 3);
        packet.write(0);
        packet.write(0);
        packet.write(1);
        packet.write(0xff);
        packet.write(code & 0xff);
        packet.write(code >> 8);
        packet.writeBytes(words);
        return packet.toByteArray();
    }
}
