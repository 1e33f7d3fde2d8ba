package dev.toolpolicy.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.internal.text.ResourceText;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.CallResult.Kind;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.SessionCalls;
import dev.toolpolicy.runtime.call.StreamedTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnResult.Stop;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.test.internal.ClosedPolicy;
import dev.toolpolicy.test.internal.EmptyCalls;
import dev.toolpolicy.test.replay.Exchange;
import dev.toolpolicy.test.replay.Replay;
import dev.toolpolicy.test.replay.ReplayServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The tests that every streaming adapter must pass, with the SDK's own client and a recorded body: the server holds it
 * back, breaks it off, and sees who leaves.
 */
public abstract class StreamedTurnContract {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    /** After how many pieces in the middle of a body the server waits to be told. */
    private static final int HELD = 6;

    private static final String TOOLS = ResourceText.of(StreamedTurnContract.class, "streamed-turn.toml");

    /** A tool that may run with what the user's words name. */
    private static final String NAMED = """

        [tools.named]
        parameters.text = { type = "string", required = true }

        [tools.named.policy]
        run = [{ arg = "/text", from = ["request"], mode = "allow" }, { mode = "deny" }]
        """;

    private final RecordedCall recorded;
    private final TestApprover approver = new TestApprover();
    private final List<ObjectNode> ran = new CopyOnWriteArrayList<>();
    private ReplayServer server;

    /**
     * The parts of a chat.
     *
     * @param server the address of the server in the place of the provider
     * @param catalog the engine's tools
     * @param session the session that the calls belong to
     * @param tools the handlers that run the calls
     * @param limit how long a response may take
     */
    protected record Host(URI server, ToolCatalog catalog, PolicySession session, ToolHandlers tools, Duration limit) {
        /** Returns a reader of responses in the session. */
        public StreamedTurn turns() {
            return new StreamedTurn(session, tools, TurnSettings.defaults());
        }
    }

    protected StreamedTurnContract(RecordedCall recorded) {
        this.recorded = recorded;
    }

    /** Creates a chat with the SDK's own client. Each turn sends the results of the one before. */
    protected abstract Supplier<TurnResult> chat(Host host);

