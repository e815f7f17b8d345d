package io.rowlock.cli.demo.clerk;

import io.rowlock.cli.demo.message.News;
import io.rowlock.cli.demo.message.Order;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * A clerk's process: takes orders from its standard input and tells the news on its standard output.
 *
 * <p>Orders are carried out one after the other, apart from the thread that reads them, so that the end of the input
 * (the demo has died) ends the process at once, whatever it is doing.
 */
final class ClerkMain {
    private final PrintStream out;
    private final ExecutorService worker = Executors.newSingleThreadExecutor();
    private @Nullable Clerk clerk;

    private ClerkMain(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] args) throws IOException {
        PrintStream out = System.out;
        System.setOut(System.err); // what a driver may print is not news
        new ClerkMain(out).serve(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
        Runtime.getRuntime().halt(0);
    }

    private void serve(BufferedReader orders) throws IOException {
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            Order order = Order.parse(line);
            worker.execute(() -> carryOut(order));
        }
    }

    private void carryOut(Order order) {
        try {
            dispatch(order);
        } catch (Exception | LinkageError e) {
            tell(failed(e));
        }
    }

    private void dispatch(Order order) throws SQLException, InterruptedException {
        if (order instanceof Order.Open open) {
            clerk = Clerk.open(open, this::tell);
        } else if (clerk == null) {
            throw new IllegalStateException("the till is not open");
        } else if (order instanceof Order.Sell sell) {
            clerk.sell(sell);
        } else if (order instanceof Order.SellLocked sell) {
            clerk.sell(sell);
        } else if (order instanceof Order.Dawdle dawdle) {
            clerk.dawdle(dawdle);
        } else {
            clerk.close();
            Runtime.getRuntime().halt(0);
        }
    }

    private void tell(News news) {
        out.println(news.wire().line());
        out.flush();
    }

    private static News failed(Throwable e) {
        StringWriter trace = new StringWriter();
        e.printStackTrace(new PrintWriter(trace));
        return new News.Failed(String.valueOf(e.getMessage()), trace.toString());
    }
}
