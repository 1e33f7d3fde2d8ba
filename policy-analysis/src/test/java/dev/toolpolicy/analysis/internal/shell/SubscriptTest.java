package dev.toolpolicy.analysis.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.shell.line.ReadCommands;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands of shells that run what stands in a subscript in their arguments. */
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
                "printf [x"
            })
    void subscriptsInTheirArgumentsAreNotPlain(String line) {
        assertThat(ReadCommands.of(line)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
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
