package io.rowlock.bench.stage;

import io.rowlock.engines.machine.Ports;
import io.rowlock.engines.process.ScratchDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import redis.embedded.RedisServer;
import redis.embedded.core.RedisServerBuilder;

/**
 * A Redis server.
 *
 * @param url where it listens
 * @param pid its process
 */
record Redis(String url, long pid) {

    static Redis start(List<String> settings) {
        try {
            Set<Long> before = children();
            int port = Ports.free();
            RedisServerBuilder builder = RedisServer.newRedisServer()
                    .port(port)
                    .bind("127.0.0.1")
                    .setting("dir " + ScratchDirectory.create("redis"));
            settings.forEach(builder::setting);
            RedisServer server = builder.build();
            server.start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server)));
            return new Redis("redis://127.0.0.1:" + port, newest(before));
        } catch (IOException e) {
            throw new UncheckedIOException("Redis does not start", e);
        }
    }

    private static void stop(RedisServer server) {
        try {
            server.stop();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long newest(Set<Long> before) {
        return children().stream()
                .filter(pid -> !before.contains(pid))
                .findAny()
                .orElseThrow(() -> new IllegalStateException("Redis is not among the processes started"));
    }

    private static Set<Long> children() {
        return ProcessHandle.current().children().map(ProcessHandle::pid).collect(Collectors.toSet());
    }
}
