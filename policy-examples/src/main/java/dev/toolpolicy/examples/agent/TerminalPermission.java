package dev.toolpolicy.examples.agent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.internal.approve.ArgumentDisplay;
import dev.toolpolicy.runtime.internal.approve.RequestText;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.UserInterruptException;
import org.jspecify.annotations.Nullable;

/**
 * Asks at a terminal, by single keys. Reading keys waits on a thread of its own, so that arguments that come meanwhile
 * are shown and a request that is withdrawn goes. A long request is cut, and approved only after it was shown whole.
 */
final class TerminalPermission implements PermissionHandler {
    private static final Logger LOG = System.getLogger(TerminalPermission.class.getName());
    private static final ArgumentDisplay.Settings ALL = ArgumentDisplay.Settings.whole();
    /** The longest request that is shown whole at once, in characters. */
    private static final int LONGEST = 4_000;

    private final AgentScreen screen;
    private final Keys keys;
    private final LineReader lines;
    private final Optional<Editor> editor;
    private volatile @Nullable ApprovalRequest shown;
    /** The request that stands on the screen with all its text. */
    private volatile @Nullable ApprovalRequest whole;

    TerminalPermission(AgentScreen screen, Keys keys, LineReader lines, Optional<Editor> editor) {
        this.screen = screen;
        this.keys = keys;
        this.lines = lines;
        this.editor = editor;
    }

