package dev.toolpolicy.analysis.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.shell.line.ReadCommands;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands and assignments of shells that run what stands in a subscript. */
class SubscriptTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "test -v 'a[$(x)]'",
                "[ 'path[$(x)]' -eq 1 ]",
                "printf -v 'a[$(x)]' y",
                "printf %d 'path[$(x)]'",
                "printf '' 'path[$(x)]'",
                "printf $X 'path[$(x)]'",
                "X=1 printf %d \"path[\"",
                "print -f %d 'path[$(x)]'",
                "exit 'path[$(x)]'",
                "return \\[",
                "shift '[' ",
                "break 'path[$(x)]'",
                "continue 'path[$(x)]'",
                "bye 'path[$(x)]'",
                "logout 'path[$(x)]'",
                "getln 'path[$(x)]'",
                "private 'path[$(x)]=1'",
                "zformat -a 'path[$(x)]' x y:z",
                "zparseopts -a 'path[$(x)]' y",
                "zregexparse 'path[$(x)]' y z",
                "zstyle -g 'path[$(x)]'",
                "printf [x"
            })
    void subscriptsInTheirArgumentsAreNotPlain(String line) {
        assertThat(ReadCommands.of(line)).isEmpty();
    }

    /** Shells evaluate them where the variable is an integer, as some are from the start. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "COLUMNS='path[$(x)]'",
                "COLUMNS='path[$(x)]' y",
                "Y=1 SECONDS=\"x\"path\\[1] y",
                "declare -i n; n=\"a[0]\"",
                "n=[0-9] y",
                "n=$X[y",
                "n=$X'[' y"
            })
    void subscriptsInValuesAreNotPlain(String line) {
        assertThat(ReadCommands.of(line)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X=1 grep '[a-z]' x",
                "X=1; [ x = y ]",
                "X=1; printf '[' > 'a['",
                "printf '[%s]\\n' x",
                "print '[x]' '[y]'",
                "echo 'a[$(x)]'",
                "grep '[a-z]' x",
                "exit 1; grep '[a-z]' x",
                "/usr/bin/printf %d '['"
            })
    void subscriptsInOthersArePlain(String line) {
        assertThat(ReadCommands.of(line)).isPresent();
    }
}
