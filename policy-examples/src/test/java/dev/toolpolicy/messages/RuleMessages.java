package dev.toolpolicy.messages;

import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Rules, approvals, arguments and results. */
final class RuleMessages extends MessageCases {
    @Override
    void addAll() {
        rules();
        approvals();
        invalidArguments();
        results();
        cancelled();
    }

    private void rules() {
        add("a rule denies", engine(), "write", "{\"path\":\"secret/key\"}");
        add("the last rule denies", engine(), "write", "{\"path\":\"etc/passwd\"}");
        add("a tool that is always denied", engine(), "locked", "{}");
    }

    private void approvals() {
        add("no approver", engine(), "write", ASKED);
        add("declined", answering(request -> request.decline("")), "write", ASKED);
        add("declined with a reason", answering(request -> request.decline("not on a Friday")), "write", ASKED);
        add("declined with others", answering(request -> request.declineAll("stop here.")), "write", ASKED);
        add("every edit is invalid", answering(request -> request.edit("no")), "write", ASKED);
        add("the edit is denied", answering(request -> request.edit("{\"path\":\"secret/key\"}")), "write", ASKED);
        add(
                "no answer in time",
                engine().permission(PermissionSettings.of(request -> new CompletableFuture<>())
                        .withLimit(Duration.ofMillis(40))),
                "write",
                ASKED);
        add(
                "the handler fails",
                engine().permission(request -> CompletableFuture.failedFuture(new IOException("tty"))),
                "write",
                ASKED);
        closedWhileAsking();
    }

    private void closedWhileAsking() {
        PolicySession session = engine().permission(PermissionSettings.of(request -> new CompletableFuture<>())
                        .withExecutor(Runnable::run))
                .build()
                .session("s");
        var outcome =
                session.calls().call("c", "write").append(ASKED).conclude().toCompletableFuture();
        session.close();
        add("the session is closed first", outcome.join().forModel());
    }

    private void invalidArguments() {
        add("an unknown tool", engine(), "wrte\n", "{}");
        for (String each : List.of(
                "[]",
                "{\"path\":\"tmp/a\"",
                "{\"path\":'a'}",
                "{\"path\":\"tmp/a\"} {}",
                "{\"path\":\"a\\q\"}",
                "{\"path\":\"tmp/a\",\"path\":\"src/a\"}",
                "{}",
                "{\"path\":7}",
                "{\"path\":\"tmp/a\",\"lines\":\"7\"}",
                "{\"path\":\"tmp/a\",\"lines\":1e999999999}",
                "{\"path\":\"tmp/a\",\"kind\":\"sound\"}",
                "{\"path\":\"tmp/a\",\"kid\":\"text\"}",
                "{\"path\":\"tmp/a\u0000\"}")) {
            add("invalid: " + each.replace("\u0000", "NUL"), engine(), "write", each);
        }
        add("invalid: no tool takes arguments here", engine(), "build", "{\"x\":1}");
        add("a response that was cut", cut());
    }

    private static CallResult cut() {
        try (PolicySession session = engine().build().session("s")) {
            ToolTurn turn =
                    session.turn(handlers((given, call) -> "done", Duration.ofSeconds(9)), TurnSettings.defaults());
            turn.start(0, "c", "write");
            turn.append(0, "{\"path\":\"tm");
            return turn.finish(ResponseEnd.CUT)
                    .toCompletableFuture()
                    .join()
                    .results()
                    .get(0);
        }
    }

    private void results() {
        String keys = "{\"about\":\"keys\"}";
        add("a result that its rules deny", engine(), "notes", keys);
        add("a result without an approver", engine(), "notes", "{}");
        add("a result that the user declines", answering(request -> request.decline("private")), "notes", "{}");
        add("a result whose edits are invalid", answering(request -> request.edit("{")), "notes", "{}");
        add(
                "a result without an answer in time",
                engine().permission(PermissionSettings.of(request -> new CompletableFuture<>())
                        .withLimit(Duration.ofMillis(40))),
                "notes",
                "{}");
        addHandled(
                "a failure that the result rules deny",
                "notes " + keys,
                (given, call) -> ToolResult.failure("no such note"),
                PATIENCE);
        try (PolicySession session = engine().build().session("s")) {
            ToolResult result = session.calls()
                    .call("c", "notes")
                    .append("{}")
                    .finish()
                    .approved()
                    .orElseThrow()
                    .run(() -> "done");
            String shown = result.fold(value -> value.asText(), reason -> reason);
            add("a result that a service's own code gives", shown);
        }
        addCancelledResult();
        add("a result without a result list", engine(), "build", "{}");
        add("a result without a result list, approved", answering(ApprovalRequest::approve), "write", ASKED);
    }

    private void addCancelledResult() {
        CompletableFuture<Void> asked = new CompletableFuture<>();
        PermissionSettings waiting = PermissionSettings.of(request -> {
            asked.complete(null);
            return new CompletableFuture<>();
        });
        try (PolicySession session = engine().permission(waiting).build().session("s")) {
            ToolTurn turn = session.turn(handlers((given, call) -> "done", PATIENCE), TurnSettings.defaults());
            turn.start(0, "c", "notes");
            turn.append(0, "{}");
            turn.end(0);
            turn.finish(ResponseEnd.COMPLETE);
            asked.orTimeout(20, TimeUnit.SECONDS).join();
            add(
                    "a result when its turn is abandoned",
                    turn.abandon("the user left")
                            .toCompletableFuture()
                            .join()
                            .results()
                            .get(0));
        }
    }

    private void cancelled() {
        ToolHandlers handlers = handlers((given, call) -> "done", Duration.ofSeconds(9));
        try (PolicySession session =
                answering(request -> request.decline("no")).build().session("s")) {
            ToolTurn turn = session.turn(handlers, TurnSettings.defaults().withCancellation(() -> {}));
            turn.start(0, "c", "write");
            turn.append(0, ASKED);
            turn.end(0);
            add(
                    "a decline that cancels the response",
                    turn.finish(ResponseEnd.COMPLETE)
                            .toCompletableFuture()
                            .join()
                            .results()
                            .get(0));
        }
        try (PolicySession session = engine().build().session("s")) {
            ToolTurn turn = session.turn(handlers, TurnSettings.defaults());
            turn.start(0, "c", "write");
            turn.append(0, FREE);
            add(
                    "a turn that is abandoned",
                    turn.abandon("the connection was lost")
                            .toCompletableFuture()
                            .join()
                            .results()
                            .get(0));
        }
    }
}