    @Override
    public CompletionStage<Answer> ask(ApprovalRequest request) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        shown = request;
        screen.asking(true);
        Thread thread = new Thread(() -> read(request.id(), answer), "agent-keys");
        thread.setDaemon(true);
        thread.start();
        return answer;
    }

    @Override
    public void refreshed(ApprovalRequest request) {
        ApprovalRequest before = shown;
        if (before != null && before.id() == request.id()) {
            shown = request;
            showQuestion(request);
            screen.note(choices(request));
        }
    }

    @Override
    public void withdrawn(ApprovalRequest request, String reason) {
        shown = null;
        screen.note("No answer is needed any more: " + VisibleText.line(reason));
    }

    private boolean isOpen(long id) {
        ApprovalRequest request = shown;
        return request != null && request.id() == id;
    }

    /** Reads the answer to one request. A new request waits until the previous one has released the terminal. */
    private void read(long id, CompletableFuture<Answer> answer) {
        synchronized (keys) {
            readKeys(id, answer);
        }
    }

    private void readKeys(long id, CompletableFuture<Answer> answer) {
        try {
            showFirst();
            while (isOpen(id)) {
                int key = keys.next(() -> isOpen(id));
                ApprovalRequest now = shown;
                if (now == null || key == Keys.NONE) {
                    break;
                }
                Optional<Answer> given = answer(now, key);
                if (given.isPresent()) {
                    answer.complete(given.get());
                    break;
                }
            }
            answer.completeExceptionally(new IOException("the terminal is closed"));
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.WARNING, "the terminal can't be read", e);
            answer.completeExceptionally(e);
        } finally {
            screen.asking(false);
        }
    }

    /** Shows a new question, drops the keys that were typed before it, then names the keys that answer it. */
    private void showFirst() throws IOException {
        ApprovalRequest first = shown;
        if (first != null) {
            showQuestion(first);
        }
        keys.drain();
        ApprovalRequest now = shown;
        if (now != null) {
            screen.note(choices(now));
        }
    }

    private void showQuestion(ApprovalRequest request) {
        boolean isShort = request.wholeText().length() <= LONGEST;
        String question = request.result().isEmpty() ? "Run this call? " : "Show this result to the model? ";
        screen.title(question + VisibleText.line(request.reason().toString()));
        RequestText.remedies(request.remedies()).forEach(screen::line);
        RequestText.warnings(request.warnings()).forEach(screen::problem);
        request.problem().ifPresent(problem -> screen.problem(VisibleText.line(problem)));
        ArgumentDisplay.Settings settings = isShort ? ALL : ArgumentDisplay.Settings.defaults();
        screen.line(ArgumentDisplay.of(request, settings).functionCall());
        request.result()
                .ifPresentOrElse(
                        result -> screen.line(
                                ArgumentDisplay.Json.of(result, settings).toString()),
                        () -> showMissing(request));
        if (isShort) {
            whole = request;
        } else {
            screen.note("Some of it is cut: press v to see all before you approve.");
        }
    }

    private void showWhole(ApprovalRequest request) {
        screen.line(ArgumentDisplay.of(request, ArgumentDisplay.Settings.whole())
                .json()
                .toString());
        request.result()
                .ifPresent(result ->
                        screen.line(ArgumentDisplay.Json.of(result, ALL).toString()));
        whole = request;
    }

    /** Shows what of a call is still to come, or came late. */
    private void showMissing(ApprovalRequest call) {
        if (!call.complete()) {
            screen.line("still to come: " + (call.missing().isEmpty() ? "the end" : names(call.missing())));
        }
        if (!call.unseen().isEmpty()) {
            screen.line("arrived after you approved: " + names(call.unseen()));
        }
    }

    /** Returns the keys that answer a request, with their meaning. */
    private static String choices(ApprovalRequest call) {
        if (call.result().isPresent()) {
            return "y show it, e edit, v view all, n don't show it";
        }
        String yes = !call.complete()
                ? "y approve what is shown, w wait for all"
                : call.reason().canRememberApproval()
                        ? "y approve, a approve also later calls "
                                + (call.reason().coversSameArgumentsOnly()
                                        ? "with the same arguments"
                                        : "that need approval by this rule")
                                + ", e edit, v view all"
                        : "y approve, e edit, v view all";
        String later = call.reason().canRememberDecline()
                ? ", l decline also later calls that need approval for the same reason"
                : "";
        return yes + ", n decline, r decline with a reason" + later + ", d decline all";
    }

    private static String names(List<String> names) {
        return VisibleText.line(String.join(", ", names));
    }

    /** Returns the answer that a key gives; empty if it gives none. */
    private Optional<Answer> answer(ApprovalRequest request, int key) throws IOException {
        Optional<ApprovalRequest> call =
                Optional.of(request).filter(each -> each.result().isEmpty());
        Optional<ApprovalRequest> arriving = call.filter(each -> !each.complete());
        switch (key) {
            case 'y':
                return wasShown(request) ? Optional.of(request.approve()) : Optional.empty();
            case 'w':
                return arriving.map(ApprovalRequest::waitForAll);
            case 'a':
                return call.filter(each -> each.complete() && each.reason().canRememberApproval())
                        .filter(this::wasShown)
                        .map(each -> each.approve().remembered());
            case 'e':
                return arriving.isPresent() ? Optional.empty() : edit(request);
            case 'v':
                showWhole(request);
                return Optional.empty();
            case 'n':
                return Optional.of(request.decline(""));
            case 'l':
                return request.reason().canRememberDecline()
                        ? Optional.of(request.decline("").remembered())
                        : Optional.empty();
            case 'r':
                return reason().map(request::decline);
            case 'd', 3: // Ctrl-C comes as a key here
                return Optional.of(request.declineAll(""));
            default:
                return Optional.empty();
        }
    }

    /** Returns whether all of a request was shown; says what to do if not. */
    private boolean wasShown(ApprovalRequest request) {
        boolean all = request.equals(whole);
        if (!all) {
            screen.problem("Some of it is cut: press v to see all, then approve.");
        }
        return all;
    }

    private Optional<String> reason() {
        try {
            return Optional.of(lines.readLine("why? "));
        } catch (UserInterruptException | EndOfFileException e) {
            screen.note("not declined yet");
            return Optional.empty();
        }
    }

    private Optional<Answer> edit(ApprovalRequest request) throws IOException {
        if (editor.isEmpty()) {
            screen.problem("There is no editor: set EDITOR, such as EDITOR=nano, before you start the agent.");
            return Optional.empty();
        }
        JsonNode editable = request.result().orElseGet(request::arguments);
        String text = ArgumentDisplay.Json.of(editable, ALL).json();
        try {
            return Optional.of(request.edit(editor.get().edit(text)));
        } catch (IOException e) {
            screen.problem(VisibleText.line(String.valueOf(e.getMessage())));
            return Optional.empty();
        }
    }
}
