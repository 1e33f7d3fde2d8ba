package dev.toolpolicy.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One request of an AI service to its model, and the calls of the response if that is complete. Thread-safe. */
final class ResponseRound {
    private final CompletableFuture<List<ToolExecutionRequest>> complete = new CompletableFuture<>();
    /** The thread that sends the request. If it runs a tool, the response is over. */
    private final long sender = Thread.currentThread().getId();
    /** The tools that came through {@link PolicyTools}, in this round or before. */
    private final Set<String> provided = ConcurrentHashMap.newKeySet();

    /** The approval for which the last suspended call waits. */
    private volatile @Nullable String pending;

    ResponseRound(Set<String> provided) {
        this.provided.addAll(provided);
    }

    Optional<String> pending() {
        return Optional.ofNullable(pending);
    }

    void waits(String approval) {
        pending = approval;
    }

    Set<String> provided() {
        return provided;
    }

    void provide(Set<String> names) {
        provided.addAll(names);
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
