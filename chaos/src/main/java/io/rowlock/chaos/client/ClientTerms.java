package io.rowlock.chaos.client;

import java.time.Duration;

/**
 * The settings of a client.
 *
 * @param owner who it is
 * @param lease how long its grants are honoured
 * @param callTimeout how long the database may take
 */
public record ClientTerms(String owner, Duration lease, Duration callTimeout) {}
