package dev.toolpolicy.runtime.internal.decide;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.ShadowEvent;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A shadow that fails is told and counted, and the next call is compared as ever. */
class ShadowRulesTest {
    private static final ToolSchema SCHEMA = ToolSchema.of(Parameter.required("text", ParameterType.string()));

    private final List<ShadowEvent> events = new ArrayList<>();
    private final ShadowTally tally = new ShadowTally(events::add, Clock.systemUTC());
    private final CompiledRules run = CompiledRules.of(
            SCHEMA,
            ToolSchema.of(),
            RuleList.of(RuleSpec.when(Argument.Text.at("/text").prefix("x"), Mode.DENY), RuleSpec.otherwise(Mode.ASK)),
            PathSettings.plain());
    private final CompiledRules nothing =
            CompiledRules.of(SCHEMA, ToolSchema.of(), RuleList.empty(), PathSettings.plain());

    private static ToolCall call(String text) {
        return new ToolCall("1", "say", JsonNodeFactory.instance.objectNode().put("text", text));
    }

    @Test
    void aFailureIsToldOnceAndNotCountedAsCompared() {
        // No list fails by itself, so one is missing.
        ShadowRules broken = new ShadowRules(run, missing(), nothing, tally);
        broken.compare("s", call("x"), Facts.NONE, Mode.ASK, OptionalInt.empty());
        assertThat(events).singleElement().satisfies(failed -> {
            assertThat(failed.isFailure()).isTrue();
            assertThat(failed.error()).isEqualTo("java.lang.NullPointerException");
            assertThat(failed.tool()).isEqualTo("say");
            assertThat(failed.session()).isEqualTo("s");
        });
        assertThat(tally.counts()).isEqualTo(new ShadowEvent.Counts(0, 0, 1, Map.of()));

        new ShadowRules(run, nothing, nothing, tally)
                .compare("s", call("x"), Facts.NONE, Mode.ASK, OptionalInt.empty());
        assertThat(tally.counts())
                .isEqualTo(new ShadowEvent.Counts(1, 1, 1, Map.of("tool \"say\", run: ask -> deny", 1L)));
    }

    @SuppressWarnings("NullAway")
    private static CompiledRules missing() {
        return null;
    }

    @Test
    void theSameModeByAnotherRuleIsNoDifference() {
        new ShadowRules(run, nothing, nothing, tally).compare("s", call("y"), Facts.NONE, Mode.ASK, OptionalInt.of(7));
        assertThat(tally.counts()).isEqualTo(new ShadowEvent.Counts(1, 0, 0, Map.of()));
        assertThat(events).isEmpty();
    }
}
