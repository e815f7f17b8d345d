package io.rowlock.internal.jdbc.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class BorrowingTest {
    private final JdbcDataSource database = new JdbcDataSource();
    private final List<Boolean> interrupted = new ArrayList<>();
    private Runnable duringBorrow = () -> {};
    private final Borrowing borrowing = new Borrowing((DataSource) Proxy.newProxyInstance(
            BorrowingTest.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, arguments) -> {
                duringBorrow.run();
                interrupted.add(Thread.currentThread().isInterrupted());
                return database.getConnection();
            }));

    BorrowingTest() {
        database.setURL("jdbc:h2:mem:borrowing");
    }

    @Test
    void anInterruptionHitsTheBorrowAndLeavesNoFlagBehind() throws SQLException {
        duringBorrow = () -> borrowing.interruption().run();

        borrowing.borrow().giveBack();

        assertThat(interrupted).containsExactly(true);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void anInterruptionThatComesTooLateDoesNotHitTheNextBorrowOfTheThread() throws SQLException {
        List<Runnable> interruptions = new ArrayList<>();
        duringBorrow = () -> interruptions.add(borrowing.interruption());
        borrowing.borrow().giveBack();
        duringBorrow = () -> interruptions.get(0).run();

        borrowing.borrow().giveBack();
        interruptions.get(0).run();

        assertThat(interrupted).containsExactly(false, false);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
}
