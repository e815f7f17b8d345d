package io.rowlock.cli.admin;

import io.rowlock.LockAdmin;
import io.rowlock.LockKey;
import io.rowlock.LockStatus;
import io.rowlock.Revocation;
import io.rowlock.Rowlock;
import io.rowlock.cli.configuration.DatabaseOptions;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.exit.ExitStatus;
import io.rowlock.cli.lock.Holder;
import io.rowlock.cli.lock.LockName;
import io.rowlock.cli.lock.Owner;
import io.rowlock.cli.output.Output;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code rowlock revoke}. */
@Command(
        name = "revoke",
        description = {
            "Ends a hold: its renewals are rejected from now on, its holder learns of the loss at the next one, and the"
                    + " lock is free once its lease and grace have run out. No promise is given up.",
            "",
            "With --now it is free at once, whatever its holder believes: until the holder next asks the database, two may"
                    + " believe that they have the lock. Only for holders that are known to be dead.",
            ""
        },
        mixinStandardHelpOptions = true)
public final class RevokeCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "NAME", converter = LockName.class, description = "The lock.")
    private LockKey key = LockKey.of("-");

    @Option(
            names = "--token",
            required = true,
            paramLabel = "N",
            description =
                    "The token of the hold that is meant, as 'rowlock show' tells it: so that nobody else's is ended.")
    private long token;

    @Option(names = "--now", description = "Free the lock at once, and give up the holder's promise.")
    private boolean now;

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Override
    public Integer call() {
        try (Rowlock rowlock = database.look(Owner.describe("revoke"))) {
            LockAdmin admin = rowlock.admin();
            Revocation outcome = now ? admin.revokeNow(key.name(), token) : admin.revoke(key.name(), token);
            if (outcome instanceof Revocation.Revoked revoked) {
                Output.out().println(describe(revoked));
                Output.out().flush();
                return ExitStatus.OK;
            }
            throw outcome instanceof Revocation.RowLocked ? rowLocked() : notHeld(admin);
        }
    }

    private String describe(Revocation.Revoked revoked) {
        String hold = "lock '" + key + "', token " + token + ": ";
        return now
                ? hold + "freed now. Given up for that hold: that nobody else has the lock while its holder believes to"
                        + " have it (S2), and that the holder is told before (L3)."
                : hold + "revoked. Renewals are rejected; free at " + Statuses.seconds(revoked.freeAt())
                        + " by the database's clock.";
    }

    private CliException rowLocked() {
        return CliException.of(
                ExitStatus.BUSY,
                "lock '" + key + "' was not changed: an open transaction has its row locked at this moment; try again,"
                        + " and if that does not help, find the transaction's session in the database and end it there");
    }

    private CliException notHeld(LockAdmin admin) {
        return CliException.failed(
                "nothing was revoked: no hold of lock '" + key + "' has token " + token + "; "
                        + admin.find(key.name())
                                .map(lock -> lock.state() == LockStatus.State.FREE
                                        ? "it is free"
                                        : Holder.describe(key, Optional.of(lock)))
                                .orElse("the table has never seen it"),
                null);
    }
}
