package io.rowlock.engines.process;

/** C code that is part of each library that changes a wall clock. */
final class ClockSource {
    /** The other functions that tell the time, by the library's own {@code clock_gettime}. */
    static final String OTHER_CLOCKS = """
            int gettimeofday(struct timeval *now, void *zone) {
                struct timespec precise;
                int result = clock_gettime(CLOCK_REALTIME, &precise);
                now->tv_sec = precise.tv_sec;
                now->tv_usec = precise.tv_nsec / 1000;
                return result;
            }

            time_t time(time_t *now) {
                struct timespec precise;
                clock_gettime(CLOCK_REALTIME, &precise);
                if (now) {
                    *now = precise.tv_sec;
                }
                return precise.tv_sec;
            }
            """;

    private ClockSource() {}
}
