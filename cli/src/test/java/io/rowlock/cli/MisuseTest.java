package io.rowlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each way of calling the command wrongly, and the line that answers it. */
class MisuseTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lsx | there is no command 'lsx'; did you mean 'ls'? See 'rowlock --help'",
                "relaese | there is no command 'relaese'; did you mean 'release'? See 'rowlock --help'",
                "rev | there is no command 'rev'; did you mean 'revoke'? See 'rowlock --help'",
                "bogus | there is no command 'bogus'; see 'rowlock --help'",
                "help runn | there is no command 'runn'; did you mean 'run'? See 'rowlock --help'",
                "help bench | bench is a program of its own, which the launcher of a checkout builds and runs: ./rowlock bench;"
                        + " see 'rowlock --help'",
                "--verbos | rowlock has no option '--verbos'; did you mean '--verbose'? See 'rowlock --help'",
                "ls --wacth | ls has no option '--wacth'; did you mean '--watch'? See 'rowlock ls --help'",
                "ls --stat=held | ls has no option '--stat'; did you mean '--state'? See 'rowlock ls --help'",
                "run x --wiat 3s -- true | run has no option '--wiat'; did you mean '--wait'? See 'rowlock run --help'",
                "ls --bogus | ls has no option '--bogus'; see 'rowlock ls --help'",
                "ls a b | ls takes no further argument 'b'; see 'rowlock ls --help'",
                "show | show needs NAME; see 'rowlock show --help'",
                "lead x | lead needs CMD; see 'rowlock lead --help'",
                "ls --interval | --interval needs TIME; see 'rowlock ls --help'",
                "purge | purge needs --older TIME; see 'rowlock purge --help'",
                "revoke x | revoke needs --token N; see 'rowlock revoke --help'",
                "revoke x --token abc | Invalid value for option '--token': 'abc' is not a whole number; see 'rowlock revoke"
                        + " --help'",
                "ls --state taken | Invalid value for option '--state' (STATE): 'taken' is no state; choose from free, held,"
                        + " expired, kept, revoked; see 'rowlock ls --help'",
                "ls --sort age | Invalid value for option '--sort': 'age' is no column; choose from name, state, owner,"
                        + " since, until, renewals, waiters, token; see 'rowlock ls --help'"
            })
    void theLineNamesWhatIsWrongAndWhatIsNear(String text, String line) {
        String[] args = text.split(" ", -1);
        StringWriter err = new StringWriter();

        int status = Main.commandLine(args).setErr(new PrintWriter(err)).execute(args);

        assertThat(err).hasToString("rowlock: " + line + "\n");
        assertThat(status).isEqualTo(2);
    }
}
