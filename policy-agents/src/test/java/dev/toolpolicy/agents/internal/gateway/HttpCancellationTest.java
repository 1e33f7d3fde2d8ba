package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Calls over HTTP that the client cancels while a person is asked about them. */
final class HttpCancellationTest extends PlayedHttpGateway {
    private static final String CANCELLED =
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"c\"}}";

    private final BlockingQueue<ApprovalRequest> asked = new LinkedBlockingQueue<>();
    private final BlockingQueue<ApprovalRequest> withdrawn = new LinkedBlockingQueue<>();
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();

    @Override
    String policy() {
        return super.policy() + "limits = [{ calls = 1 }]\n";
    }

    @Override
    PolicyEngineBuilder settings(PolicyEngineBuilder builder) {
        return builder.permission(new PermissionHandler() {
            @Override
            public CompletionStage<Answer> ask(ApprovalRequest request) {
                asked.add(request);
                return answer;
            }

            @Override
            public void withdrawn(ApprovalRequest request, String reason) {
                withdrawn.add(request);
            }
        });
    }

    @Test
    void aCancelledCallWithdrawsItsQuestionAndNeverRuns() throws Exception {
        initialize();
        Future<String> first = threads.submit(() -> call("send", "a"));
        ApprovalRequest question = asked.poll(60, TimeUnit.SECONDS);
        assertThat(question).isNotNull();
        post(CANCELLED);
        assertThat(withdrawn.poll(60, TimeUnit.SECONDS)).isSameAs(question);
        assertThat(first.get(60, TimeUnit.SECONDS)).contains("Not run");
        answer.complete(question.approve());
        assertThat(received).noneMatch(each -> each.startsWith("{"));

        Future<String> second = threads.submit(() -> call("send", "a"));
        assertThat(asked.poll(60, TimeUnit.SECONDS))
                .as("no limit counts the first one")
                .isNotNull();
        second.cancel(true);
    }

    @Test
    void aCallIsNotCancelledFromAnotherSession() throws Exception {
        initialize();
        Future<String> call = threads.submit(() -> call("send", "a"));
        ApprovalRequest question = asked.poll(60, TimeUnit.SECONDS);
        session = "t";
        initialize();
        post(CANCELLED);
        answer.complete(question.approve());
        assertThat(call.get(60, TimeUnit.SECONDS)).contains("done");
        assertThat(withdrawn).isEmpty();
    }

    /** Since 2026-07-28 a client that closes its connection has cancelled the call. */
    @Test
    void aClientThatLeavesWithdrawsItsQuestion() throws Exception {
        gateway.close();
        gateway = HttpGateway.start(0, address(), tools(), Duration.ofMillis(200));
        String meta = "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}";
        for (String call : List.of("\"_meta\":" + meta + ",", "")) {
            String message = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{" + call
                    + "\"name\":\"send\",\"arguments\":{\"path\":\"a\"}}}";
            ApprovalRequest question = askedByOneThatLeaves(message);
            assertThat(withdrawn.poll(call.isEmpty() ? 1 : 60, TimeUnit.SECONDS))
                    .as("an older client that has gone has cancelled nothing")
                    .isSameAs(call.isEmpty() ? null : question);
        }
        assertThat(received).noneMatch(each -> each.startsWith("{"));
    }

    /** Sends a message and leaves once it is asked about. On a busy machine, the list of tools can be late for a call. */
    private ApprovalRequest askedByOneThatLeaves(String message) throws Exception {
        int port = gateway.uri().getPort();
        String head = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nContent-Length: " + message.length();
        for (int attempt = 0; attempt < 20; attempt++) {
            try (Socket leaving = new Socket("127.0.0.1", port)) {
                leaving.getOutputStream().write((head + "\r\n\r\n" + message).getBytes(StandardCharsets.US_ASCII));
                ApprovalRequest question = asked.poll(2, TimeUnit.SECONDS);
                if (question != null) {
                    return question;
                }
            }
        }
        throw new AssertionError("no approval was requested");
    }

    /** A client that waits has its answer, behind the comments by which the gateway notices who has gone. */
    @Test
    void aClientThatStaysHasItsAnswer() throws Exception {
        gateway.close();
        gateway = HttpGateway.start(0, address(), tools(), Duration.ofMillis(200));
        HttpRequest call = HttpRequest.newBuilder(gateway.uri())
                .POST(HttpRequest.BodyPublishers.ofString("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\","
                        + "\"params\":{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"},"
                        + "\"name\":\"send\",\"arguments\":{\"path\":\"a\"}}}"))
                .build();
        HttpResponse<InputStream> answered = client.send(call, HttpResponse.BodyHandlers.ofInputStream());
        for (int attempt = 1; attempt < 20 && answered.statusCode() == 502; attempt++) {
            answered = client.send(call, HttpResponse.BodyHandlers.ofInputStream());
        }
        try (InputStream body = answered.body()) {
            assertThat(new String(body.readNBytes(3), StandardCharsets.UTF_8)).isEqualTo(":\n\n");
            answer.complete(asked.poll(60, TimeUnit.SECONDS).approve());
            assertThat(new String(body.readAllBytes(), StandardCharsets.UTF_8))
                    .contains("event: message\ndata: ", "done");
        }
    }
}
