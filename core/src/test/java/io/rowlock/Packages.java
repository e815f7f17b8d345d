package io.rowlock;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;

/** The packages of the main code, as the rules of {@link ArchitectureTest} and its neighbours name them. */
final class Packages {
    static final String API = "io.rowlock";
    static final String CLASSIC = "io.rowlock.classic";
    static final String TABLE = "io.rowlock.table";
    static final String DRIVER = "io.rowlock.driver";
    static final String[] PUBLIC = {API, TABLE, CLASSIC, DRIVER};

    /** The classes of public packages that start what lies behind them. */
    static final String[] ENTRANCES = {
        "RowlockBuilder",
        "LockSchema",
        "Fence",
        "TableLocks",
        "DistLock",
        "PessimisticLock",
        "TableLockManager",
        "TakenLocks"
    };

    static final String INTERNAL = "io.rowlock.internal..";
    static final String STORE = "io.rowlock.internal.store";
    static final String[] JDBC = {
        "io.rowlock.internal.jdbc..", "io.rowlock.internal.database", "io.rowlock.internal.fence"
    };
    static final String SQL = "io.rowlock.internal.sql..";
    static final String[] SQL_AND_JDBC =
            Stream.concat(Stream.of(SQL), Arrays.stream(JDBC)).toArray(String[]::new);

    /** The packages of the client: they work on a store, and know nothing of SQL. */
    static final String[] ENGINE = Stream.of(
                    "acquire",
                    "client",
                    "dispatch",
                    "doctor",
                    "event",
                    "hold",
                    "queue",
                    "release",
                    "table",
                    "thread",
                    "time",
                    "wakeup")
            .map(name -> "io.rowlock.internal." + name)
            .toArray(String[]::new);

    static final DescribedPredicate<JavaClass> JDBC_ITSELF = resideInAnyPackage("java.sql", "javax.sql");

    private Packages() {}

    /** Everything but the named classes, and what they enclose. */
    static DescribedPredicate<JavaClass> areNot(String... names) {
        Set<String> excepted = Set.of(names);
        return describe(
                "are not " + excepted,
                type -> !excepted.contains(outermost(type).getSimpleName()));
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(Packages::outermost).orElse(type);
    }

    /** ArchUnit's own option does not know the directory of the fast build. */
    static final class NotTheTests implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/");
        }
    }
}
