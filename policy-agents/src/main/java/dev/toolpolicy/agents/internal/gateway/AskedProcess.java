package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.page.internal.OwnRequests;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A connection to a server that is a process. Requests of the server are refused. */
final class AskedProcess implements ServerTools.Connection {
    private final ServerProcess process;
    private final PendingRequests requests;
    private final CompletableFuture<Void> silent;
    /** What is wrong with the server's messages, behind a semicolon. */
    private volatile String wrong = "";

    private volatile boolean ended;
    /** The last line that the server has written to its standard error. */
    private volatile String said = "";

    AskedProcess(ServerProcess process) {
        this.process = process;
        requests = new PendingRequests(process);
        OwnRequests.daemons("from the server").newThread(this::relay).start();
        silent = CompletableFuture.runAsync(
                () -> process.errors().filter(line -> !line.isBlank()).forEach(line -> said = "; it said: " + line),
                task -> OwnRequests.daemons("errors of the server")
                        .newThread(task)
                        .start());
    }

    private void relay() {
        try {
            process.relay(this::take);
        } catch (IOException e) {
            wrong = "; " + e.getMessage();
        } finally {
            ended = true;
            requests.end();
        }
    }

    private void take(String text) throws IOException {
        try {
            Message message = Message.read(text);
            if (message.kind() == Message.Kind.RESPONSE) {
                requests.answered(message);
            } else if (message.kind() == Message.Kind.REQUEST) {
                process.send(Message.error(message.idValue(), Message.INVALID_REQUEST, "this client only lists tools"));
            }
        } catch (Message.InvalidException e) {
            wrong = "; a message of the server was dropped: " + e.getMessage();
            Message.unreadable(text).ifPresent(answer -> requests.unanswered(answer.id()));
        }
    }

    @Override
    public CompletableFuture<Reply> send(String method, ObjectNode params) throws IOException {
        PendingRequests.Sent sent = requests.send(method, params);
        if (ended) {
            requests.end();
        }
        return sent.reply();
    }

    @Override
    public void ready(ObjectNode notification, String version) throws IOException {
        process.send(notification);
    }

    @Override
    public String remark() {
        String end = ended ? "; it has ended" : "";
        silent.completeOnTimeout(null, 1, TimeUnit.SECONDS).join();
        return wrong + end + said;
    }
}
