package dev.toolpolicy.springai;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.springai.HostCalls.Ran;
import io.micrometer.observation.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;
import org.springframework.util.CollectionUtils;

/** The calls of one response of a model. For one use, by one thread. */
final class ToolBatch {
    /** Finish reasons of a response that wasn't cut, as providers write them, in lower case. */
    private static final Set<String> WHOLE = Set.of(
            "tool_calls tool_call tool_use function_call stop stop_sequence end_turn complete completed".split(" "));

    /** Text that is cut however it goes on. */
    private static final String CUT_TEXT = "{";

    private final ToolPolicies policies;
    private final ToolCallbackResolver resolver;
    private final Prompt prompt;
    private final Generation generation;
    private final List<ToolCall> calls;
    private final HostCalls host;
    private final boolean whole;
    /** The approval for which a call of this response waits; later calls wait behind it. */
    private @Nullable String pending;

    private boolean direct = true;

    ToolBatch(
            ToolPolicies policies,
            ToolCallingManager host,
            ToolCallbackResolver resolver,
            Prompt prompt,
            ChatResponse response) {
        this.policies = policies;
        this.resolver = resolver;
        this.prompt = prompt;
        this.generation = response.getResults().stream()
                .filter(each -> !CollectionUtils.isEmpty(each.getOutput().getToolCalls()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the response has no tool call"));
        this.calls = generation.getOutput().getToolCalls().stream()
                .map(ToolBatch::named)
                .toList();
        this.host = new HostCalls(policies, host, prompt, response, generation);
        String reason = generation.getMetadata().getFinishReason();
        this.whole = reason != null && WHOLE.contains(reason.toLowerCase(Locale.ROOT));
    }

    /** Returns a call with a name, which a provider may leave out. */
    private static ToolCall named(ToolCall call) {
        return call.name() == null ? new ToolCall(call.id(), call.type(), "", call.arguments()) : call;
    }

    /** Runs the calls in their order. */
    ToolExecutionResult run() {
        List<ToolResponse> results = new ArrayList<>();
        PolicySession session = !policies.isShadow() ? policies.session(host.options()) : null;
        if (session != null) {
            // Before any of them runs: a tool that can't be described then stops the whole batch.
            calls.forEach(call -> offer(call.name()));
        }
        for (ToolCall call : calls) {
            results.add(session == null ? new ShadowCall(policies, host, this, call).run() : observed(session, call));
        }
        List<Message> history = new ArrayList<>(prompt.getInstructions());
        history.add(generation.getOutput());
        history.add(ToolResponseMessage.builder().responses(results).build());
        return ToolExecutionResult.builder()
                .conversationHistory(history)
                .returnDirect(direct || pending != null) // a person answers first, not the model
                .build();
    }

    private ToolResponse observed(PolicySession session, ToolCall call) {
        Observation observation = Observation.start("tool.policy.call", policies.observations())
                .lowCardinalityKeyValue("tool", policies.label(call.name()));
        Observation.Scope scope = observation.openScope();
        try {
            CallResult result = decided(session, call);
            observation.lowCardinalityKeyValue("result", result.kind().word());
            return new ToolResponse(call.id(), call.name(), result.forModel());
        } catch (RuntimeException | Error e) {
            observation.lowCardinalityKeyValue("result", "thrown").error(e);
            throw e;
        } finally {
            scope.close();
            observation.stop();
        }
    }

    private CallResult decided(PolicySession session, ToolCall call) {
        // Again: since the response came, another chat may have offered another tool of this name.
        Outcome outcome = new Outcome(offer(call.name()));
        String id = Objects.requireNonNullElse(call.id(), "");
        GuardedCall guarded = session.guard(id, call.name(), textOf(call));
        CallResult result = (pending == null ? guarded : guarded.behind(pending))
                .run(approved -> outcome.of(call, approved.toString()), Outcome::result)
                .call();
        outcome.rethrow();
        pending = result.approval().orElse(pending);
        if (outcome.ran == null) {
            direct = false; // the model reads why, not the user
            host.skipped(call, new ToolResponse(call.id(), call.name(), result.forModel()));
        } else {
            returns(outcome.ran);
        }
        return result;
    }

    /**
     * Returns the text of a call's arguments. Blank text, and what may be the host's own word for it, was cut unless the
     * response says that it ended well.
     */
    private String textOf(ToolCall call) {
        String text = Objects.requireNonNullElse(call.arguments(), "").strip();
        boolean nothing = text.isEmpty()
                || text.equals("null")
                || (text.startsWith(CUT_TEXT) && text.substring(1).strip().equals("}"));
        return nothing && !whole ? CUT_TEXT : text;
    }

    /** Notes whether a result goes to the user. All of a response's must. */
    void returns(Ran ran) {
        direct = direct && ran.direct();
    }

    /** Brings the tool of a call under the engine, if the host has it, and returns its definition. */
    Optional<ToolDefinition> offer(String name) {
        Optional<ToolDefinition> tool = found(name);
        tool.ifPresent(each -> policies.offer(List.of(each)));
        return tool;
    }

    /** Returns the definition of the tool that the host would run. A model may leave the name blank. */
    private Optional<ToolDefinition> found(String name) {
        if (name.isBlank()) {
            return Optional.empty();
        }
        return HostOptions.tools(host.options()).stream()
                .filter(each -> each.getToolDefinition().name().equals(name))
                .findFirst()
                .or(() -> Optional.ofNullable(resolver.resolve(name)))
                .map(ToolCallback::getToolDefinition);
    }

    /** The host's part of a call, as its manager carries it out. */
    private final class Outcome {
        private final Optional<ToolDefinition> tool;
        private @Nullable Ran ran;
        private @Nullable Throwable thrown;

        Outcome(Optional<ToolDefinition> tool) {
            this.tool = tool;
        }

        Ran of(ToolCall call, String arguments) {
            if (tool.isEmpty()) {
                // The engine knows it from another chat.
                return Ran.not("Not run: this chat has no such tool.");
            }
            if (!policies.isCurrent(tool.get())) {
                return Ran.not("Not run: the tool has changed since the call was decided. Try again.");
            }
            try {
                ran = host.run(call, arguments);
                return ran;
            } catch (RuntimeException | Error e) {
                thrown = e;
                throw e;
            }
        }

        static ToolResult result(Ran ran) {
            if (ran.failed()) {
                return ToolResult.failure(ran.text());
            }
            if (ran.started()) {
                return ToolResult.success(TextNode.valueOf(ran.text()));
            }
            // The host has limits of its own, which a tool that it found elsewhere may not have met.
            return ran.offered() ? ToolResult.failureWithoutEffect(ran.text()) : ToolResult.unknown(ran.text());
        }

        /** Throws what the host's manager threw: it has the exceptions that the application wants to see. */
        void rethrow() {
            if (thrown instanceof RuntimeException e) {
                throw e;
            }
            if (thrown instanceof Error e) {
                throw e;
            }
        }
    }
}
