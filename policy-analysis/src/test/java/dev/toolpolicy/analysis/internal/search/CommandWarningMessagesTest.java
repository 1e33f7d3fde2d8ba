package dev.toolpolicy.analysis.internal.search;

import static dev.toolpolicy.analysis.internal.search.WarningMessagesTest.codes;
import static dev.toolpolicy.analysis.internal.search.WarningMessagesTest.typed;
import static dev.toolpolicy.analysis.internal.search.WrittenRules.ASK;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The warnings about command lines: when they are given, and their words. */
class CommandWarningMessagesTest {
    @Test
    void commandsThatRunOthersAreNamed() {
        assertThat(typed("{'arg': '/command', 'commands': ['ls *', 'python3 *'], 'mode': 'allow'}", ASK))
                .isEqualTo("""
                    WARNING 0.commands[1]
                    [toolpolicy/runs-anything] rule 1 allows "python3 *", which can run any other command
                    help: write the arguments to allow in place of "*"
                    note: "python3 *" runs the program that its arguments hold
                    """);
        assertThat(codes("{'arg': '/command', 'commands': ['/usr/bin/env *'], 'mode': 'allow'}"))
                .containsExactly("/0/commands/0 runs-anything");
        assertThat(codes("{'arg': '/command', 'commands': ['git *'], 'mode': 'allow'}"))
                .containsExactly("/0/commands/0 runs-anything");
        assertThat(codes("{'arg': '/command', 'commands': ['ls *', 'X=1 compg*n -A *'], 'mode': 'allow'}"))
                .containsExactly("/0/commands/1 runs-anything");
        for (String tool : List.of(
                "npm", "mvn", "gradle", "go", "java", "cargo", "pip", "tar", "vim", "php", "rg", "git bisect run")) {
            assertThat(codes("{'arg': '/command', 'commands': ['" + tool + " *'], 'mode': 'allow'}"))
                    .as(tool)
                    .containsExactly("/0/commands/0 runs-anything");
        }
        assertThat(codes("{'arg': '/command', 'commands': ['git diff *', 'git rebase', 'npm test *', 'env'],"
                        + " 'mode': 'allow'}"))
                .isEmpty();
        assertThat(codes("{'arg': '/command', 'commands': ['python *'], 'mode': 'deny'}"))
                .isEmpty();
    }

    @Test
    void commandsAreStoppedWithArgumentsToo() {
        assertThat(typed("{'arg': '/command', 'commands': ['rm', 'git push', 'rm *'], 'mode': 'deny'}", ASK))
                .isEqualTo("""
                    WARNING 0.commands[1]
                    [toolpolicy/stops-nothing-with-arguments] rule 1 stops "git push" only without further arguments
                    help: write commands = ["git push *"]
                    WARNING 0.commands[0]
                    [toolpolicy/unused-pattern] rule 1 doesn't need "rm"
                    help: delete "rm"
                    note: "rm *" matches every command that "rm" matches
                    """);
        assertThat(codes("{'arg': '/command', 'commands': ['git push', 'git *'], 'mode': 'deny'}"))
                .containsExactly("/0/commands/0 unused-pattern");
        assertThat(codes("{'arg': '/argv', 'commands': ['rm'], 'mode': 'ask'}"))
                .containsExactly("/0/commands/0 stops-nothing-with-arguments");
        assertThat(codes("{'arg': '/command', 'commands': ['rm'], 'mode': 'allow'}"))
                .isEmpty();
    }

    @Test
    void listsOfCommandsToStopAreNotComplete() {
        String allow = "{'mode': 'allow'}";
        String push = "{'arg': '/command', 'commands': ['git push *'], 'mode': 'deny'}";
        assertThat(typed(push, "{'arg': '/command', 'commands': ['curl *'], 'mode': 'ask'}", allow))
                .isEqualTo("""
                    WARNING 0.commands
                    [toolpolicy/stops-only-listed] rule 1 stops "git push *", but not other commands that can do the same, such as "sh script.sh"
                    help: write the commands to allow, as in commands = ["git diff *"], and ask for all others
                    note: no list of commands to stop is complete: scripts, shells and other spellings of options get around it
                    """);
        assertThat(typed("{'arg': '/command', 'commands': ['sh *', 'bash *'], 'mode': 'deny'}", allow))
                .contains("such as \"python3 script.py\"");
        assertThat(codes(push, ASK)).as("others ask").isEmpty();
        assertThat(codes("{'arg': '/command', 'commands': ['ls *'], 'mode': 'allow'}", push, ASK))
                .as("others ask")
                .containsExactly("/1 stricter-after-allow");
        assertThat(codes("{'arg': '/text', 'glob': 'git push*', 'mode': 'deny'}", allow))
                .as("no commands")
                .isEmpty();
    }

    @Test
    void patternsThatDoNothingAreNamed() {
        assertThat(typed("{'arg': '/command', 'commands': ['ls', 'cat *', 'ls *', 'cat a'], 'mode': 'allow'}", ASK))
                .isEqualTo("""
                    WARNING 0.commands[0]
                    [toolpolicy/unused-pattern] rule 1 doesn't need "ls", "cat a"
                    help: delete "ls", "cat a"
                    note: "ls *" matches every command that "ls" matches
                    """);
        assertThat(typed("{'arg': '/command', 'commands': ['ls *', '> /dev/null'], 'mode': 'allow'}", ASK))
                .isEqualTo("""
                    WARNING 0.commands[1]
                    [toolpolicy/unused-pattern] rule 1 never matches a command by "> /dev/null"
                    help: delete "> /dev/null"
                    note: no line that the engine can read holds such a command
                    """);
        assertThat(codes("{'arg': '/command', 'commands': ['ls *', 'cat *', 'ls *'], 'mode': 'allow'}"))
                .containsExactly("/0/commands/2 unused-pattern");
        assertThat(codes("{'arg': '/argv', 'commands': ['ls *', 'ls -l', '> /dev/null'], 'mode': 'allow'}"))
                .containsExactly("/0/commands/1 unused-pattern");
    }

    @Test
    void aPatternThatStopsLinesNobodyCanReadIsKept() {
        assertThat(codes("{'arg': '/command', 'commands': ['rm *', 'rm -rf *'], 'mode': 'deny'}"))
                .containsExactly("/0/commands/1 unused-pattern");
        assertThat(codes("{'arg': '/command', 'commands': ['git p* *', 'git push *'], 'mode': 'deny'}"))
                .isEmpty();
        assertThat(codes("{'arg': '/command', 'commands': ['> /dev/null'], 'mode': 'deny'}"))
                .isEmpty();
        assertThat(codes("{'arg': '/command', 'commands': ['git p* *', 'git push *', '> /dev/null'], 'match': 'all',"
                        + " 'mode': 'deny'}"))
                .containsExactly("/0/commands/1 unused-pattern", "/0/commands/2 unused-pattern");
    }
}
