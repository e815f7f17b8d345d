package io.rowlock.testkit.classic;

import java.util.List;
import java.util.stream.Stream;

/** The tables of the classic systems, as their documents define them, in each database's words. */
public enum ClassicTable {
    /** Names, owners, expiries. */
    DIST_LOCK("CREATE TABLE {t} (name VARCHAR(100) PRIMARY KEY, owner VARCHAR(100), expiry {plain})"),

    /** Locks on one aggregate. */
    LOCKS(
            "CREATE TABLE {t} (type VARCHAR(100), id VARCHAR(255), lockid VARCHAR(255), expiration_time {datetime},"
                    + " PRIMARY KEY (type, id))",
            "CREATE UNIQUE INDEX {t}_idx ON {t} (lockid)"),

    /** Locks whose status is told. */
    PESSIMISTIC("CREATE TABLE {t} (LOCK_NAME VARCHAR(64) PRIMARY KEY, LOCK_TIME {seconds} NOT NULL,"
            + " LOCK_HOLDER VARCHAR(64) NOT NULL, EXPIRED_TIME {seconds} NOT NULL,"
            + " LOCK_STATUS NUMERIC(1,0) DEFAULT 0 NOT NULL)"),

    /** ShedLock's. */
    SHEDLOCK("CREATE TABLE {t} (name VARCHAR(64) NOT NULL, lock_until {millis} NOT NULL, locked_at {millis} NOT NULL,"
            + " locked_by VARCHAR(255) NOT NULL, PRIMARY KEY (name))"),

    /** Spring Integration's, whose name its library completes from a prefix. */
    INT_LOCK("CREATE TABLE {t} (LOCK_KEY CHAR(36) NOT NULL, REGION VARCHAR(100) NOT NULL, CLIENT_ID CHAR(36),"
            + " CREATED_DATE {micros} NOT NULL, EXPIRED_AFTER {micros} NOT NULL, PRIMARY KEY (LOCK_KEY, REGION))");

    private final String table;
    private final String index;

    ClassicTable(String table, String index) {
        this.table = table;
        this.index = index;
    }

    ClassicTable(String table) {
        this(table, "");
    }

    List<String> create(String kind, String name) {
        boolean innoDb = kind.equals("mysql") || kind.equals("mariadb");
        return Stream.of(table, index)
                .filter(statement -> !statement.isEmpty())
                .map(statement -> innoDb ? inInnoDb(statement) : inOthers(statement))
                .map(statement -> statement.replace("{t}", name))
                .toList();
    }

    /** The table with times that keep so many digits of a second. */
    List<String> create(String kind, String name, int digits) {
        boolean innoDb = kind.equals("mysql") || kind.equals("mariadb");
        String time = (innoDb ? "DATETIME(" : "TIMESTAMP(") + digits + ")";
        return Stream.of(table, index)
                .filter(statement -> !statement.isEmpty())
                .map(statement -> statement.replaceAll("\\{(plain|datetime|seconds|millis|micros)}", time))
                .map(statement -> statement.replace("{t}", name))
                .toList();
    }

    /** A timestamp that may not be null would be set by every update. */
    private static String inInnoDb(String statement) {
        return statement
                .replace("{plain}", "TIMESTAMP NULL")
                .replace("{datetime}", "DATETIME")
                .replace("{seconds}", "DATETIME")
                .replace("{millis}", "TIMESTAMP(3)")
                .replace("{micros}", "DATETIME(6)");
    }

    private static String inOthers(String statement) {
        return statement
                .replace("{seconds}", "TIMESTAMP(0)")
                .replaceAll("\\{(plain|datetime|millis|micros)}", "TIMESTAMP");
    }
}
