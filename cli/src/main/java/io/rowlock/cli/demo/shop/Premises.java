package io.rowlock.cli.demo.shop;

import io.rowlock.Rowlock;
import io.rowlock.cli.database.Access;
import io.rowlock.cli.database.Databases;
import io.rowlock.cli.demo.message.Order;
import io.rowlock.cli.exit.Cleanup;
import io.rowlock.cli.exit.CliException;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.HexFormat;

/**
 * The shop's tables, in a database that somebody has.
 *
 * @param access the way into the database
 * @param prefix how the names of the demo's tables begin, different for each run
 * @param product what kind of database it is, for people to read
 * @param shop its books
 * @param rowlock its locks
 */
public record Premises(Access access, String prefix, String product, Shop shop, Rowlock rowlock) {

    /** Creates the tables, and leaves it to the cleanup to drop them. */
    public static Premises open(Access access, Cleanup cleanup) throws SQLException {
        String prefix = "rowlock_demo_"
                + HexFormat.of().toHexDigits(new SecureRandom().nextInt()).substring(2);
        Connection connection = Databases.connect(access);
        String product = product(connection.getMetaData());
        cleanup.add(() -> drop(access, prefix));
        Shop shop = cleanup.add(Shop.open(connection, prefix));
        shop.createTables();
        Rowlock rowlock = Rowlock.builder(cleanup.add(Pool.open(access)))
                .table(ShopSql.lockTable(prefix))
                .build();
        return new Premises(access, prefix, product, shop, cleanup.add(rowlock));
    }

    public Order.Open opening(String clerk) {
        return new Order.Open(access, prefix, clerk);
    }

    private static String product(DatabaseMetaData database) throws SQLException {
        String version = database.getDatabaseProductVersion().replaceFirst("[^0-9.].*", "");
        return database.getDatabaseProductName() + " " + version;
    }

    /** On a connection of its own: the cleanup may come from any side, at any time. */
    private static void drop(Access access, String prefix) {
        try (Shop shop = Shop.open(Databases.connect(access), prefix)) {
            shop.dropTables();
        } catch (SQLException | CliException e) {
            throw CliException.failed("tables " + prefix + "_... are still there: " + e.getMessage(), e);
        }
    }
}
