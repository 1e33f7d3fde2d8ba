package dev.toolpolicy.stream.gate;

import static dev.toolpolicy.stream.gate.Gates.call;
import static dev.toolpolicy.stream.gate.Gates.response;
import static dev.toolpolicy.stream.gate.Gates.text;
import static dev.toolpolicy.stream.gate.Gates.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.run.PolicyStream;
import dev.toolpolicy.stream.run.StreamRunner;
import dev.toolpolicy.stream.run.StreamSettings;
import dev.toolpolicy.stream.sink.Pulse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A request is open while the response goes on, and its end waits for the answer. */
class GatePermissionTest {
    private static final String ASKED = "{\"path\":\"x\"}";
    private static final String EDITED = "{\"path\":\"doc/a\"}";

    /** A person who answers when the test says so. */
    private static final class Person implements PermissionHandler {
        private final BlockingQueue<ApprovalRequest> shown = new LinkedBlockingQueue<>();
        private final BlockingQueue<String> withdrawn = new LinkedBlockingQueue<>();
        private final CompletableFuture<Function<ApprovalRequest, Answer>> answer = new CompletableFuture<>();

        @Override
        public CompletionStage<Answer> ask(ApprovalRequest request) {
            shown.add(request);
            return answer.thenApply(given -> given.apply(request));
        }

        @Override
        public void withdrawn(ApprovalRequest request, String reason) {
            withdrawn.add(reason);
        }

        ApprovalRequest request() throws InterruptedException {
            ApprovalRequest request = shown.poll(10, TimeUnit.SECONDS);
            assertThat(request).isNotNull();
            return request;
        }
    }

    private static ToolGate gate(PermissionSettings asked) {
        GateSession session =
                GateSession.of(Gates.engine().permission(asked).build().session("s"));
        return ToolGate.of(request -> session);
    }

    private static String answered(String arguments, Function<ApprovalRequest, Answer> answer) {
        return words(Gates.through(
                gate(PermissionSettings.of(request -> CompletableFuture.completedFuture(answer.apply(request)))),
                StreamSettings.defaults(),
                response("tool_calls", List.of(text("a")), call(0, "write", arguments))));
    }

    @Test
    void anApprovedCallGoesOutAsItCameAndADeclinedOneNot() {
        for (String arguments : List.of(ASKED, EDITED)) {
            assertThat(answered(arguments, ApprovalRequest::approve))
                    .isEqualTo("a<0 write>" + arguments + "|tool_calls");
            assertThat(answered(arguments, request -> request.decline("not today")))
                    .isEqualTo("a\n\n"
                            + "The call of \"write\" was removed from this response. The user declined this call: not"
                            + " today.|stop");
        }
    }

    @Test
    void editedCallsDoNotGoOut() {
        assertThat(answered(EDITED, request -> request.edit("{\"path\":\"doc/b\"}")))
                .contains("approved with other arguments")
                .endsWith("|stop");
        assertThat(answered(EDITED, request -> request.edit(EDITED))).isEqualTo("a<0 write>" + EDITED + "|tool_calls");
    }

    @Test
    void editedCallsDoNotCount() {
        AtomicInteger asked = new AtomicInteger();
        PermissionHandler handler = request -> CompletableFuture.completedFuture(
                asked.incrementAndGet() == 1 ? request.edit("{\"path\":\"doc/b\"}") : request.approve());
        GateSession session = GateSession.of(Gates.engine()
                .policies(LimitPolicy.quota(1, "write"))
                .permission(handler)
                .build()
                .session("s"));
        ToolGate gate = ToolGate.of(request -> session);
        List<StreamChunk> write = response("tool_calls", call(0, "write", EDITED));
        assertThat(words(Gates.through(gate, StreamSettings.defaults(), write)))
                .contains("approved with other arguments");
        assertThat(words(Gates.through(gate, StreamSettings.defaults(), write)))
                .isEqualTo("<0 write>" + EDITED + "|tool_calls");
        assertThat(words(Gates.through(gate, StreamSettings.defaults(), write))).contains("was removed");
    }

