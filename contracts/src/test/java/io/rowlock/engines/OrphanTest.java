package io.rowlock.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rowlock.engines.process.ChildJvm;
import io.rowlock.engines.process.JvmLaunch;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OrphanTest {

    @RegisterExtension
    static final EngineExtension NEEDED = new EngineExtension(Engines.postgres());

    @Test
    void noServerOutlivesItsJvmThoughThatIsKilledAndTheServerFrozen() {
        try (ChildJvm jvm = JvmLaunch.of(FrozenServerMain.class).start()) {
            String line = jvm.expect("frozen ", Duration.ofSeconds(60));
            ProcessHandle server = ProcessHandle.of(Long.parseLong(line.substring("frozen ".length())))
                    .orElseThrow();
            List<ProcessHandle> workers = server.descendants().toList();
            assertThat(workers).isNotEmpty();

            ProcessHandle.of(jvm.pid()).orElseThrow().destroyForcibly();

            await().until(() -> !server.isAlive() && workers.stream().noneMatch(ProcessHandle::isAlive));
        }
    }
}
