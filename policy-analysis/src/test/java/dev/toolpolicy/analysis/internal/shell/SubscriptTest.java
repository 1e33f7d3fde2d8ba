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

    /** A variable may hold the last word of the command before, the name of a file, or data. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo 'a[$(x)]'; test -v $_",
                "echo 'a[$(x)]' && [ -v \"${_}\" ]",
                "echo 'a[$(x)]'; printf -v $_ y",
                "echo 'a[$(x)]'; declare $_=1",
                "echo 'a[$(x)]'; let _",
                "echo 'path[$(x)]'; exit _",
                "echo 'path[$(x)]'; exit 1+_",
                "echo 'path[$(x)]'; printf %d _",
                "echo 'a[$(x)]'; declare -i A=_",
                "echo 'a[$(x)]'; RANDOM=_",
                "RANDOM=$A",
                "SECONDS=1-_ y",
                "A=_",
                "echo > 'a[$(x)]'; test -v a*",
                "[ -v ? ]",
                "printf %d p*",
                "printf -v X 'a\\133$(x)]'",
                "printf $X y",
                "echo 'path[$(x)]' | read X",
                "mapfile A < f",
                "compgen -W '$(x)'",
                "print -s 'x y'",
                "fc -s x",
                "emulate sh -c 'x'",
                "ls = ls -o -v GROUPS['$(x)'] ; test $BASH_EXECUTION_STRING",
                "ls GROUPS['$(x)'] ; unset $BASH_EXECUTION_STRING",
                "ls -\"path[\"'$(x)'\"]\"+1; printf %d $ZSH_EXECUTION_STRING",
                "ls -\"path[\"'$(x)'\"]\"+1; printf %d ZSH_EXECUTION_STRING",
                "ls -\"path[\"'$(x)'\"]\"+1; A=1 RANDOM=ZSH_EXECUTION'_STRING'",
                "ls -\"path[\"'$(x)'\"]\"+1 & printf %d \"${jobtexts}\"",
                "cd 'path[$(x)]' && printf %d 1.0$PWD",
                "cd 'path[$(x)]' && printf %d 1.0\"$X\"${OLDPWD}",
                "cd 'x GROUPS[$(x)]'; unset $DIRSTACK",
                "cd 'x GROUPS[$(x)]'; A=~+; unset $A",
                "cd 'x GROUPS[$(x)]'; export A=~-",
                "echo 'path[$(x)]'; printf %d $X'_'",
                "echo 'path[$(x)]'; printf %d ${X}_"
            })
    void whatMayHoldASubscriptIsNotPlainWhereItIsEvaluated(String line) {
        assertThat(ReadCommands.of(line)).isEmpty();
    }

    /** Shells then look for programs in a folder of that name. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "printf x%n PATH",
                "printf '%s%ln' x PATH",
                "printf \"$X\"%n PATH",
                "printf \"x$X%n\" PATH",
                "printf x{%n,} PATH",
                "printf x* PATH",
                "cd '%n'; printf x$PWD PATH",
                "cd '%n'; printf x=~+ PATH",
                "printf '%*s' PATH=1 x",
                "printf '%1$d' PATH=1",
                "printf %d PATH=1",
                "printf '%s %-5.3ld' x 'PATH = 1'",
                "printf %d $X=1",
                "printf %$X PATH=1",
                "test -t PATH=1",
                "[ -t \"PATH=1\" ]",
                "shift 0,PATH=1",
                "exit ==PATH=1",
                "RANDOM=PATH=1",
                "wait -n -p PATH",
                "wait $X PATH"
            })
    void whatMaySetAVariableIsNotPlain(String line) {
        assertThat(ReadCommands.of(line)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[ -f \"$X\" ]",
                "[ \"$X\" = b ] && [ $X == b ] && test x != y",
                "printf '\\033[1m%-5s%%\\033[0m %d\\n' 'a b' 5",
                "printf '%s\n' \"x = 1\" '[x]' {1..3} _ *.txt \"$PWD\" \"$(y)\"",
                "printf \"of $A: %d of $N\" 3 | printf 'it has %d of '$N 3",
                "wait; wait 1 %1",
                "printf '_%s_ PWD jobtexts\\n' x",
                "printf '' 'path[$(x)]'",
                "cd ~- && ls $PWD \"$OLDPWD\" ~+ $DIRSTACK",
                "[ -d node_modules ] && ls",
                "test -n \"$A\"",
                "export MY_PATH=\"$HOME/b_c:$PATH\"",
                "printf '%s\\n' \"$X\" a_b",
                "kill $PID",
                "exit $?",
                "A=b_c make",
                "A=*.txt make",
                "ls *_x _x $X"
            })
    void othersArePlain(String line) {
        assertThat(ReadCommands.of(line)).isPresent();
    }
}
