package io.rowlock.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void textsAreCutTheLaterOnesFirst() {
        Table table = new Table(2).row("NAME", "OWNER", "N").row("a-long-name", "an-owner-with-a-name", "7");

        assertThat(table.shrinking(0, 6).shrinking(1, 8).lines(24))
                .containsExactly("NAME         OWNER     N", "a-long-name  an-owne\u2026  7");
        assertThat(table.lines(20)).containsExactly("NAME     OWNER     N", "a-long\u2026  an-owne\u2026  7");
    }

    @Test
    void columnsAreLeftOutWhereNothingMoreCanBeCut() {
        Table table = new Table(2).row("NAME", "STATE", "TOKEN").row("job", "held", "1795037844042668");

        assertThat(table.lines(15)).containsExactly("NAME  STATE", "job   held");
    }

    @Test
    void wideCharactersTakeTwoColumns() {
        Table table = new Table(2).row("NAME", "STATE").row("\uc57c\uac04 \uc791\uc5c5", "held");

        assertThat(table.lines()).containsExactly("NAME       STATE", "\uc57c\uac04 \uc791\uc5c5  held");
        assertThat(table.shrinking(0, 4).lines(14)).containsExactly("NAME     STATE", "\uc57c\uac04 \u2026   held");
    }

    @Test
    void colourTakesNoRoom() {
        Table table = new Table(2).row("A", "B").row("held", "x").painted(0, (row, cell) -> "<" + row + cell + ">");

        assertThat(table.lines()).containsExactly("<0A   >  B", "<1held>  x");
    }
}
