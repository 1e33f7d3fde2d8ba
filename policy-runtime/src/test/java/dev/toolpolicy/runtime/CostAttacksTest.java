package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.ThreadMXBean;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.runtime.internal.approve.ArgumentDisplay;
import dev.toolpolicy.runtime.internal.approve.Desk;
import dev.toolpolicy.runtime.internal.approve.Misleading;
import dev.toolpolicy.runtime.policy.CallKey;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.stream.EventDrivenPolicy;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import dev.toolpolicy.stream.StreamContext;
import dev.toolpolicy.stream.StreamRequest;
import dev.toolpolicy.stream.run.StreamRunner;
import dev.toolpolicy.stream.run.StreamSettings;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The cost of a model's text grows with its length, for all kinds of text: many calls, many names, many keys, many
 * pieces. Measured by what is allocated, which is the same on every machine; four times as much may take six times as
 * much, and what is squared takes sixteen times.
 */
class CostAttacksTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final ToolSchema OPEN = new ToolSchema(
            ParameterType.objectOf(List.of(Parameter.optional("path", ParameterType.path())), ParameterType.any()));
    private static final ToolSchema FILES = ToolSchema.of(Parameter.optional(
            "files", ParameterType.arrayOf(ParameterType.objectOf(Parameter.required("path", ParameterType.path())))));

    @TempDir
    private Path folder;

    private static void inStep(int size, IntConsumer attack) {
        attack.accept(size);
        long small = allocated(size, attack);
        assertThat(allocated(4 * size, attack)).isLessThan(6 * small);
    }

    private static long allocated(int size, IntConsumer attack) {
        long least = Long.MAX_VALUE;
        for (int time = 0; time < 2; time++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            attack.accept(size);
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    private static DeclaredTool tool(String name, ToolSchema schema, Mode mode) {
        return DeclaredTool.of(name, schema).withRun(RuleList.always(mode));
    }

    private static PolicyEngineBuilder engine(Mode mode, ToolSchema schema) {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(tool("tool", schema, mode), tool("after", FILES, mode))));
    }

    private static String members(int count) {
        StringBuilder text = new StringBuilder("{\"path\":\"a\"");
        for (int i = 0; i < count; i++) {
            text.append(",\"n").append(i).append("\":1");
        }
        return text.append('}').toString();
    }

    private static String files(int count) {
        StringBuilder text = new StringBuilder("{\"files\":[");
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ",").append("{\"path\":\"f").append(i).append("\"}");
        }
        return text.append("]}").toString();
    }

    @Test
    void undeclaredNamesDoNotRepeatPolicyChecks() {
        PolicySession session = engine(Mode.ALLOW, OPEN)
                .policies(Policies.approval("tool"))
                .build()
                .session("s");
        inStep(
                500,
                count -> assertThat(session.calls()
                                .call("c", "tool")
                                .append(members(count))
                                .finish())
                        .extracting(ToolCallOutcome::kind)
                        .isEqualTo(ToolCallOutcome.Kind.DENIED));
    }

    @Test
    void undeclaredNamesDoNotRenewRequests() {
        PolicySession session =
                engine(Mode.ASK, OPEN).permission(new Desk().settings()).build().session("s");
        inStep(500, count -> {
            ToolCallStream call = session.calls().call("c", "tool");
            String text = members(count);
            for (int at = 0; at < text.length(); at += 8) {
                call.append(text.substring(at, Math.min(text.length(), at + 8)));
            }
            assertThat(call.finish()).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.NEEDS_APPROVAL);
        });
    }

    @Test
    void keysOfOneCallAreRememberedTogether() {
        CallKey key = CallKey.pathAt("/files/path");
        Duration hour = Duration.ofHours(1);
        for (ToolPolicy policy : List.of(
                Policies.requires("after", Requirement.sameArgument("/files/path", "tool")),
                LimitPolicy.quota(2, "tool").perKey(key),
                LimitPolicy.rate(2, hour, "tool").perKey(key))) {
            inStep(500, count -> {
                PolicySession session =
                        engine(Mode.ALLOW, FILES).policies(policy).build().session("s");
                ToolCallOutcome outcome =
                        session.calls().call("c", "tool").append(files(count)).finish();
                outcome.approved().orElseThrow().succeeded(NullNode.getInstance());
                assertThat(session.policies().context().states().toString()).contains("f" + (count - 1));
            });
        }
    }

    @Test
    void aNameInManyPiecesIsPutTogetherOnceAndNotWithoutEnd() {
        PolicySession session = engine(Mode.ALLOW, OPEN).build().session("s");
        inStep(2_000, count -> {
            var response = session.calls().response();
            for (int i = 0; i < count; i++) {
                response.start(0, "c", i % 2 == 0 ? "a" : "b");
            }
            response.finish(ResponseEnd.COMPLETE);
            assertThat(response.calls())
                    .singleElement()
                    .satisfies(call -> assertThat(call.finish())
                            .extracting(ToolCallOutcome::kind)
                            .isEqualTo(ToolCallOutcome.Kind.INVALID));
        });
        ToolCallStream call = session.calls().response().start(0, "c", "x".repeat(60_000));
        for (int i = 0; i < 1_000; i++) {
            session.calls().response().start(0, "c", "y".repeat(60_000));
        }
        assertThat(call.tool()).hasSize(60_000);
    }

    @Test
    void manyCallsOfOneResponseAreEachLookedAtAlone() {
        for (Mode mode : List.of(Mode.ALLOW, Mode.ASK, Mode.DENY)) {
            PolicyEngine engine = engine(mode, OPEN).build();
            ToolHandlers tools = ToolHandlers.builder(engine.tools())
                    .on(Runnable::run)
                    .handle("tool", (arguments, call) -> "done")
                    .handle("after", (arguments, call) -> "done")
                    .build();
            PolicySession session = engine.session("s");
            inStep(500, count -> {
                ToolTurn turn = session.turn(tools, TurnSettings.defaults());
                for (int i = 0; i < count; i++) {
                    turn.start(i, "c" + i, "tool");
                    turn.append(i, "{}");
                    turn.end(i);
                }
                assertThat(turn.finish(ResponseEnd.COMPLETE)
                                .toCompletableFuture()
                                .join()
                                .results())
                        .hasSize(count);
            });
        }
    }

    /** Sends on what comes. */
    private static final class Forwarder implements EventDrivenPolicy<Object> {
        @Override
        public Object createState() {
            return this;
        }

        @Override
        public void onChunkComplete(StreamChunk chunk, Object state, StreamContext context) {
            context.send(chunk);
        }
    }

    /** What a stream policy gets of so many pieces of one kind. */
    private static void stream(int count, IntFunction<StreamChunk> pieces) {
        List<StreamChunk> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(pieces.apply(i));
        }
        all.add(StreamChunk.finish(StreamChunk.TOOL_CALLS));
        StreamRunner runner = StreamRunner.of(StreamSettings.defaults().deferringCalls(), List.of(new Forwarder()));
        int[] sent = new int[1];
        runner.run(StreamRequest.of("r"), all.iterator(), new ChunkSink() {
            @Override
            public void accept(StreamChunk chunk) {
                sent[0]++;
            }

            @Override
            public void complete() {}

            @Override
            public void fail(Throwable error) {}
        });
        assertThat(sent[0]).isEqualTo(all.size());
    }

    @Test
    void piecesThatRepeatTheNameAreReadOnce() {
        inStep(
                1_000,
                count -> stream(
                        count,
                        i -> StreamChunk.empty()
                                .withToolCalls(List.of(new ToolCallDelta(
                                        ToolCallDelta.NO_INDEX, "", "tool", i == 0 ? "{\"a\":[0" : ",0")))));
    }

    @Test
    void aPathOfMarksIsNotSortedBeforeItIsRefused() throws IOException {
        Path policy = Files.writeString(folder.resolve("policy.toml"), "tools.tool.policy.run = 'allow'");
        PolicySession session = engine(Mode.ALLOW, OPEN)
                .configuration(PolicyConfiguration.read(policy))
                .build()
                .session("s");
        String path = "{\"path\":\"a" + "\u0301".repeat(1_000_000) + "\u0316".repeat(1_000_000) + "\"}";
        assertTimeoutPreemptively(
                Duration.ofMinutes(2),
                () -> assertThat(session.calls().call("c", "tool").append(path).finish())
                        .as("what can't be compared is asked about")
                        .extracting(ToolCallOutcome::kind)
                        .isEqualTo(ToolCallOutcome.Kind.NEEDS_APPROVAL));
        String written = "{\"path\":\"" + "e\u0301".repeat(100) + "\"}";
        assertThat(session.calls().call("c", "tool").append(written).finish())
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.APPROVED);
    }

    @Test
    void waitingCallsHaveABoundInSize() {
        SessionStore store = SessionStore.inMemory();
        ToolCatalog catalog = ToolCatalog.of(List.of(
                DeclaredTool.of("note", ToolSchema.of(Parameter.required("text", ParameterType.string())))
                        .withRun(RuleList.always(Mode.ASK))));
        PolicySession session = PolicyEngine.builder()
                .tools(catalog)
                .sessions(SessionSettings.inMemory().withStore(store).withStoredApprovals(Duration.ofHours(8)))
                .build()
                .session("u1");
        ToolHandlers handlers = ToolHandlers.builder(catalog)
                .otherwise((arguments, call) -> "x")
                .build();
        String megabyte = "{\"text\":\"" + "x".repeat(1 << 20) + "\"}";
        List<CallResult.Kind> kinds = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            kinds.add(session.execute("c" + i, "note", megabyte, handlers).kind());
        }
        assertThat(kinds.subList(0, 7)).containsOnly(CallResult.Kind.PENDING);
        assertThat(kinds.subList(7, 9)).containsOnly(CallResult.Kind.DECLINED);
        long size = store.find("approval/", "approval/", false, 10_000).stream()
                .mapToLong(part -> part.value().toString().length())
                .sum();
        assertThat(size).isLessThan(8L << 20);
    }

    /** Returns what would let a payment run, by a list of this many rules, if each value is tried. */
    private static Set<String> remedies(int rules, String to, AtomicInteger tried) {
        List<RuleSpec> many = new ArrayList<>();
        for (int i = 0; i < rules; i++) {
            many.add(RuleSpec.when(Argument.Text.at("/to").constant("someone-" + i), Mode.ALLOW));
        }
        many.add(RuleSpec.otherwise(Mode.ASK));
        ToolSchema schema = ToolSchema.of(Parameter.required("to", ParameterType.string()));
        Desk desk = new Desk();
        PolicyEngine.builder()
                .tools(ToolCatalog.of(
                        List.of(DeclaredTool.of("pay", schema).withRun(RuleList.of(many.toArray(RuleSpec[]::new))))))
                .policies(new CheckPolicy("counting", ToolPolicy.ArgumentNeeds.all(), call -> {
                    tried.incrementAndGet();
                    return call.arguments().path("to").asText().equals(to) || rules == 1
                            ? PolicyDecision.allow()
                            : PolicyDecision.deny("no");
                }))
                .permission(PermissionSettings.of(desk).withExecutor(Runnable::run))
                .build()
                .session("s")
                .calls()
                .call("c", "pay")
                .append("{\"to\":\"" + to + "\"}");
        return desk.shown().remedies();
    }

    @Test
    void tryingRemediesEnds() {
        AtomicInteger tried = new AtomicInteger();
        assertThat(remedies(5_000, "ann", tried)).isEmpty();
        assertThat(tried).hasValueBetween(100, 210); // newest state again after a denial
    }

    @Test
    void longArgumentsAreTriedLess() {
        assertThat(remedies(1, "x".repeat(2_000_000), new AtomicInteger())).isEmpty();
        assertThat(remedies(1, "x".repeat(200_000), new AtomicInteger())).isNotEmpty();
    }

    private static ObjectNode behindALongName(int size) {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode();
        ObjectNode members = arguments.putObject("n".repeat(8 * size));
        for (int i = 0; i < size; i++) {
            members.put("a" + i, "x");
        }
        return arguments;
    }

    @Test
    void manyValuesBehindALongNameAreShownInStep() {
        inStep(1_000, size -> {
            ObjectNode arguments = behindALongName(size);
            assertThat(ArgumentDisplay.Json.of(arguments, ArgumentDisplay.Settings.whole())
                            .json())
                    .hasSizeGreaterThan(10 * size);
        });
    }

    @Test
    void manyValuesBehindALongNameAreSearchedForMisleadingTextInStep() {
        inStep(1_000, size -> {
            ObjectNode arguments = behindALongName(size);
            assertThat(Misleading.in(arguments)).isEmpty();
        });
    }
}
