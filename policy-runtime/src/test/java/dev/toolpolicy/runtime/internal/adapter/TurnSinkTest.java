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

/** A turn gets the calls that the service runs, and only those. */
class TurnSinkTest {
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
                            .handle("ping", (arguments, call) -> arguments)
                            .build(),
                    TurnSettings.defaults());
    private final TurnSink sink = new TurnSink(turn);

    private List<CallResult> results() {
        return turn.finish(ResponseEnd.COMPLETE).toCompletableFuture().join().results();
    }

    @Test
    void callsOfTheProviderAreNotCallsOfTheTurn() {
        sink.startProvided(0, "p", "search");
        sink.text(0, "{}");
        sink.end(0);
        sink.start(1, "c", "ping");
        sink.text(1, "{}");
        sink.end(1);
        assertThat(results()).singleElement().matches(CallResult::success);
    }

    @Test
    void aPositionThatTheProviderUsedIsFreeAgain() {
        sink.startProvided(0, "p", "search");
        sink.end(0);
        sink.start(0, "c", "ping");
        sink.text(0, "{\"x\":\"a\"}");
        assertThat(results()).singleElement().satisfies(call -> {
            assertThat(call.success()).isTrue();
            assertThat(call.forModel()).isEqualTo("{\"x\":\"a\"}");
        });
    }

    @Test
    void freeTextIsInvalidWhateverItSays() {
        sink.startFreeText(0, "c", "ping");
        sink.text(0, "{}");
        sink.startFreeText(0, "", "");
        sink.end(0);
        assertThat(results()).singleElement().matches(call -> call.kind() == CallResult.Kind.INVALID);
    }
}
