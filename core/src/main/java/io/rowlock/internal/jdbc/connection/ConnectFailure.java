package io.rowlock.internal.jdbc.connection;

import io.rowlock.internal.store.LockStore.PoolUse;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * Says why a data source gave no connection, and whether it may give one later. Never by the text of an exception:
 *
 * <ol>
 *   <li>The data source says that it is closed, by a public method {@code isClosed()}. It will give none later.
 *   <li>It throws an {@code IllegalStateException}: closed, as H2's pool, or not set up, as a router without a target.
 *   <li>The server rejects user, password or database: a SQLState of the classes 28, 3D or 42, at any depth below the pool's
 *       own exception. It would again; except that MySQL and MariaDB say in the class 42, too, that a user has too many
 *       connections.
 *   <li>No exception has a SQLState, none is an {@code IOException}, and no {@code SQLException} is the cause of another: the
 *       pool speaks for itself, and has none to spare.
 *   <li>Otherwise the database cannot be reached.
 * </ol>
 */
public final class ConnectFailure {
    private static final String LOGIN_CLASS = "28";
    private static final Set<String> REJECTING_CLASSES = Set.of(LOGIN_CLASS, "3D", "42");

    /** ER_TOO_MANY_USER_CONNECTIONS and ER_USER_LIMIT_REACHED of MySQL and MariaDB. */
    private static final Set<Integer> PASSING_CODES = Set.of(1203, 1226);

    /** Chains of causes can be circular. */
    private static final int DEEPEST = 20;

    private final DataSource source;
    private final Throwable failure;

    private ConnectFailure(DataSource source, Throwable failure) {
        this.source = source;
        this.failure = failure;
    }

    /** The failure of a request for which a connection was to be had. */
    public static StoreException of(DataSource source, Exception failure) {
        return new ConnectFailure(source, failure).described();
    }

    private StoreException described() {
        if (new Pool(source).isClosed()) {
            return described(
                    Kind.UNUSABLE,
                    "the data source is closed (" + failure.getMessage()
                            + "); close Rowlock before its data source, and build another on one that is open");
        }
        if (failure instanceof IllegalStateException) {
            return described(
                    Kind.UNUSABLE,
                    "the data source is closed or not set up (" + failure.getMessage()
                            + "); if it was closed, close Rowlock before it, else correct its settings");
        }
        Optional<SQLException> rejected =
                told().filter(ConnectFailure::isRejection).reduce(ConnectFailure::deeper);
        if (rejected.isPresent()) {
            return described(Kind.UNUSABLE, rejection(rejected.get()));
        }
        Optional<Throwable> database = ofTheDatabase();
        return database.isPresent()
                ? described(
                        Kind.UNREACHABLE,
                        "the database cannot be reached (" + text(database.get())
                                + "); make sure that it runs, and that its address is right")
                : described(
                        Kind.EXHAUSTED,
                        "the data source has no connection to give (" + failure.getMessage() + "); "
                                + PoolUse.remedy(new Pool(source).use()));
    }

    private StoreException described(Kind kind, String message) {
        return new StoreException(kind, message, failure);
    }

    private static String rejection(SQLException rejected) {
        return state(rejected).startsWith(LOGIN_CLASS)
                ? "the database rejects the user or the password of the data source (" + text(rejected)
                        + "); correct them in its settings"
                : "the database rejects the connection (" + text(rejected)
                        + "); correct the address in the settings of the data source, or grant its user the database";
    }

    /** A pool's exception copies the SQLState of the driver's, and says less. */
    private static <T> T deeper(T outer, T inner) {
        return inner;
    }

    private static boolean isRejection(SQLException failure) {
        return state(failure).length() >= 2
                && !PASSING_CODES.contains(failure.getErrorCode())
                && REJECTING_CLASSES.contains(state(failure).substring(0, 2));
    }

    /** The driver's own exception, which says more than a failure of the network below it. */
    private Optional<Throwable> ofTheDatabase() {
        Optional<SQLException> driver =
                told().filter(known -> !state(known).isEmpty()).reduce(ConnectFailure::deeper);
        return driver.<Throwable>map(known -> known)
                .or(() -> chain().filter(IOException.class::isInstance).reduce(ConnectFailure::deeper))
                .or(() -> told().skip(1).reduce(ConnectFailure::deeper));
    }

    private Stream<SQLException> told() {
        return chain().filter(SQLException.class::isInstance).map(SQLException.class::cast);
    }

    private Stream<Throwable> chain() {
        return Stream.iterate(failure, one -> one != null, Throwable::getCause).limit(DEEPEST);
    }

    private static String state(SQLException failure) {
        return failure.getSQLState() == null ? "" : failure.getSQLState();
    }

    private static String text(Throwable failure) {
        return failure instanceof SQLException known && !state(known).isEmpty()
                ? known.getMessage() + ", SQLState " + known.getSQLState() + ", code " + known.getErrorCode()
                : String.valueOf(failure);
    }
}
