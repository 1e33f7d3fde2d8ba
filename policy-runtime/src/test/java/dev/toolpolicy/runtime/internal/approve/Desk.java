package dev.toolpolicy.runtime.internal.approve;

import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * A handler for tests, who writes down what it hears. With an executor that runs everything on the caller's thread, as
 * {@link #settings} has, what follows from an answer has happened when {@link #answer} returns.
 */
public final class Desk implements PermissionHandler {
    private final Map<Long, CompletableFuture<Answer>> stages = new LinkedHashMap<>();
    private final Map<Long, ApprovalRequest> requests = new LinkedHashMap<>();
    private final List<String> heard = new ArrayList<>();

    /** Early requests, answered on the caller's thread. */
    public PermissionSettings settings() {
        return PermissionSettings.of(this).withExecutor(Runnable::run).withEarly();
    }

    @Override
    public synchronized CompletionStage<Answer> ask(ApprovalRequest request) {
        heard.add("ask " + words(request));
        requests.put(request.id(), request);
        return stages.computeIfAbsent(request.id(), id -> new CompletableFuture<>());
    }

    @Override
    public synchronized void refreshed(ApprovalRequest request) {
        heard.add("refresh " + words(request));
        requests.put(request.id(), request);
    }

    @Override
    public synchronized void withdrawn(ApprovalRequest request, String reason) {
        heard.add("withdraw " + request.callId() + ": " + reason);
        requests.remove(request.id());
    }

    private static String words(ApprovalRequest request) {
        String text = request.callId() + " " + request.arguments();
        text += request.complete() ? "" : " missing " + request.missing();
        text += request.unseen().isEmpty() ? "" : " unseen " + request.unseen();
        text += request.result().map(result -> " -> " + result).orElse("");
        return text + request.problem().map(problem -> " problem " + problem).orElse("");
    }

    /** Everything that was heard since the last time. */
    public synchronized List<String> heard() {
        List<String> all = List.copyOf(heard);
        heard.clear();
        return all;
    }

    /** The request that is shown. */
    public synchronized ApprovalRequest shown() {
        return requests.values().stream()
                .reduce((one, other) -> {
                    throw new AssertionError("two requests at once: " + requests);
                })
                .orElseThrow(() -> new AssertionError("no request is shown"));
    }

    public ApprovalRequest call() {
        return shown();
    }

    public synchronized boolean isIdle() {
        return requests.isEmpty();
    }

    /** Answers what is shown. */
    public void answer(Function<? super ApprovalRequest, ? extends Answer> how) {
        ApprovalRequest request = shown();
        CompletableFuture<Answer> stage;
        synchronized (this) {
            requests.remove(request.id());
            stage = stages.get(request.id());
        }
        stage.complete(how.apply(request));
    }

    /** Lets the handler fail for what is shown. */
    public void fail(Throwable failure) {
        ApprovalRequest request = shown();
        CompletableFuture<Answer> stage;
        synchronized (this) {
            requests.remove(request.id());
            stage = stages.get(request.id());
        }
        stage.completeExceptionally(failure);
    }

    /** Answers a request, whether it is shown or not. */
    public void answerLate(ApprovalRequest request, Answer answer) {
        CompletableFuture<Answer> stage;
        synchronized (this) {
            stage = stages.get(request.id());
        }
        stage.complete(answer);
    }
}
