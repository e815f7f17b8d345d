package io.rowlock;

/** The databases that Rowlock knows. */
public enum Database {
    /** H2 2.2 or later: embedded in a file, in memory, or as a server. */
    H2,
    /** PostgreSQL 14 or later. */
    POSTGRESQL,
    /** MySQL 8.0.17 or later. */
    MYSQL,
    /** MariaDB 10.6 or later. */
    MARIADB,
    /** Oracle Database 19 or later; written from its manuals, not run on the real engine. */
    ORACLE,
    /** SQL Server 2017 or later; written from its manuals, not run on the real engine. */
    SQL_SERVER
}
