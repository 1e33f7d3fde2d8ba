package dev.toolpolicy.stream.gate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.runtime.argument.ArgumentLimits;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.decision.PolicyPreview;
import dev.toolpolicy.runtime.internal.call.CallSetting;
import dev.toolpolicy.runtime.internal.call.Constructors;
import dev.toolpolicy.runtime.internal.call.PreparedTool;
import dev.toolpolicy.runtime.internal.json.CompiledSchema;
import dev.toolpolicy.runtime.internal.json.FragmentParser;
import dev.toolpolicy.runtime.internal.json.SchemaCheck;
import dev.toolpolicy.runtime.internal.json.ValueAggregator;
import dev.toolpolicy.stream.CompletedUnit;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One call at the gate, read while its pieces come. A rule's denial is used as soon as it is certain. Everything else
 * is decided once the call is whole: policies and approvers don't hear of a call before.
 *
 * <p>Behind a gate the client runs the call, perhaps with other defaults than the tool's, or with none. The rules
 * decide on both, and the stricter decision counts.
 */
final class CallReading {
    private final Supplier<CallSetting> settings;
    private final StringBuilder name = new StringBuilder();
    private String id = "";
    private long length;
    private @Nullable Reading reading;

    /** The receivers of the text, from its first piece on. */
    private record Reading(CallSetting setting, ToolCallStream stream) {
        static Reading of(CallSetting session, String id, String name) {
            CallSetting setting = session.atEnd();
            return new Reading(setting, Constructors.create(ToolCallStream.class, setting, id, name));
        }

        /** Returns whether what was read is this call, by the current rules: id and name may have come later. */
        boolean isAllOf(CompletedUnit.Call call, CallSetting now) {
            return stream.id().equals(call.id())
                    && stream.tool().equals(call.name())
                    && stream.length() == call.argumentText().length()
                    && setting.tools().get(call.name()) == now.tools().get(call.name())
                    && !CallText.isAbsent(call);
        }
    }

    CallReading(Supplier<CallSetting> settings) {
        this.settings = settings;
    }

    /** Returns the id so far; empty if none came. */
    String id() {
        return id;
    }

    /** Returns the tool's name so far. */
    String name() {
        return name.toString();
    }

    /** Reads the next piece. Returns the refusal, once a rule denies the call. */
    Optional<GateVerdict> add(ToolCallDelta delta) {
        if (id.isEmpty()) {
            id = delta.id();
        }
        if (length == 0 && !delta.name().contentEquals(name)) {
            name.append(delta.name());
        }
        boolean first = length == 0;
        length += delta.arguments().length();
        if (first && length > 0 && !name.isEmpty()) {
            reading = Reading.of(settings.get(), id, name());
        }
        return reading == null ? Optional.empty() : add(reading.stream(), delta.arguments());
    }

    private Optional<GateVerdict> add(ToolCallStream stream, String text) {
        stream.append(text);
        if (stream.refusal().isEmpty()) {
            return Optional.empty();
        }
        stream.refuse();
        reading = null;
        return Optional.of(verdict(stream.finish(), null));
    }

    /** Decides about the whole call, as soon as an approver has answered if one is needed. */
    PendingVerdict decide(CompletedUnit.Call call) {
        if (call.truncated() && !CallText.isWhole(call)) {
            return cut();
        }
        CallSetting now = settings.get();
        Reading known = reading;
        String text = CallText.isAbsent(call) ? "{}" : call.argumentText();
        if (known == null || !known.isAllOf(call, now)) {
            known = Reading.of(now, call.id(), call.name());
            known.stream().append(text);
        }
        CallSetting setting = known.setting();
        ToolCallStream stream = known.stream();
        PreparedTool tool = setting.tools().get(call.name());
        ObjectNode full = stream.arguments().orElse(null);
        CompiledSchema bare = tool == null ? null : tool.schema().withoutDefaults();
        if (tool == null || full == null || bare == null || bare == tool.schema()) {
            return conclude(stream, full);
        }
        ObjectNode given = read(bare, setting.limits(), text);
        return given == null
                ? refused("its arguments can't be read without defaults")
                : given.equals(full)
                        ? conclude(stream, full)
                        : stricter(setting, tool, stream, call, text, full, given);
    }