    @Test
    void missingAnswersDecline() {
        PermissionSettings silent =
                PermissionSettings.of(request -> new CompletableFuture<>()).withLimit(Duration.ofMillis(50));
        assertThat(words(Gates.through(
                        gate(silent), StreamSettings.defaults(), response("tool_calls", call(0, "write", ASKED)))))
                .contains("no answer came")
                .endsWith("|stop");
        PermissionSettings broken = PermissionSettings.of(request -> {
            throw new IllegalStateException("broken");
        });
        assertThat(words(Gates.through(
                        gate(broken), StreamSettings.defaults(), response("tool_calls", call(0, "write", ASKED)))))
                .contains("asking for it failed")
                .endsWith("|stop");
    }

    @Test
    void theResponseGoesOnWhileARequestIsOpen() throws Exception {
        Person person = new Person();
        List<StreamChunk> sent = new ArrayList<>();
        PolicyStream stream = StreamRunner.of(gate(PermissionSettings.of(person)))
                .open(Gates.REQUEST, new Collecting(sent), () -> {});
        response("", List.of(text("a")), call(0, "write", ASKED), call(1, "ping", "{}"), call(2, "test", ""))
                .forEach(stream::push);
        assertThat(person.request().arguments().get("path").textValue()).isEqualTo("x");
        assertThat(words(sent)).isEqualTo("a");
        stream.push(Gates.finish("tool_calls"));
        Thread answering = new Thread(() -> person.answer.complete(ApprovalRequest::approve));
        answering.start();
        stream.finish();
        assertThat(words(sent)).isEqualTo("a<0 write>" + ASKED + "<1 ping>{}<2 test>|tool_calls");
        answering.join();
    }

    @Test
    void aPulseKeepsTheStreamAliveMeanwhile() throws Exception {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        try {
            Person person = new Person();
            AtomicInteger signs = new AtomicInteger();
            StreamSettings settings = StreamSettings.defaults().onKeepalive(request -> {
                if (signs.incrementAndGet() == 3) {
                    person.answer.complete(ApprovalRequest::approve);
                }
            });
            ToolGate gate = gate(PermissionSettings.of(person)).keptAliveBy(new Pulse(Duration.ofMillis(5), timer));
            assertThat(words(Gates.through(gate, settings, response("tool_calls", call(0, "write", ASKED)))))
                    .isEqualTo("<0 write>" + ASKED + "|tool_calls");
            assertThat(signs.get()).isGreaterThanOrEqualTo(3);
        } finally {
            timer.shutdownNow();
        }
    }

    @Test
    void aClientThatLeavesWithdrawsRequestsAndReleasesUnsentCalls() throws Exception {
        Person person = new Person();
        var engine = Gates.engine()
                .policies(LimitPolicy.quota(1, "ping"))
                .permission(person)
                .build();
        GateSession session = GateSession.of(engine.session("s"));
        StreamRunner runner = StreamRunner.of(ToolGate.of(request -> session));
        List<StreamChunk> sent = new ArrayList<>();
        PolicyStream stream = runner.open(Gates.REQUEST, new Collecting(sent), () -> {});
        response("", call(0, "write", ASKED), call(1, "ping", "{}"), call(2, "test", ""))
                .forEach(stream::push);
        person.request();
        stream.disconnect();
        assertThat(stream.outcome()).contains(StreamEvent.Outcome.DISCONNECTED);
        assertThat(person.withdrawn.poll(10, TimeUnit.SECONDS)).isNotNull();
        assertThat(sent).isEmpty();
        assertThat(words(Gates.through(
                        ToolGate.of(request -> session),
                        StreamSettings.defaults(),
                        response("tool_calls", call(0, "ping", "{}")))))
                .isEqualTo("<0 ping>{}|tool_calls");
    }

    @Test
    void anInterruptedWaitEndsTheStreamWithoutTheCall() throws Exception {
        Person person = new Person();
        List<StreamChunk> sent = new ArrayList<>();
        PolicyStream stream = StreamRunner.of(gate(PermissionSettings.of(person)))
                .open(Gates.REQUEST, new Collecting(sent), () -> {});
        Thread serving = new Thread(() -> {
            response("tool_calls", call(0, "write", ASKED)).forEach(stream::push);
            stream.finish();
        });
        serving.start();
        person.request();
        serving.interrupt();
        serving.join(10_000);
        assertThat(stream.outcome()).contains(StreamEvent.Outcome.CANCELLED);
        assertThat(sent).isEmpty();
        assertThat(person.withdrawn.poll(10, TimeUnit.SECONDS)).isNotNull();
    }
}
