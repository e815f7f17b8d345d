package io.rowlock.cli.demo.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.cli.demo.message.Badge;
import io.rowlock.cli.demo.message.Message;
import io.rowlock.cli.demo.message.News;
import io.rowlock.cli.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoardTest {
    private static final String ESCAPE = "\u001b";
    private static final Badge A = new Badge("A", 11);
    private static final Badge B = new Badge("B", 12);

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Tally tally = new Tally(Round.LOCKED, List.of(A, B));

    @Test
    void plainLinesHoldNoEscapes() {
        play(new Terminal(false, false));

        assertThat(shown())
                .doesNotContain(ESCAPE)
                .contains("Round 2 of 3: under Rowlock")
                .contains("process B is killed")
                .contains("sold 2 of 150, left 148 (A 2, B 0)");
    }

    @Test
    void anEventIsPrintedOnce() {
        play(new Terminal(false, false));

        assertThat(shown()).containsOnlyOnce("process B is killed");
    }

    @Test
    void theLiveBoardIsDrawnOverInPlace() {
        play(new Terminal(true, true));

        assertThat(shown()).contains(ESCAPE + "[3A", ESCAPE + "[4A", ESCAPE + "[1m", "process A", "2 sold");
    }

    @Test
    void withoutColoursTheLiveBoardOnlyMoves() {
        play(new Terminal(true, false));

        assertThat(shown()).contains(ESCAPE + "[3A").doesNotContainPattern(ESCAPE + "\\[\\d*m");
    }

    private void play(Terminal terminal) {
        Board board = Board.on(new PrintStream(bytes, true, StandardCharsets.UTF_8), terminal);
        board.begin(tally);
        tally.note(new Message(A, new News.Acquired(Duration.ofMillis(3))));
        tally.note(new Message(A, new News.Sold(149)));
        board.end(tally);
        tally.note(new Message(A, new News.Sold(148)));
        tally.event("process B is killed");
        board.end(tally);
        board.end(tally);
    }

    private String shown() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
