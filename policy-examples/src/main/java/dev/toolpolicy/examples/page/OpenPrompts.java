package dev.toolpolicy.examples.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.permission.Answer;
import dev.toolpolicy.runtime.permission.CallPrompt;
import dev.toolpolicy.runtime.permission.PermissionHandler;
import dev.toolpolicy.runtime.permission.Prompt;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The prompts that wait for an answer from the page. An answer names the prompt and the revision that was seen; what it
 * says counts for that and for nothing that was shown since.
 */
final class OpenPrompts implements PermissionHandler {
    private static final int KEPT_TEXTS = 16;

    private final Board board;
    private final Cards cards;
    private final Map<Long, Open> open = new ConcurrentHashMap<>();
    /** What was edited for the last calls, so that it is there to mend if it couldn't be taken. */
    private final Map<Long, String> edited = Collections.synchronizedMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, String> eldest) {
            return size() > KEPT_TEXTS;
        }
    });

    OpenPrompts(Board board, Cards cards) {
        this.board = board;
        this.cards = cards;
    }

    @Override
    public CompletionStage<Answer> ask(Prompt prompt) {
        Open asked = new Open(prompt, new CompletableFuture<>());
        open.put(prompt.id(), asked);
        show(prompt);
        return asked.answer();
    }

    @Override
    public void refreshed(Prompt prompt) {
        if (open.computeIfPresent(prompt.id(), (id, old) -> new Open(prompt, old.answer())) != null) {
            show(prompt);
        }
    }

    @Override
    public void withdrawn(Prompt prompt, String reason) {
        close(prompt.id());
    }

    private void show(Prompt prompt) {
        String text = prompt.problem().isPresent() ? edited.get(prompt.subject().serial()) : null;
        board.put(key(prompt.id()), () -> PromptCard.of(cards, prompt, text));
    }

    private @Nullable Open close(long id) {
        Open closed = open.remove(id);
        board.remove(key(id));
        return closed;
    }

    private static String key(long prompt) {
        return "prompt-" + prompt;
    }

    /** Takes what the page sent. */
    void answer(JsonNode given) throws BadAnswerException {
        long id = given.path("prompt").asLong(-1);
        Open asked = open.get(id);
        if (asked == null) {
            throw new BadAnswerException("This question is no longer open; your answer was not used.");
        }
        Answer answer = read(asked.prompt(), given);
        if (answer instanceof Answer.Edit edit) {
            edited.put(asked.prompt().subject().serial(), edit.text());
        }
        Open closed = close(id);
        if (closed == null) {
            throw new BadAnswerException("Somebody else has answered this; your answer was not used.");
        }
        closed.answer().complete(answer);
    }

    /** The answer to what was seen, which may be an earlier revision. */
    private static Answer read(Prompt prompt, JsonNode given) throws BadAnswerException {
        JsonNode revision = given.path("revision");
        if (!revision.canConvertToInt() || revision.intValue() < 1 || revision.intValue() > prompt.revision()) {
            throw new BadAnswerException("The answer doesn't say what was seen; load the page again.");
        }
        int seen = revision.intValue();
        String kind = given.path("answer").asText();
        String reason = given.path("reason").asText();
        boolean call = prompt instanceof CallPrompt;
        return switch (kind) {
            case "approve" -> new Answer.Approve(prompt.id(), seen, false);
            case "approve-remember" -> new Answer.Approve(prompt.id(), seen, true);
            case "decline" -> prompt.decline(reason);
            case "decline-remember" -> prompt.decline(reason).remembered();
            case "decline-all" -> prompt.declineAll(reason);
            case "edit" -> new Answer.Edit(prompt.id(), seen, given.path("text").asText());
            case "approve-seen" -> {
                requireCall(call, kind);
                yield new Answer.ApproveSeen(prompt.id(), seen);
            }
            case "wait" -> {
                requireCall(call, kind);
                yield new Answer.WaitForAll(prompt.id());
            }
            default -> throw unknown(kind);
        };
    }

    private static void requireCall(boolean call, String kind) throws BadAnswerException {
        if (!call) {
            throw unknown(kind);
        }
    }

    private static BadAnswerException unknown(String kind) {
        return new BadAnswerException("\"" + kind + "\" is no answer to this question.");
    }

    /** Nobody is there any more: what is open is declined. */
    void close() {
        for (Long id : open.keySet()) {
            Open closed = close(id);
            if (closed != null) {
                closed.answer().complete(closed.prompt().decline("the page where it was asked is closed"));
            }
        }
    }

    /** A prompt and its answer to come. */
    private record Open(Prompt prompt, CompletableFuture<Answer> answer) {}
}
