package dev.toolpolicy.messages;

import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.permission.ApprovalRequest;
import dev.toolpolicy.runtime.permission.PermissionSettings;
import dev.toolpolicy.runtime.turn.CallResult;
import dev.toolpolicy.runtime.turn.ToolHandlers;
import dev.toolpolicy.runtime.turn.ToolTurn;
import dev.toolpolicy.runtime.turn.TurnSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Rules, approvals, arguments and results. */
final class RuleMessages extends Told {
    @Override
    void tell() {
        rules();
        approvals();
        invalidArguments();
        results();
        cancelled();
    }

    private void rules() {
        say("a rule denies", engine(), "write", "{\"path\":\"secret/key\"}");
        say("the last rule denies", engine(), "write", "{\"path\":\"etc/passwd\"}");
        say("a tool that is always denied", engine(), "locked", "{}");
    }

    private void approvals() {
        say("nobody to ask", engine(), "write", ASKED);
        say("declined", answering(request -> request.decline("")), "write", ASKED);
        say("declined with a reason", answering(request -> request.decline("not on a Friday")), "write", ASKED);
        say("declined with others", answering(request -> request.declineAll("stop here.")), "write", ASKED);
        say("every edit is invalid", answering(request -> request.edit("no")), "write", ASKED);
        say("the edit is denied", answering(request -> request.edit("{\"path\":\"secret/key\"}")), "write", ASKED);
        say(
                "no answer in time",
                engine().permission(PermissionSettings.of(request -> new CompletableFuture<>())
                        .within(Duration.ofMillis(40))),
                "write",
                ASKED);
        say(
                "the handler fails",
                engine().permission(request -> CompletableFuture.failedFuture(new IOException("tty"))),
                "write",
                ASKED);
        closedWhileAsking();
    }

    private void closedWhileAsking() {
        PolicySession session = engine().permission(PermissionSettings.of(request -> new CompletableFuture<>())
                        .on(Runnable::run))
                .build()
                .session("s");
        var outcome = session.call("c", "write").append(ASKED).conclude().toCompletableFuture();
        session.close();
        say("the session is closed first", outcome.join().forModel());
    }

    private void invalidArguments() {
        say("an unknown tool", engine(), "wrte\n", "{}");
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
            say("invalid: " + each.replace("\u0000", "NUL"), engine(), "write", each);
        }
        say("invalid: no tool takes arguments here", engine(), "build", "{\"x\":1}");
        say("a response that was cut", cut());
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
        say("a result that its rules deny", engine(), "notes", keys);
        say("a result with nobody to ask", engine(), "notes", "{}");
        say("a result that the user declines", answering(request -> request.decline("private")), "notes", "{}");
        say("a result whose edits are invalid", answering(request -> request.edit("{")), "notes", "{}");
        say(
                "a result without an answer in time",
                engine().permission(PermissionSettings.of(request -> new CompletableFuture<>())
                        .within(Duration.ofMillis(40))),
                "notes",
                "{}");
        try (PolicySession session = engine().build().session("s")) {
            say(
                    "a failure that the result rules deny",
                    session.execute(
                            "c",
                            "notes",
                            keys,
                            handlers((given, call) -> ToolResult.failure("no such note"), Duration.ofSeconds(9))));
        }
        say("a result without a result list", engine(), "build", "{}");
        say("a result without a result list, approved", answering(ApprovalRequest::approve), "write", ASKED);
    }

    private void cancelled() {
        ToolHandlers handlers = handlers((given, call) -> "done", Duration.ofSeconds(9));
        try (PolicySession session =
                answering(request -> request.decline("no")).build().session("s")) {
            ToolTurn turn = session.turn(handlers, TurnSettings.defaults().cancelling(() -> {}));
            turn.start(0, "c", "write");
            turn.append(0, ASKED);
            turn.end(0);
            say(
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
            say(
                    "a turn that is abandoned",
                    turn.abandon("the connection was lost")
                            .toCompletableFuture()
                            .join()
                            .results()
                            .get(0));
        }
    }
}
