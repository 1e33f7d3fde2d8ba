package dev.toolpolicy.analysis.internal.search;

import static dev.toolpolicy.analysis.internal.search.WrittenRules.ASK;
import static dev.toolpolicy.analysis.internal.search.WrittenRules.moving;
import static dev.toolpolicy.analysis.internal.search.WrittenRules.text;
import static dev.toolpolicy.analysis.internal.search.WrittenRules.typed;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The smallest bad example of each code about a list: place, whole text and number of its messages. */
class ListMessagesTest {
    @Test
    void unreachableRule() {
        assertThat(typed(
                        "{'arg': '/path', 'prefix': 'src/', 'mode': 'allow'}",
                        "{'arg': '/path', 'prefix': 'src/sensitive/', 'mode': 'ask'}",
                        ASK))
                .isEqualTo("""
                    ERROR 1
                    [toolpolicy/unreachable-rule] rule 2 never applies: rule 1 decides every call it would match
                    help: move rule 2 above rule 1, or delete it
                    note: rules are tried top to bottom and the first match decides
                    0: [toolpolicy/unreachable-rule] this is rule 1
                    """);
        assertThat(typed(
                        "{'arg': '/path', 'const': 'a', 'mode': 'ask'}",
                        "{'arg': '/path', 'const': './a', 'mode': 'deny'}",
                        ASK))
                .isEqualTo("""
                    ERROR 1
                    [toolpolicy/unreachable-rule] rule 2 never applies: rule 1 decides every call it would match
                    help: delete rule 2
                    note: rules are tried top to bottom and the first match decides
                    0: [toolpolicy/unreachable-rule] this is rule 1
                    """);
        assertThat(typed("{'mode': 'deny'}", ASK)).isEqualTo("""
            ERROR 1
            [toolpolicy/unreachable-rule] rule 2 never applies: rule 1 decides every call it would match
            help: delete rule 2
            note: rules are tried top to bottom and the first match decides
            0: [toolpolicy/unreachable-rule] this is rule 1
            """);
        assertThat(typed("{'mode': 'deny'}", "{'arg': '/path', 'const': 'a', 'mode': 'ask'}"))
                .isEqualTo("""
                    ERROR 1
                    [toolpolicy/unreachable-rule] rule 2 never applies: rule 1 decides every call it would match
                    help: move rule 1 to the end, since it matches every call
                    note: rules are tried top to bottom and the first match decides
                    0: [toolpolicy/unreachable-rule] this is rule 1
                    """);
        assertThat(typed(
                        "{'arg': '/count', 'maximum': 3, 'mode': 'ask'}",
                        "{'arg': '/count', 'minimum': 6, 'mode': 'ask'}",
                        "{'arg': '/count', 'enum': [4, 5], 'mode': 'ask'}",
                        "{'arg': '/count', 'exclusive_minimum': 1.5, 'mode': 'deny'}",
                        ASK))
                .isEqualTo("""
                    ERROR 3
                    [toolpolicy/unreachable-rule] rule 4 never applies: rules 1, 2 and 3 decide every call it \
                    would match
                    help: delete rule 4
                    note: rules are tried top to bottom and the first match decides
                    0: [toolpolicy/unreachable-rule] this is rule 1
                    1: [toolpolicy/unreachable-rule] this is rule 2
                    2: [toolpolicy/unreachable-rule] this is rule 3
                    """);
        assertThat(typed(
                        "{'arg': '/force', 'const': true, 'mode': 'ask'}",
                        "{'arg': '/force', 'const': false, 'mode': 'deny'}",
                        "{'mode': 'deny'}",
                        "{'mode': 'ask'}"))
                .isEqualTo("""
                    ERROR 2
                    [toolpolicy/unreachable-rule] rule 3 never applies: rules 1 and 2 decide every call it \
                    would match
                    help: delete rule 3
                    note: rules are tried top to bottom and the first match decides
                    0: [toolpolicy/unreachable-rule] this is rule 1
                    1: [toolpolicy/unreachable-rule] this is rule 2
                    ERROR 3
                    [toolpolicy/unreachable-rule] rule 4 never applies: rules 1 and 2 decide every call it \
                    would match
                    help: delete rule 4
                    note: rules are tried top to bottom and the first match decides
                    0: [toolpolicy/unreachable-rule] this is rule 1
                    1: [toolpolicy/unreachable-rule] this is rule 2
                    """);
        assertThat(typed("{'arg': '/level', 'prefix': 'x', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                    ERROR 0
                    [toolpolicy/unreachable-rule] rule 1 never applies: no value of "/level" satisfies its \
                    "prefix"
                    help: delete rule 1
                    """);
    }

    @Test
    void noCatchAll() {
        assertThat(typed()).isEqualTo("""
            WARNING -1
            [toolpolicy/no-catch-all] every call will need approval, since there are no rules
            help: end the list with { mode = "ask" }
            """);
        assertThat(typed("{'arg': '/path', 'prefix': 'a', 'mode': 'ask'}")).isEqualTo("""
            WARNING -1
            [toolpolicy/no-catch-all] calls that don't match the only rule will need approval
            help: end the list with { mode = "ask" }
            """);
        assertThat(text(
                        "{'arg': '/path', 'prefix': 'a', 'mode': 'ask'}",
                        "{'arg': '/path', 'prefix': 'b', 'mode': 'ask'}"))
                .isEqualTo("""
                    WARNING -1
                    [toolpolicy/no-catch-all] calls that match none of the 2 rules will need approval
                    help: end the list with @Rule(mode = ASK)
                    note: silence with @SuppressWarnings("toolpolicy/no-catch-all")
                    """);
    }

    @Test
    void anyElement() {
        assertThat(typed("{'arg': '/tags', 'prefix': 'a', 'mode': 'allow'}", ASK))
                .isEqualTo("""
                    WARNING 0
                    [toolpolicy/any-element] rule 1 allows a call if one value of "/tags" matches, even if \
                    others don't
                    help: write match = "all"
                    """);
        assertThat(text("{'arg': '/tags', 'prefix': 'a', 'mode': 'allow'}", ASK))
                .isEqualTo("""
                    WARNING 0
                    [toolpolicy/any-element] rule 1 allows a call if one value of "/tags" matches, even if \
                    others don't
                    help: write match = ALL
                    """);
    }

    @Test
    void unguardedPath() {
        assertThat(moving("{'arg': '/from', 'prefix': 'a', 'mode': 'allow'}", ASK))
                .isEqualTo("""
                    WARNING 0
                    [toolpolicy/unguarded-path] rule 1 allows calls by "/from", and no earlier rule \
                    tests "/to"
                    help: put a rule about "/to" before rule 1
                    note: another parameter may name the real target
                    """);
        assertThat(moving("{'arg': '/from', 'prefix': 'a', 'mode': 'ask'}", ASK))
                .isEmpty();
    }

    @Test
    void lateArgument() {
        assertThat(moving(
                        "{'arg': '/to', 'prefix': 'a', 'mode': 'ask'}",
                        "{'arg': '/to', 'prefix': 'b', 'mode': 'ask'}",
                        ASK))
                .isEqualTo("""
                    WARNING 0.arg
                    [toolpolicy/late-argument] "/to" decides rule 1 but is declared after the large parameter \
                    "content"
                    help: declare "to" before "content"
                    note: models usually write arguments in declaration order, so the decision waits for "content"
                    """);
    }

    @Test
    void boundsOfTheType() {
        assertThat(moving("{'arg': '/times', 'const': 11, 'mode': 'ask'}", ASK)).isEqualTo("""
            ERROR 0.const
            [toolpolicy/value-type] 11 is not a value of "/times", which is an integer
            note: it takes whole numbers from 1 to 10
            """);
        assertThat(moving(
                        "{'arg': '/times', 'minimum': 1e1, 'mode': 'ask'}",
                        "{'arg': '/times', 'minimum': 10.5, 'mode': 'deny'}",
                        ASK))
                .isEqualTo("""
                    WARNING 0.arg
                    [toolpolicy/late-argument] "/times" decides rule 1 but is declared after the large parameter \
                    "content"
                    help: declare "times" before "content"
                    note: models usually write arguments in declaration order, so the decision waits for "content"
                    ERROR 1
                    [toolpolicy/unreachable-rule] rule 2 never applies: no value of "/times" satisfies its \
                    "minimum"
                    help: delete rule 2
                    """);
    }

    @Test
    void everyRuleIsReportedOnceAndInOrder() {
        assertThat(typed(
                        "{'mode': 'aks', 'arg': 'x'}",
                        "{'mode': 'ask'}",
                        "{'arg': '/pth', 'const': 3, 'mode': 'deny'}"))
                .isEqualTo("""
                    ERROR 0.mode
                    [toolpolicy/mode] rule 1 has the unknown mode "aks"
                    help: did you mean "ask"?
                    ERROR 2.arg
                    [toolpolicy/unknown-pointer] there is no parameter "/pth"
                    help: did you mean "/path"?
                    """);
    }

    @Test
    void quotedRuleTextIsAsciiAndShort() {
        assertThat(typed("{'mode': 'ask', 'arg': '/path', 'const': 3, 'pr\\u00e4fix\\n': 1}"))
                .isEqualTo("""
                    ERROR 0.pr\\u00e4fix\\n
                    [toolpolicy/unknown-member] rule 1 has the unknown member "pr\\u00e4fix\\n"
                    help: did you mean "prefix"?
                    """);
    }

    @Test
    void theListWithoutProblems() {
        assertThat(typed(
                        "{'arg': '/path', 'prefix': 'src/sensitive/', 'mode': 'ask'}",
                        "{'arg': '/path', 'prefix': 'src/', 'mode': 'allow'}",
                        ASK))
                .isEmpty();
    }
}