    /** Returns the arguments by a schema; null if they are not valid. */
    private static @Nullable ObjectNode read(CompiledSchema schema, ArgumentLimits limits, String text) {
        ValueAggregator values = new ValueAggregator();
        FragmentParser parser = new FragmentParser(limits, new SchemaCheck(schema, values));
        boolean valid = parser.append(text).finish().error().isEmpty();
        return valid && values.value().orElse(null) instanceof ObjectNode arguments ? arguments : null;
    }

    /** Decides with the tool's defaults and as given. A policy may deny either. */
    private static PendingVerdict stricter(
            CallSetting setting,
            PreparedTool tool,
            ToolCallStream stream,
            CompletedUnit.Call call,
            String text,
            ObjectNode full,
            ObjectNode given) {
        boolean asGiven = strictness(tool.run().evaluate(given).mode())
                > strictness(tool.run().evaluate(full).mode());
        ToolCall other = new ToolCall(call.id(), call.name(), asGiven ? full : given);
        if (setting.policies().preview(other, true) instanceof PolicyPreview.Denied denied) {
            setting.policies().reportDenial(other, denied.denial());
            return refused(denied.denial().reason());
        }
        if (!asGiven) {
            return conclude(stream, full);
        }
        CallSetting bare = setting.with(Map.of(call.name(), withoutDefaults(tool)));
        return conclude(
                Constructors.create(ToolCallStream.class, bare, call.id(), call.name())
                        .append(text),
                given);
    }

    private static PreparedTool withoutDefaults(PreparedTool tool) {
        DeclaredTool named =
                DeclaredTool.of(tool.definition().name(), tool.definition().schema());
        return new PreparedTool(
                tool.definition().run().map(named::withRun).orElse(named),
                tool.schema().withoutDefaults(),
                tool.run(),
                tool.result(),
                tool.terms());
    }

    /** Returns the strictness of a mode. Edit counts as ask, since calls go out unchanged. */
    private static int strictness(Mode mode) {
        return switch (mode) {
            case ALLOW -> 0;
            case ASK, EDIT -> 1;
            case DENY -> 2;
        };
    }

    private static PendingVerdict conclude(ToolCallStream stream, @Nullable ObjectNode arguments) {
        return new PendingVerdict(stream.conclude().thenApply(outcome -> verdict(outcome, arguments)), stream::finish);
    }

    private static GateVerdict verdict(ToolCallOutcome outcome, @Nullable ObjectNode arguments) {
        return outcome.accept(new ToolCallOutcome.Visitor<>() {
            @Override
            public GateVerdict approved(ToolCallOutcome.Approved approved) {
                return CallReading.approved(approved.call(), arguments);
            }

            @Override
            public GateVerdict refused(ToolCallOutcome.Refused refused) {
                return GateVerdict.refused(refused.reason());
            }

            @Override
            public GateVerdict declined(ToolCallOutcome.Declined declined) {
                return GateVerdict.refused(declined.reason());
            }

            @Override
            public GateVerdict invalid(ToolCallOutcome.Invalid invalid) {
                return GateVerdict.refused(invalid.error().forModel());
            }

            @Override
            public GateVerdict unanswered(ToolCallOutcome.Unanswered unanswered) {
                return GateVerdict.refused("it needs approval, and no approver is available");
            }
        });
    }

    /**
     * Returns the verdict on an approved call. Edited arguments can't go out: the client gets the original call, or
     * none.
     */
    private static GateVerdict approved(ApprovedCall call, @Nullable ObjectNode arguments) {
        if (call.arguments().equals(arguments)) {
            return new GateVerdict("", Optional.of(call));
        }
        call.failed();
        return GateVerdict.refused("it was approved with other arguments, which a gate can't put in its place");
    }

    static PendingVerdict cut() {
        return refused("the response was cut before the call was whole");
    }

    private static PendingVerdict refused(String reason) {
        return new PendingVerdict(CompletableFuture.completedFuture(GateVerdict.refused(reason)), () -> {});
    }
}
