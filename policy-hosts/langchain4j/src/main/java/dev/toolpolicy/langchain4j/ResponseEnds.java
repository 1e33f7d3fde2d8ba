package dev.toolpolicy.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.observability.api.event.AiServiceEvent;
import dev.langchain4j.observability.api.event.AiServiceRequestIssuedEvent;
import dev.langchain4j.observability.api.event.AiServiceResponseReceivedEvent;
import dev.langchain4j.observability.api.event.AiServiceStartedEvent;
import dev.langchain4j.observability.api.listener.AiServiceCompletedListener;
import dev.langchain4j.observability.api.listener.AiServiceErrorListener;
import dev.langchain4j.observability.api.listener.AiServiceListener;
import dev.langchain4j.observability.api.listener.AiServiceRequestIssuedListener;
import dev.langchain4j.observability.api.listener.AiServiceResponseReceivedListener;
import dev.langchain4j.observability.api.listener.AiServiceStartedListener;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.internal.fault.BoundedMap;
import dev.toolpolicy.runtime.internal.read.EmptyArguments;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The ends of the responses that AI services get. LangChain4j writes an empty object for arguments that were cut off;
 * only the end of the response says whether the model meant one. Thread-safe.
 */
final class ResponseEnds {
    private static final Logger LOG = System.getLogger(ResponseEnds.class.getName());
    /** The most invocations of AI services that are followed at once. Calls without arguments of older ones don't run. */
    private static final int MOST = 10_000;

    private static final Set<FinishReason> COMPLETE = Set.of(FinishReason.STOP, FinishReason.TOOL_EXECUTION);
    private static final String CUT = "{";

    private final Duration limit;
    private final Map<UUID, Round> rounds = Collections.synchronizedMap(new BoundedMap<>(MOST, false));
    /** Tools that were reported to be beside the policies. */
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    private final AtomicBoolean warned = new AtomicBoolean();

    ResponseEnds() {
        this(Duration.ofSeconds(60));
    }

    /**
     * Creates a record of ends.
     *
     * @param limit how long a call without arguments waits for the end of its response
     */
    ResponseEnds(Duration limit) {
        this.limit = limit;
    }

    /** Returns whether a response that ended for this reason is complete. Others are cuts, also those that aren't known. */
    static boolean isComplete(@Nullable FinishReason reason) {
        return reason != null && COMPLETE.contains(reason);
    }

    Collection<AiServiceListener<?>> listeners() {
        AiServiceStartedListener started = this::started;
        AiServiceRequestIssuedListener issued = this::issued;
        AiServiceResponseReceivedListener received = this::received;
        AiServiceErrorListener failed = this::ended;
        AiServiceCompletedListener completed = this::ended;
        return List.of(started, issued, received, failed, completed);
    }

    private void started(AiServiceStartedEvent event) {
        next(event.invocationContext().invocationId(), Set.of());
    }

    private void issued(AiServiceRequestIssuedEvent event) {
        Round before = round(event.invocationContext());
        Set<String> provided = before == null ? Set.of() : before.provided;
        next(event.invocationContext().invocationId(), provided);
        List<ToolSpecification> offered =
                Objects.requireNonNullElse(event.request().toolSpecifications(), List.of());
        offered.stream()
                .map(ToolSpecification::name)
                .filter(name -> !provided.contains(name))
                .forEach(this::report);
    }

    private void received(AiServiceResponseReceivedEvent event) {
        Round round = round(event.invocationContext());
        if (round != null) {
            ChatResponse response = event.response();
            round.end(isComplete(response.finishReason()) ? response.aiMessage().toolExecutionRequests() : List.of());
        }
    }

    private void ended(AiServiceEvent event) {
        Round round = round(event.invocationContext());
        if (round != null) {
            round.end(List.of());
            rounds.remove(event.invocationContext().invocationId());
        }
    }

    private void next(@Nullable UUID invocation, Set<String> provided) {
        if (invocation != null) {
            Round earlier = rounds.put(invocation, new Round(provided));
            if (earlier != null) {
                earlier.end(List.of());
            }
        }
    }

    private @Nullable Round round(InvocationContext call) {
        return rounds.get(call.invocationId());
    }

    /** Notes the tools that an invocation was provided with. */
    void provided(InvocationContext call, Set<String> names) {
        Round round = round(call);
        if (round != null) {
            round.provided.addAll(names);
        } else if (!warned.getAndSet(true)) {
            LOG.log(
                    Level.WARNING,
                    "Calls without arguments don't run, since nothing says whether they were cut off. Add"
                            + " .registerListeners(tools.listeners()) to the builder of the AI service.");
        }
    }

    /** Returns the approval for which an earlier call of the response waits. */
    Optional<String> pending(InvocationContext call) {
        return Optional.ofNullable(round(call)).flatMap(each -> Optional.ofNullable(each.pending));
    }

    /** Notes that a call of the response waits for an approval. */
    void waits(InvocationContext call, String approval) {
        Round round = round(call);
        if (round != null) {
            round.pending = approval;
        }
    }

    private void report(String tool) {
        if (reported.size() < MOST && reported.add(tool)) {
            LOG.log(
                    Level.WARNING,
                    VisibleText.line(
                            "Tool \"" + tool + "\" is not under policies: the AI service has it from elsewhere than"
                                    + " PolicyTools.",
                            VisibleText.DETAIL));
        }
    }

    /**
     * Returns the text of a call's arguments. A call without arguments waits for the end of its response.
     *
     * @return the text; one that is malformed if the call was cut off
     * @throws IllegalStateException if the call has no arguments and nothing is known of its response
     */
    String arguments(ToolExecutionRequest request, InvocationContext context) {
        String text = Objects.requireNonNullElse(request.arguments(), "").strip();
        if (!text.isEmpty() && !text.equals("null") && !EmptyArguments.isEmptyObject(text)) {
            return text;
        }
        Round round = round(context);
        if (round == null) {
            throw new IllegalStateException("The call of tool \"" + request.name()
                    + "\" has no arguments, and nothing says whether they were cut off, so it doesn't run. Add"
                    + " .registerListeners(tools.listeners()) to the builder of the AI service.");
        }
        return round.claim(request, limit) ? "{}" : CUT;
    }

    /** One request of an AI service to its model, and the calls of the response if that is complete. Thread-safe. */
    static final class Round {
        private final CompletableFuture<List<ToolExecutionRequest>> complete = new CompletableFuture<>();
        /** The thread that sends the request. If it runs a tool, the response is over. */
        private final long sender = Thread.currentThread().getId();
        /** The tools that came through {@link PolicyTools}, in this round or before. */
        private final Set<String> provided = ConcurrentHashMap.newKeySet();

        /** The approval for which the last suspended call waits. */
        private volatile @Nullable String pending;

        Round(Set<String> provided) {
            this.provided.addAll(provided);
        }

        /** Ends the response. Only the first end counts. */
        void end(List<ToolExecutionRequest> calls) {
            complete.complete(new ArrayList<>(calls));
        }

        /**
         * Returns whether a call is one of a complete response. Each call is claimed once, so that a later response that
         * repeats it isn't taken for this one.
         *
         * @param limit how long to wait for the end of the response
         */
        boolean claim(ToolExecutionRequest call, Duration limit) {
            try {
                long most = Thread.currentThread().getId() == sender ? 0 : limit.toMillis();
                List<ToolExecutionRequest> calls = complete.get(most, TimeUnit.MILLISECONDS);
                synchronized (calls) {
                    return calls.remove(call);
                }
            } catch (TimeoutException e) {
                return false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            } catch (ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
