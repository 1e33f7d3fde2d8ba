package dev.toolpolicy.runtime.internal.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Responses whose parts contradict each other: what runs is what the provider sent, or nothing. */
class ContradictoryResponsesTest {
    private static final ToolCatalog TOOLS = ToolCatalog.of(List.of(
            DeclaredTool.of("ping", ToolSchema.of(Parameter.optional("x", ParameterType.string())))
                    .withRun(RuleList.always(Mode.ALLOW))
                    .withResult(RuleList.always(Mode.ALLOW))));

    private final ToolTurn turn = PolicyEngine.builder()
            .tools(TOOLS)
            .build()
            .session("s")
            .turn(
                    ToolHandlers.builder(TOOLS)
                            .handle("ping", (arguments, call) -> "got " + arguments)
                            .build(),
                    TurnSettings.defaults());

    private List<CallResult> results(boolean complete) {
        return turn.finish(complete ? ResponseEnd.COMPLETE : ResponseEnd.CUT)
                .toCompletableFuture()
                .join()
                .results();
    }

    @Test
    void aBlankPieceDoesNotHideTheCompleteText() {
        ResponsesCalls calls = new ResponsesCalls(new TurnSink(turn));
        calls.function(0, "c", "", "ping");
        calls.text(0, " ");
        calls.whole(0, "{\"x\":\"a\"}");
        calls.done(0, true);
        calls.finish(true);
        CallResult result = results(calls.isComplete()).get(0);
        assertThat(result.content().toString()).contains("\\\"a\\\"");
    }

    @Test
    void freeTextInAFunctionsPlaceIsInvalid() {
        ResponsesCalls calls = new ResponsesCalls(new TurnSink(turn));
        calls.function(0, "c", "", "ping");
        calls.text(0, "{}");
        calls.freeText(0, "c", "ping");
        calls.done(0, true);
        calls.finish(true);
        CallResult result = results(calls.isComplete()).get(0);
        assertThat(result.kind()).isEqualTo(CallResult.Kind.INVALID);
    }

    @Test
    void aProvidersCallInAFunctionsPlaceSaysNothing() {
        ResponsesCalls calls = new ResponsesCalls(new TurnSink(turn));
        calls.function(0, "c", "", "ping");
        calls.provided(0, "p", "search");
        calls.text(0, "{\"x\":\"a\"}");
        calls.done(0, true);
        calls.finish(true);
        CallResult result = results(calls.isComplete()).get(0);
        assertThat(result.content().toString()).contains("\\\"a\\\"");
    }

    @Test
    void aFunctionInTheProvidersPlaceIsNotCalled() {
        ResponsesCalls calls = new ResponsesCalls(new TurnSink(turn));
        calls.provided(0, "p", "search");
        calls.function(0, "c", "", "ping");
        calls.text(0, "{}");
        calls.done(0, true);
        calls.finish(true);
        assertThat(results(calls.isComplete())).isEmpty();
    }
}
