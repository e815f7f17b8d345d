package io.rowlock.docs;

import io.rowlock.Rowlock;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** The scope of a Java block of the documentation, which becomes the body of {@link #run()} in a class of its own. */
public abstract class Example {
    /** An empty database. */
    protected DataSource dataSource;

    /** A client of it. */
    protected Rowlock rowlock;

    /** Where the last item is for sale. */
    protected final Shop shop = new Shop();

    /** A record of what was done, for a test to look at. */
    protected final List<String> done = new ArrayList<>();

    /** Runs the block. */
    public abstract void run() throws Exception;

    protected void report() {
        done.add("report");
    }

    protected void importFiles() {
        done.add("import");
    }

    protected void save() {
        done.add("save");
    }

    protected void step() {
        done.add("step");
    }

    protected void print(Object said) {
        done.add(String.valueOf(said));
    }

    /** A stock that can be sold below zero, as stocks in real databases can. */
    public static final class Shop {
        private final Map<String, Integer> stock = new HashMap<>(Map.of("item-7", 1));

        public int left(String item) {
            return stock.getOrDefault(item, 0);
        }

        public void sell(String item) {
            stock.merge(item, -1, Integer::sum);
        }

        /** Sells one in the transaction of a connection, if one is left; returns how many were sold. */
        public int sellLast(Connection connection, String item) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                int sold = left(item) > 0 ? statement.executeUpdate("INSERT INTO sold VALUES ('" + item + "')") : 0;
                stock.merge(item, -sold, Integer::sum);
                return sold;
            }
        }
    }
}
