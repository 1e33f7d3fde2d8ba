package dev.toolpolicy.stream.gate;

import static dev.toolpolicy.stream.gate.Gates.delta;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import dev.toolpolicy.stream.run.PolicyStream;
import dev.toolpolicy.stream.run.StreamRunner;
import dev.toolpolicy.stream.run.StreamSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The waiting text at a gate counts by its cost: its limit comes before four times as many bytes are on the heap. */
class HeldWeightTest {
    private static final int LIMIT = 8 << 20;

    /** A response that never ends its first call, chunk by chunk. */
    record Flood(String name, IntFunction<StreamChunk> chunks) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static StreamChunk pieces(int count, IntFunction<ToolCallDelta> piece) {
        return StreamChunk.empty()
                .withToolCalls(IntStream.range(0, count).mapToObj(piece).toList());
    }

    private static StreamChunk provider(int chunk) {
        ArrayNode content = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < 1000; i++) {
            content.addObject();
        }
        ObjectNode call =
                JsonNodeFactory.instance.objectNode().put("name", "web_search").put("id", "s" + chunk);
        call.set("input", content);
        return StreamChunk.empty().withRaw("x".repeat(3000)).withUnknownFields(Map.of("server_tool_use", call));
    }

    static Stream<Flood> floods() {
        return Stream.of(
                new Flood(
                        "empty pieces as they came",
                        i -> pieces(10_000, n -> new ToolCallDelta(0, "", "", ""))
                                .withRaw("{},".repeat(10_000))),
                new Flood("empty pieces", i -> pieces(50, n -> new ToolCallDelta(0, "", "", ""))),
                new Flood("blanks", i -> pieces(1000, n -> new ToolCallDelta(0, "", "", new String(new char[] {' '})))),
                new Flood("arguments", i -> pieces(1, n -> new ToolCallDelta(0, "", "", " ".repeat(5000)))),
                new Flood(
                        "calls",
                        i -> pieces(500, n -> new ToolCallDelta(1 + i * 500 + n, "i" + i + "-" + n, "ping", ""))),
                new Flood(
                        "calls with text",
                        i -> pieces(
                                100,
                                n -> new ToolCallDelta(1 + i * 100 + n, "i" + i + "-" + n, "write", "{\"path\":\"d"))),
                new Flood(
                        "text beyond Latin-1",
                        i -> StreamChunk.text("\u4e2d".repeat(1000)).withRaw("\u4e2d".repeat(1010))),
                new Flood("signs of life", i -> StreamChunk.empty().withRaw(": " + i)),
                new Flood("searches", HeldWeightTest::provider));
    }

    private static PolicyStream open(List<StreamChunk> sent) {
        GateSession session = Gates.session();
        ToolGate gate = ToolGate.of(request -> session).holding(LIMIT).allowingProviderTools(Set.of("web_search"));
        PolicyStream stream = StreamRunner.of(StreamSettings.defaults().deferringCalls(), List.of(gate))
                .open(Gates.REQUEST, new Collecting(sent), () -> {});
        stream.push(delta(0, "c", "ping", "{"));
        return stream;
    }

    private static long used() {
        System.gc();
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** Floods a stream of its own, so that nothing of it is on the heap when the next is measured. */
    private static int chunksUntilTheLimit(Flood flood) {
        List<StreamChunk> sent = new ArrayList<>();
        int count = 0;
        try (PolicyStream stream = open(sent)) {
            while (stream.push(flood.chunks().apply(count))) {
                count++;
                assertThat(count).as("chunks").isLessThan(LIMIT);
            }
        }
        assertThat(Gates.words(sent)).contains("wait for a call that isn't complete");
        return count;
    }

    @ParameterizedTest
    @MethodSource("floods")
    void theLimitComesBeforeTheHeapIsFull(Flood flood) {
        int count = chunksUntilTheLimit(flood);
        long before = used();
        try (PolicyStream held = open(new ArrayList<>())) {
            for (int i = 0; i < count; i++) {
                assertThat(held.push(flood.chunks().apply(i))).isTrue();
            }
            assertThat(used() - before).as("bytes of %d chunks", count).isLessThan(4L * LIMIT);
            assertThat(held.outcome()).isEmpty();
        }
    }
}
