package io.rowlock.engines.xa;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import javax.transaction.xa.Xid;

/** The name of a branch that no other has. */
final class BranchId implements Xid {
    private static final byte[] ONLY_ONE = {1};

    private final String transaction = UUID.randomUUID().toString();

    @Override
    public int getFormatId() {
        return 1;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return transaction.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public byte[] getBranchQualifier() {
        return ONLY_ONE.clone();
    }
}
