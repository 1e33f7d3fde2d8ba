package dev.toolpolicy.analysis.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.analysis.internal.automaton.pattern.TextSyntaxException;
import dev.toolpolicy.analysis.internal.shell.match.CommandSet;
import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandCover;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandPatternTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '\u0001',
            value = {
                "git diff *          ! git diff; git 'diff' a b",
                "npm run test*       ! npm run test:unit",
                "git commit -m *     ! git commit -m 'a; b'",
                "'q a' \"x\\$\" y\\ z ! 'q a' 'x$' 'y z'",
                "[ -f x *            ! [ -f x ']'",
                "find . {} *         ! find . {} x",
                "CI=1 npm test       ! CI=1 npm test",
                "X=* ls              ! X=a ls; X= ls",
                "X=1                 ! X=1",
                "ls a~ b#c =x :y ^z  ! ls a~ b#c '=x' :y ^z",
                "git * --force       ! git push --force",
                "grep 'é'            ! grep 'é'"
            })
    void aPatternMatchesItsCommands(String pattern, String line) {
        assertThat(CommandSet.of(List.of(pattern)).every().verdict(line)).isEqualTo(Verdict.TRUE);
        assertThat(CommandPattern.of(pattern)).hasToString(pattern);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '\u0001',
            value = {
                "git diff *      ! git diffx",
                "git diff *      ! git 'diff '",
                "git diff        ! git diff x",
                "npm run test*   ! npm run test x",
                "npm test        ! CI=1 npm test",
                "npm test        ! npm test > log",
                "git * --force   ! git --force",
                "ls *            ! ls; rm x",
                "ls x            ! LS x",
                "> log           ! ls > log",
                "ls x*           ! ls x$Y"
            })
    void aPatternMatchesNoOther(String pattern, String line) {
        assertThat(CommandSet.of(List.of(pattern)).every().verdict(line)).isEqualTo(Verdict.FALSE);
    }

    @Test
    void filesHavePatternsOfTheirOwn() {
        assertThat(CommandSet.of(List.of("ls", "> log", "< in*")).every().verdict("ls > log < input"))
                .isEqualTo(Verdict.TRUE);
        assertThat(CommandSet.of(List.of("ls", "> *")).every().verdict("ls > $X"))
                .isEqualTo(Verdict.TRUE);
        assertThat(CommandSet.of(List.of("ls", "> x*")).every().verdict("ls > $X"))
                .isEqualTo(Verdict.FALSE);
        assertThat(CommandSet.of(List.of("ls")).every().verdict("ls > /dev/null 2>&1"))
                .isEqualTo(Verdict.TRUE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '\u0001',
            value = {
                "''              ! an empty name                                        ! 0",
                "git $X          ! an unquoted \"$\"                                    ! 4",
                "git (x          ! an unquoted \"(\"                                    ! 4",
                "ls é            ! an unquoted \"é\"                                    ! 3",
                "ls ~            ! an unquoted \"~\"                                    ! 3",
                "ls a=~          ! an unquoted \"~\"                                    ! 5",
                "ls #            ! an unquoted \"#\"                                    ! 3",
                "ls [            ! an unquoted \"[\"                                    ! 3",
                "ls a{}          ! an unquoted \"{\"                                    ! 4",
                "ls ; rm         ! an unquoted \";\"                                    ! 3",
                "ls 'x           ! an open quote                                        ! 3",
                "ls x\"          ! an open quote                                        ! 4",
                "ls x\\          ! a backslash at its end                               ! 4",
                "ls **           ! \"**\"                                               ! 3",
                "* x             ! a name that begins with \"*\"                        ! 0",
                "rm:*            ! a name that ends in \":*\"                          ! 0",
                "X=1 *           ! \"*\" behind assignments alone                       ! 4",
                "if x            ! the word \"if\" of the shell's language as a name    ! 0",
                "'then' x        ! the word \"then\" of the shell's language as a name  ! 0",
                "a% x            ! a name with \"%\"                                    ! 0",
                "a*=b x          ! a name with \"=\"                                    ! 0",
                "> a b           ! a second word behind a file                          ! 4",
                ">a              ! \">\" without a blank behind it                      ! 0",
                ">               ! no file                                              ! 1"
            })
    void mistakesHaveTheirPlace(String pattern, String mistake, int offset) {
        assertThatThrownBy(() -> CommandPattern.of(pattern))
                .isInstanceOfSatisfying(TextSyntaxException.class, error -> {
                    assertThat(error.problem()).isEqualTo(mistake);
                    assertThat(error.offset()).isEqualTo(offset);
                    assertThat(error.text()).isEqualTo(pattern);
                    assertThat(error.help()).isNotEmpty();
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '\u0001',
            value = {
                "curl * | sh ! write each command or redirect as a pattern of its own, or '|' to mean the character",
                "rm:*        ! write \"rm *\"",
                "ls $X       ! write '$' to mean the character"
            })
    void mistakesHaveAHelp(String pattern, String help) {
        assertThatThrownBy(() -> CommandPattern.of(pattern))
                .isInstanceOfSatisfying(
                        TextSyntaxException.class,
                        error -> assertThat(error.help()).isEqualTo(help));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t"})
    void aPatternHasAWord(String blank) {
        assertThatThrownBy(() -> CommandPattern.of(blank)).hasMessageContaining("no word");
    }

    @ParameterizedTest
    @CsvSource({
        "rm *,      rm -rf *,      true",
        "rm *,      rm,            true",
        "rm -rf *,  rm *,          false",
        "r* *,      rm x,          true",
        "a*c,       abc,           true",
        "a*c,       a*b*c,         true",
        "a*b*c,     a*c,           false",
        "git * x,   git push x,    true",
        "git push x, git * x,      false",
        "> *,       > log,         true",
        "< *,       > log,         false",
        "ls,        X=1 ls,        false"
    })
    void coversAreProvedByWords(String wide, String narrow, boolean covers) {
        assertThat(CommandCover.covers(CommandPattern.of(wide), CommandPattern.of(narrow)))
                .isEqualTo(covers);
    }

    @Test
    void patternsThatDoNothingAreFound() {
        CommandSet set = CommandSet.of(List.of(
                "git *", "git diff *", "ls", "test 'a[' *", "> /dev/null", "> /dev/null*", "echo '\u0001'", "> ''"));
        assertThat(set.covered(false))
                .isEqualTo(Map.of(
                        CommandPattern.of("git diff *"), CommandPattern.of("git *"),
                        CommandPattern.of("> /dev/null"), CommandPattern.of("> /dev/null*")));
        assertThat(set.unmatchable())
                .extracting(CommandPattern::toString)
                .containsExactly("test 'a[' *", "> /dev/null", "echo '\u0001'", "> ''");
    }
}
