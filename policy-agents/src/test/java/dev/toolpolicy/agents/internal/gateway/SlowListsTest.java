package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers whose lists of tools don't come, or don't end: each list has one time limit, over all its pages. */
@Timeout(120)
final class SlowListsTest extends PlayedHttpGateway {
    private static final Duration LIMIT = Duration.ofMillis(300);
    private static final long PAGE_MILLIS = 20;

    private void startAgain() throws IOException {
        gateway.close();
        gateway = HttpGateway.start(0, address(), tools(), LIMIT);
    }

    private static ObjectNode page(JsonNode id) {
        ObjectNode result = JSON.createObjectNode().put("nextCursor", "more");
        result.putArray("tools");
        return Message.response(id, result);
    }

    @Test
    void aServerThatDoesNotBeginItsListIsGivenUp() throws IOException, InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        lists = (exchange, request) -> await(over);
        startAgain();
        assertThat(send("read", "a").statusCode()).isEqualTo(502);
        over.countDown();
    }

    @Test
    void aListWithoutAnEndIsGivenUp() throws IOException, InterruptedException {
        lists = (exchange, request) -> {
            pause();
            json(exchange, page(request.path("id")));
        };
        startAgain();
        assertThat(send("read", "a").statusCode()).isEqualTo(502);
        assertThat(received).filteredOn(text -> text.contains("\"read\"")).isEmpty();
    }

    @Test
    void aListWithoutAnEndIsGivenUpOnStandardInputToo() throws IOException {
        PendingRequests[] server = new PendingRequests[1];
        server[0] = new PendingRequests(request -> threads.execute(() -> {
            pause();
            server[0].answered(answer(request));
        }));
        assertThatThrownBy(() -> new ToolLister(server[0], tools(), "s", () -> "", LIMIT)
                        .list()
                        .get(60, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(TimeoutException.class);
    }

    private static Message answer(ObjectNode request) {
        try {
            return Message.read(page(request.path("id")).toString());
        } catch (Message.InvalidException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void pause() {
        await(new CountDownLatch(1), PAGE_MILLIS);
    }

    private static void await(CountDownLatch latch) {
        await(latch, TimeUnit.MINUTES.toMillis(1));
    }

    private static void await(CountDownLatch latch, long millis) {
        try {
            latch.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