    @BeforeEach
    void start() throws IOException {
        server = ReplayServer.start();
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private PolicyEngineBuilder engine(String mode) {
        return engine(mode, "");
    }

    private PolicyEngineBuilder engine(String mode, String more) {
        String rules = "[tools." + recorded.tool() + ".policy]\nresult = \"allow\"\nrun = [{ " + recorded.condition()
                + ", mode = \"" + mode + "\" }, { mode = \"" + (mode.equals("deny") ? "allow" : "deny") + "\" }]\n";
        return PolicyEngine.builder()
                .configuration(
                        PolicyConfiguration.of(ConfigurationFormat.TOML, "tools", TOOLS + more),
                        PolicyConfiguration.of(ConfigurationFormat.TOML, "rules", rules));
    }

    private Supplier<TurnResult> chat(PolicyEngine engine) {
        return chat(engine, PATIENCE.multipliedBy(3));
    }

    private Supplier<TurnResult> chat(PolicyEngine engine, Duration limit) {
        ToolHandlers.Builder tools = ToolHandlers.builder(engine.tools());
        engine.tools()
                .tools()
                .forEach(tool -> tools.handle(tool.name(), (arguments, call) -> {
                    ran.add(arguments);
                    return "done, for the " + ran.size() + ". time";
                }));
        return chat(new Host(server.uri(), engine.tools(), engine.session("chat"), tools.build(), limit));
    }

    private Replay held() {
        Replay replay = Replay.events(recorded.body());
        for (int hold = 0; hold < HELD; hold++) {
            replay = replay.holdingAfter(replay.pieceCount() / 2 + hold);
        }
        return replay;
    }

    /** Gives the client a moment to leave; whether it has is asked later. */
    private static void left(Exchange exchange) {
        try {
            exchange.awaitLeft(Duration.ofSeconds(2));
        } catch (IllegalStateException stillThere) {
            assertThat(exchange.hasLeft()).isFalse();
        }
    }

    /**
     * Returns whether a response is closed at once, even while no event arrives; if not, it is closed with the next
     * event.
     */
    protected boolean closesInSilence() {
        return true;
    }

    @Test
    void aQuestionIsAskedBeforeTheLastByteIsSent() throws Exception {
        Exchange exchange = server.play(held());
        Supplier<TurnResult> chat = chat(engine("ask")
                .permission(PermissionSettings.of(approver).withEarly())
                .build());
        CompletableFuture<TurnResult> turn = CompletableFuture.supplyAsync(chat);

        ApprovalRequest request = approver.next();
        assertThat(request.tool().name()).isEqualTo(recorded.tool());
        assertThat(request.complete()).isFalse();
        assertThat(exchange.sent()).as("pieces that went out").isLessThan(held().pieceCount());
        assertThat(ran).isEmpty();

        approver.answer(request.waitForAll());
        for (int hold = 0; hold < HELD; hold++) {
            exchange.release();
        }
        ApprovalRequest whole = approver.next();
        assertThat(whole.arguments()).hasToString(recorded.arguments());
        approver.answer(whole.approve());
        assertThat(turn.join().stop()).isEqualTo(Stop.COMPLETE);
        assertThat(ran).hasSize(1);
        assertThat(ran.get(0)).hasToString(recorded.arguments());
        assertThat(exchange.hasLeft()).isFalse();
    }

    /** Fails if the adapter takes messages for the user's words. They may hold templates and retrieved text. */
    @Test
    void whatRetrievalAddsIsNotTheUsers() throws Exception {
        Exchange exchange = server.play(Replay.events(recorded.body()));
        PolicyEngine engine = engine("allow", NAMED).build();
        assertThat(chat(engine).get().stop()).isEqualTo(Stop.COMPLETE);
        assertThat(ran).hasSize(1);
        SessionCalls calls = engine.session("chat").calls();
        String[] sent = exchange.request(PATIENCE).body().split("[^A-Za-z]+");
        assertThat(sent)
                .hasSizeGreaterThan(HELD)
                .allMatch(word -> calls.preview("named", "{\"text\":\"" + word + "\"}")
                        .decision()
                        .filter(by -> by.mode() == Mode.DENY)
                        .isPresent());
    }

    @Test
    void aDeclineClosesTheStream() throws Exception {
        Exchange exchange = server.play(held());
        Supplier<TurnResult> chat = chat(engine("ask")
                .permission(PermissionSettings.of(approver).withEarly())
                .build());
        CompletableFuture<TurnResult> turn = CompletableFuture.supplyAsync(chat);

        approver.answer(approver.next().decline("write about cats"));
        if (closesInSilence()) {
            exchange.awaitLeft(PATIENCE);
        }
        for (int more = 0; !exchange.hasLeft() && more < HELD; more++) {
            exchange.release();
            left(exchange);
        }
        assertThat(exchange.hasLeft()).isTrue();

        TurnResult result = turn.join();
        assertThat(result.stop()).isEqualTo(Stop.DECLINED);
        assertThat(result.results()).singleElement().matches(call -> call.kind() == Kind.DECLINED && !call.success());
        assertThat(ran).isEmpty();
        assertTold(chat, result, "The user declined this call: write about cats.");
    }

    @Test
    void aRefusalClosesTheStream() {
        Exchange exchange = server.play(held());
        Supplier<TurnResult> chat = chat(engine("deny").build());
        CompletableFuture<TurnResult> turn = CompletableFuture.supplyAsync(chat);

        exchange.awaitLeft(PATIENCE);
        TurnResult result = turn.join();
        assertThat(result.stop()).isEqualTo(Stop.DECLINED);
        assertThat(result.results()).singleElement().matches(call -> call.kind() == Kind.DENIED && !call.success());
        assertThat(ran).isEmpty();
        assertTold(chat, result, "Denied by this tool's policy");
    }

    @Test
    void allowedCallsRunOnceAndTheModelIsTold() {
        server.play(Replay.events(recorded.body()));
        Supplier<TurnResult> chat = chat(engine("allow").build());

        TurnResult result = chat.get();
        assertThat(result.results()).singleElement().matches(call -> call.kind() == Kind.RAN && call.success());
        assertThat(ran).hasSize(1);
        assertThat(ran.get(0)).hasToString(recorded.arguments());
        assertTold(chat, result, "done, for the 1. time");
    }

    @Test
    void aPolicyThatDeniesEverythingRunsNothing() {
        server.play(Replay.events(recorded.body()));
        Supplier<TurnResult> chat =
                chat(engine("allow").policies(new ClosedPolicy()).build());

        TurnResult result = chat.get();
        assertThat(result.results()).singleElement().matches(call -> call.kind() == Kind.DENIED);
        assertThat(ran).isEmpty();
        assertTold(chat, result, "nothing runs here");
    }

    @Test
    @SuppressWarnings("ReturnValueIgnored") // a failure is what it is about
    void aBodyThatBreaksOffRunsNothing() {
        Replay whole = Replay.events(recorded.body());
        Supplier<TurnResult> chat = chat(engine("allow").build());
        int failed = 0;
        for (int pieces = 0; pieces < whole.pieceCount() - 1; pieces += 1 + pieces / 8) {
            server.play(whole.breakingAfter(pieces));
            try {
                chat.get();
            } catch (RuntimeException e) {
                failed++;
            }
            assertThat(ran).as("broken after %d pieces", pieces).isEmpty();
        }
        assertThat(failed).as("responses that the SDK reports as broken").isPositive();
    }

    @Test
    void aBodyThatEndsEarlyRunsNothing() {
        String body = recorded.body();
        Supplier<TurnResult> chat = chat(engine("allow").build(), Duration.ofMillis(500));
        int last = body.indexOf(recorded.lastPiece());
        int ended = 0;
        for (int end = body.indexOf("\n\n"); end >= 0 && end < last; end = body.indexOf("\n\n", end + 300)) {
            server.play(Replay.events(body.substring(0, end + 2)));
            try {
                ended += chat.get().stop() == Stop.CUT ? 1 : 0;
            } catch (
                    RuntimeException
                            late) { // an SDK that tells of the end can be late too, with an exception of its own
                assertThat(late).hasStackTraceContaining("imeout");
                ended++;
            }
            assertThat(ran).as("ended after %d characters", end).isEmpty();
        }
        assertThat(ended).isPositive();
    }

    /** Tests a body that just ends. A host that doesn't report this runs into the time limit. */
    @TestFactory
    Stream<DynamicTest> aCallThatIsCutBehindItsNameNeverRuns() {
        return recorded.cut().entrySet().stream()
                .map(body -> DynamicTest.dynamicTest(body.getKey(), () -> {
                    server.play(Replay.events(body.getValue()));
                    ran.clear();
                    try {
                        TurnResult result = chat(engine("allow").build(), Duration.ofMillis(500))
                                .get();
                        assertThat(result.results()).noneMatch(CallResult::success);
                    } catch (RuntimeException failed) {
                        assertThat(failed).isNotNull(); // the SDK's own, or that of the limit
                    }
                    assertThat(ran).isEmpty();
                }));
    }

    @TestFactory
    Stream<DynamicTest> aCallWithoutArgumentsRunsIfTheResponseEndsWell() {
        return recorded.whole().entrySet().stream()
                .map(body -> DynamicTest.dynamicTest(body.getKey(), () -> {
                    server.play(Replay.events(body.getValue()));
                    ran.clear();
                    TurnResult result = chat(engine("allow").build()).get();
                    assertThat(result.results())
                            .singleElement()
                            .matches(call -> call.success() && call.tool().equals(EmptyCalls.TOOL));
                    assertThat(ran).hasSize(1);
                    assertThat(ran.get(0)).isEmpty();
                }));
    }

    @Test
    void aResponseThatNeverEndsFailsInTime() {
        Replay whole = Replay.events(recorded.body());
        server.play(whole.holdingAfter(whole.pieceCount() - 2));
        Supplier<TurnResult> chat = chat(engine("allow").build(), Duration.ofMillis(500));

        assertThat(CompletableFuture.supplyAsync(chat)).failsWithin(PATIENCE);
        assertThat(ran).isEmpty();
    }

    @Test
    void anErrorOfTheProviderIsTheSdksOwn() {
        server.play(
                Replay.error(400, "{\"error\":{\"type\":\"invalid_request_error\",\"message\":\"no such model\"}}"));
        Supplier<TurnResult> chat = chat(engine("allow").build());

        assertThatThrownBy(chat::get).hasStackTraceContaining("no such model");
        assertThat(ran).isEmpty();
    }

    /** Asserts that the next request has the result for the model and the model's own call, both with the call's id. */
    @SuppressWarnings("ReturnValueIgnored") // the request matters
    private void assertTold(Supplier<TurnResult> chat, TurnResult result, String words) {
        Exchange next = server.play(Replay.events(recorded.goodbye()));
        chat.get();
        String body = next.request(PATIENCE).body();
        assertThat(body).contains(words).contains(recorded.tool());
        assertThat(body.split(result.results().get(0).callId(), -1)).hasSize(3);
    }
}
