package io.rowlock.cli.demo.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.cli.database.Access;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WireTest {

    static Order[] orders() {
        return new Order[] {
            new Order.Open(
                    new Access("jdbc:h2:tcp://h/x;A=b c", Optional.of("m%e +"), Optional.of("line\nend \u00e9 %")),
                    "p",
                    "A"),
            new Order.Open(new Access("jdbc:h2:tcp://h/x", Optional.empty(), Optional.of("")), "p", "A"),
            new Order.Sell("item-1", Duration.ofSeconds(5)),
            new Order.SellLocked("item-2", Duration.ofSeconds(8), Duration.ofMillis(1500)),
            new Order.Dawdle("item-3", Duration.ofSeconds(2)),
            new Order.Leave()
        };
    }

    static News[] news() {
        return new News[] {
            new News.Ready(),
            new News.Acquired(Duration.ofNanos(1234567)),
            new News.Sold(99),
            new News.Done(),
            new News.Failed("it broke", "it broke\n\tat somewhere"),
            new News.Gone()
        };
    }

    @ParameterizedTest
    @MethodSource("orders")
    void anOrderArrivesAsItWasGiven(Order order) {
        String line = order.wire().line();

        assertThat(line).doesNotContain("\n");
        assertThat(Order.parse(line)).isEqualTo(order);
    }

    @ParameterizedTest
    @MethodSource("news")
    void newsArriveAsTheyWereTold(News news) {
        String line = news.wire().line();

        assertThat(line).doesNotContain("\n");
        assertThat(News.parse(line)).isEqualTo(news);
    }
}
