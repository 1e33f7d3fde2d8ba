package dev.toolpolicy.runtime.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code null} in the place of arguments, which two providers send for tools without parameters. */
class AbsentTextTest {
    private static final int LIMIT = 40;
    private static final PolicyEngine ENGINE = PolicyEngine.builder()
            .tools(ToolCatalog.of(List.of(
                    unattended("optional", Parameter.optional("x", ParameterType.integer())),
                    unattended("required", Parameter.required("x", ParameterType.integer())),
                    unattended("none"))))
            .limits(ArgumentLimits.defaults().withText(LIMIT))
            .build();

    private static DeclaredTool unattended(String name, Parameter... parameters) {
        return DeclaredTool.of(name, ToolSchema.of(parameters)).withRun(RuleList.always(Mode.ALLOW));
    }

    /** A text in one piece, unit by unit, and in every two pieces. */
    private static List<List<String>> cuts(String text) {
        List<List<String>> cuts = new ArrayList<>();
        cuts.add(List.of(text));
        cuts.add(text.chars().mapToObj(Character::toString).toList());
        for (int at = 1; at < text.length(); at++) {
            cuts.add(List.of(text.substring(0, at), text.substring(at)));
        }
        return cuts;
    }

    private static String told(ToolCallStream call) {
        ToolCallOutcome outcome = call.finish();
        String where = call.decidedAt().isEmpty()
                ? ""
                : " decided at " + call.decidedAt().getAsLong();
        return outcome.kind() == ToolCallOutcome.Kind.APPROVED
                ? outcome.approved().orElseThrow().arguments() + where
                : outcome.kind() == ToolCallOutcome.Kind.INVALID
                        ? outcome.error().orElseThrow().code() + " at "
                                + outcome.error().orElseThrow().offset()
                        : outcome.word();
    }

    /** What becomes of a call, alone and in a response, however its text is cut. */
    private static void assertTold(String tool, String text, ResponseEnd how, String expected) {
        for (List<String> cut : cuts(text)) {
            ResponseStream response = ENGINE.session("s").calls().response();
            response.start(0, "a", tool);
            for (String piece : cut) {
                response.append(0, piece);
                ToolCallStream call = response.calls().get(0);
                if (call.error().isEmpty()) {
                    assertThat(call.isWhole())
                            .as("whole after a piece of %s", cut)
                            .isFalse();
                }
            }
            response.end(0);
            response.finish(how);
            assertThat(told(response.calls().get(0)))
                    .as("%s, in a response", cut)
                    .isEqualTo(expected);
            if (how == ResponseEnd.COMPLETE) {
                ToolCallStream alone = ENGINE.session("s").calls().call("a", tool);
                cut.forEach(alone::append);
                assertThat(told(alone)).as("%s, alone", cut).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", " null", "null\n", "\t null \r\n "})
    void nullIsNoArguments(String text) {
        assertTold("none", text, ResponseEnd.COMPLETE, "{} decided at 0");
        assertTold("optional", text, ResponseEnd.COMPLETE, "{} decided at 0");
        assertTold("required", text, ResponseEnd.COMPLETE, "missing-parameter at " + (text.length() + 1));
        assertTold("optional", text, ResponseEnd.CUT, "truncated at " + text.length());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "n      | truncated at 1",
                "nul    | truncated at 3",
                "nulL   | malformed-json at 3",
                "nullx  | not-an-object at 3",
                "nu ll  | malformed-json at 2",
                "null,  | not-an-object at 3",
                "null x | not-an-object at 3",
                "null null | not-an-object at 3",
                "[null] | not-an-object at 0",
                "true   | not-an-object at 3",
                "'\"null\"' | not-an-object at 0"
            })
    void otherTextsAreInvalidHoweverTheyAreCut(String text, String expected) {
        assertTold("optional", text, ResponseEnd.COMPLETE, expected);
        assertTold("optional", text, ResponseEnd.CUT, expected);
    }

    @Test
    void theLimitHoldsBehindNull() {
        String most = "null" + " ".repeat(LIMIT - 6);
        assertTold("optional", most, ResponseEnd.COMPLETE, "{} decided at 0");
        for (List<String> cut : cuts("null" + " ".repeat(LIMIT))) {
            ToolCallStream call = ENGINE.session("s").calls().call("a", "optional");
            cut.forEach(call::append);
            assertThat(call.finish()).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.INVALID);
        }
    }
}
