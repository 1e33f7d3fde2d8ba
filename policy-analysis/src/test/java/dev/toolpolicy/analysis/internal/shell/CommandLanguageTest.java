package dev.toolpolicy.analysis.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.build.TextSearch;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.shell.match.CommandMachine;
import dev.toolpolicy.analysis.internal.shell.match.CommandSet;
import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CommandLanguageTest {
    private static final CommandSet SET = CommandSet.of(List.of("git diff *", "npm run test*", "> log"));

    private static Language holding(CommandMachine machine) {
        return machine.lines(Set.of(Verdict.TRUE));
    }

    private static TextSearch search() {
        return new TextSearch(1_000_000, 10_000_000);
    }

    @Test
    void aLineThatASetAllowsIsFound() {
        Language allowed = holding(SET.every());
        assertThat(allowed.shortest()).contains("git diff");
        assertThat(allowed.contains("git diff x && npm run test:unit > log")).isTrue();
        assertThat(allowed.contains("git diff $(x)")).isFalse();
        assertThat(allowed.complement().contains("git diff $(x)")).isTrue();
    }

    @Test
    void aLineOfOneSetThatAnotherDoesNotAllowIsFound() {
        Language wide = holding(CommandSet.of(List.of("git *")).every());
        Language narrow =
                holding(CommandSet.of(List.of("git diff *", "git log *")).every());
        assertThat(search().any(List.of(wide), List.of(List.of(narrow)))).contains("git");
        assertThat(search().any(List.of(narrow), List.of(List.of(wide)))).isEmpty();
        assertThat(narrow.minus(wide).isEmpty()).isTrue();
    }

    @Test
    void delimitersAreToldApart() {
        Language allowed = holding(CommandSet.of(List.of("cat", "<< *")).every());
        assertThat(allowed.contains("cat <<'EOF'\nx\nEOF")).isTrue();
        assertThat(allowed.contains("cat <<'EEE'\nx\nEEE")).isFalse();
        assertThat(allowed.contains("cat <<'EOF'\nx\nEOO")).isFalse();
    }

    @Test
    void unreadLinesAreALanguage() {
        CommandMachine some = CommandSet.of(List.of("rm *")).some();
        Language unread = some.lines(Set.of(Verdict.UNKNOWN));
        assertThat(unread.contains("ls (x)")).isTrue();
        assertThat(unread.contains("ls (rm x)")).isFalse();
        assertThat(unread.contains("ls")).isFalse();
        assertThat(unread.shortest()).isPresent();
    }

    @Test
    void aLineThatNoStricterRuleMarksIsFoundOrRuledOut() {
        Language possible = CommandSet.of(List.of("rm *")).some().lines(Set.of(Verdict.TRUE, Verdict.UNKNOWN));
        Language wide = holding(CommandSet.of(List.of("ls *", "rm *")).every());
        Language narrow = holding(CommandSet.of(List.of("rm -rf *")).every());
        assertThat(search().shortest(List.of(wide), List.of(List.of(possible)))).contains("ls");
        assertThat(search().any(List.of(narrow), List.of(List.of(possible)))).isEmpty();
    }

    @Test
    void aSmallSetIsATable() {
        Language allowed = holding(CommandSet.of(List.of("ls")).every());
        Language words = Language.of(TextLanguage.words("ls", "ls;ls"), AutomatonLimits.DEFAULT);
        assertThat(allowed.states()).isBetween(10, 500);
        assertThat(words.minus(allowed).isEmpty()).isTrue();
        assertThat(allowed.minus(words).isEmpty()).isFalse();
    }
}
