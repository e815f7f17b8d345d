package io.rowlock.internal.store;

import java.util.List;

/**
 * The answers to a {@link Batch}, one for each wish, in the order of the wishes.
 *
 * @param claims of the claims
 * @param releases of the releases
 * @param renewals of the renewals
 */
public record BatchOutcome(List<ClaimOutcome> claims, List<GrantOutcome> releases, List<GrantOutcome> renewals) {}
