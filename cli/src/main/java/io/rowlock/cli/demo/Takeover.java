package io.rowlock.cli.demo;

import io.rowlock.cli.demo.message.Badge;
import java.time.Duration;

/**
 * The takeover after a holder was killed.
 *
 * @param victim who held the lock
 * @param heir who had it next
 * @param after from the kill until then
 * @param life what the lock had been through until the kill
 */
record Takeover(Badge victim, Badge heir, Duration after, Life life) {

    /**
     * The victim's hold.
     *
     * @param held how long it had lasted
     * @param renewals how often it was renewed in that time
     * @param lease for how long each time
     * @param grace how long others wait after that
     */
    record Life(Duration held, long renewals, Duration lease, Duration grace) {}
}
