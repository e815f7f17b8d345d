package io.rowlock.cli.demo.shop;

import java.util.List;

/**
 * The statements on one shop's tables.
 *
 * @param create the two tables
 * @param drop them, and the lock table beside them
 * @param fill a shelf
 * @param read what a shelf has left
 * @param write that down
 * @param record a sale
 * @param count the sales
 * @param grace of a lock, as its row says
 */
public record ShopSql(
        List<String> create,
        List<String> drop,
        String fill,
        String read,
        String write,
        String record,
        String count,
        String grace) {

    static ShopSql of(String prefix) {
        return new ShopSql(
                List.of("""
                        create table %s_stock (
                            item varchar(40) not null primary key,
                            pieces int not null)
                        """.formatted(prefix), """
                        create table %s_sale (
                            item varchar(40) not null,
                            clerk varchar(40) not null,
                            sale_no int not null,
                            primary key (item, clerk, sale_no))
                        """.formatted(prefix)),
                List.of(
                        "drop table if exists %s_sale".formatted(prefix),
                        "drop table if exists %s_stock".formatted(prefix),
                        "drop view if exists %s_status".formatted(lockTable(prefix)),
                        "drop table if exists %s".formatted(lockTable(prefix))),
                "insert into %s_stock (item, pieces) values (?, ?)".formatted(prefix),
                "select pieces from %s_stock where item = ?".formatted(prefix),
                "update %s_stock set pieces = ? where item = ?".formatted(prefix),
                "insert into %s_sale (item, clerk, sale_no) values (?, ?, ?)".formatted(prefix),
                "select count(*) from %s_sale where item = ?".formatted(prefix),
                "select grace_us from %s where name = ? and slot = 0".formatted(lockTable(prefix)));
    }

    /** The name of the lock table that stands beside the shop's own. */
    public static String lockTable(String prefix) {
        return prefix + "_lock";
    }
}
