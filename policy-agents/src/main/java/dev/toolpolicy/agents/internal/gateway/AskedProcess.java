package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.page.internal.OwnRequests;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A connection to a server that is a process, which ends with it. Requests of the server are refused, except pings. */
final class AskedProcess implements ServerTools.Connection {
    private static final int METHOD_NOT_FOUND = -32_601;
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);
    private static final int MOST_WORDS = 1_000;

    private final ServerProcess process;
    private final PendingRequests requests;
    private final CountDownLatch silent = new CountDownLatch(1);
    private volatile boolean ended;
    /** Why the last message was dropped; empty if none was. */
    private volatile String dropped = "";
    /** The end of what the server has written to its standard error. */
    private volatile String said = "";

    AskedProcess(ServerProcess process) {
        this.process = process;
        requests = new PendingRequests(process);
        OwnRequests.daemons("from the server").newThread(this::relay).start();
        OwnRequests.daemons("errors of the server").newThread(this::listen).start();
    }

    private void relay() {
        try {
            process.relay(this::take);
        } catch (IOException e) {
            dropped = String.valueOf(e.getMessage());
        } finally {
            ended = true;
            requests.end();
        }
    }

    private void take(String text) throws IOException {
        try {
            Message message = Message.read(text);
            switch (message.kind()) {
                case REQUEST ->
                    process.send(
                            message.method().equals("ping")
                                    ? Message.response(message.idValue(), JsonNodeFactory.instance.objectNode())
                                    : Message.error(message.idValue(), METHOD_NOT_FOUND, "this client only lists tools"));
                case RESPONSE -> requests.answered(message);
                case NOTIFICATION -> {} // of progress, for example
            }
        } catch (Message.InvalidException e) {
            dropped = "a message of the server was dropped: " + e.getMessage();
            Message.unreadable(text).ifPresent(answer -> requests.unanswered(answer.id()));
        }
    }

    private void listen() {
        byte[] some = new byte[MOST_WORDS];
        try (InputStream errors = process.errors()) {
            for (int n = errors.read(some); n >= 0; n = errors.read(some)) {
                String all = said + new String(some, 0, n, StandardCharsets.UTF_8);
                said = all.substring(Math.max(0, all.length() - MOST_WORDS));
            }
        } catch (IOException e) {
            said = String.valueOf(e.getMessage());
        } finally {
            silent.countDown();
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
    public boolean hasEnded() {
        return ended;
    }

    @Override
    public String remark() {
        try {
            silent.await(ended ? LAST_WORDS.toMillis() : 0, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        String words = said.lines().filter(line -> !line.isBlank()).reduce("", (before, line) -> line);
        return (dropped.isEmpty() ? "" : "; " + dropped) + (words.isEmpty() ? "" : "; it said: " + words);
    }

    @Override
    public void close() {
        process.close();
    }
}
