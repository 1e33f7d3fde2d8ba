package dev.toolpolicy.runtime.permission;

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
    private final Map<Long, ApprovalRequest> prompts = new LinkedHashMap<>();
    private final List<String> heard = new ArrayList<>();

    public PermissionSettings settings() {
        return PermissionSettings.of(this).on(Runnable::run);
    }

    @Override
    public synchronized CompletionStage<Answer> ask(ApprovalRequest prompt) {
        heard.add("ask " + words(prompt));
        prompts.put(prompt.id(), prompt);
        return stages.computeIfAbsent(prompt.id(), id -> new CompletableFuture<>());
    }

    @Override
    public synchronized void refreshed(ApprovalRequest prompt) {
        heard.add("refresh " + words(prompt));
        prompts.put(prompt.id(), prompt);
    }

    @Override
    public synchronized void withdrawn(ApprovalRequest prompt, String reason) {
        heard.add("withdraw " + prompt.subject().callId() + ": " + reason);
        prompts.remove(prompt.id());
    }

    private static String words(ApprovalRequest prompt) {
        String text = prompt.subject().callId() + " " + prompt.arguments();
        if (prompt instanceof ApprovalRequest.OfCall call) {
            text += call.complete() ? "" : " missing " + call.missing();
            text += call.unseen().isEmpty() ? "" : " unseen " + call.unseen();
        } else if (prompt instanceof ApprovalRequest.OfResult result) {
            text += " -> " + result.result();
        }
        return text + prompt.problem().map(problem -> " problem " + problem).orElse("");
    }

    /** Everything that was heard since the last time. */
    public synchronized List<String> heard() {
        List<String> all = List.copyOf(heard);
        heard.clear();
        return all;
    }

    /** The prompt that is shown. */
    public synchronized ApprovalRequest shown() {
        return prompts.values().stream()
                .reduce((one, other) -> {
                    throw new AssertionError("two prompts at once: " + prompts);
                })
                .orElseThrow(() -> new AssertionError("no prompt is shown"));
    }

    public ApprovalRequest.OfCall call() {
        return (ApprovalRequest.OfCall) shown();
    }

    public synchronized boolean isIdle() {
        return prompts.isEmpty();
    }

    /** Answers what is shown. */
    public void answer(Function<? super ApprovalRequest, ? extends Answer> how) {
        ApprovalRequest prompt = shown();
        CompletableFuture<Answer> stage;
        synchronized (this) {
            prompts.remove(prompt.id());
            stage = stages.get(prompt.id());
        }
        stage.complete(how.apply(prompt));
    }

    /** Lets the handler fail for what is shown. */
    public void fail(Throwable failure) {
        ApprovalRequest prompt = shown();
        CompletableFuture<Answer> stage;
        synchronized (this) {
            prompts.remove(prompt.id());
            stage = stages.get(prompt.id());
        }
        stage.completeExceptionally(failure);
    }

    /** Answers a prompt, whether it is shown or not. */
    public void answerLate(ApprovalRequest prompt, Answer answer) {
        CompletableFuture<Answer> stage;
        synchronized (this) {
            stage = stages.get(prompt.id());
        }
        stage.complete(answer);
    }
}
