package io.rowlock.bench.measure;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** How long this JVM has computed, the compiler and the garbage collector included. */
public final class ClientCpu {
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private ClientCpu() {}

    public static double micros() {
        return PROCESS.getProcessCpuTime() / 1e3;
    }
}
