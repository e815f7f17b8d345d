package io.rowlock.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpellingTest {
    private static final List<String> KNOWN = List.of("ls", "lead", "release", "revoke", "run", "--watch", "--wait");

    @Test
    void aLetterTooManyTooFewWrongOrSwappedIsFound() {
        assertThat(Spelling.nearest("lss", KNOWN)).containsExactly("ls");
        assertThat(Spelling.nearest("leas", KNOWN)).containsExactly("lead");
        assertThat(Spelling.nearest("relese", KNOWN)).containsExactly("release");
        assertThat(Spelling.nearest("--wiat", KNOWN)).containsExactly("--wait");
    }

    @Test
    void aBeginningIsFound() {
        assertThat(Spelling.nearest("rev", KNOWN)).containsExactly("revoke");
        assertThat(Spelling.hint("--wa", KNOWN)).isEqualTo("; did you mean '--wait' or '--watch'?");
    }

    @Test
    void nothingIsGuessedWhenAllIsFarOff() {
        assertThat(Spelling.nearest("bogus", KNOWN)).isEmpty();
        assertThat(Spelling.hint("--bogus", KNOWN)).isEmpty();
    }
}
