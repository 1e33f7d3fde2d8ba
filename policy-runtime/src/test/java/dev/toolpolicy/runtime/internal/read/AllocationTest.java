package dev.toolpolicy.runtime.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.stream.Fragment;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The memory cost of reading: nothing for a visitor, a record and a string for a fragment, at any depth. */
class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int CHUNKS = 5_000;
    private static final List<String> PLAIN = List.of("plain text");
    private static final List<String> MIXED = List.of("plain", "a\\n\\", "\"b", "\\u00", "e9", "x\\\\");

    /** The least of several times: what is allocated once, by the parser or by the machine, doesn't count as a chunk's cost. */
    private static long allocated(FragmentParser parser, List<String> chunks) {
        long least = Long.MAX_VALUE;
        for (int time = 0; time < 5; time++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            feed(parser, chunks);
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    private static void feed(FragmentParser parser, List<String> chunks) {
        int count = chunks.size();
        for (int i = 0; i < CHUNKS; i++) {
            parser.append(chunks.get(i % count));
        }
    }

    private static FragmentParser open(FragmentVisitor visitor, int depth) {
        ArgumentLimits limits = ArgumentLimits.defaults().withNesting(10_000);
        return new FragmentParser(limits, visitor).append("[".repeat(depth) + "\"");
    }

    @Test
    void aVisitorHearsPiecesWithoutAnyAllocation() {
        assertThat(allocated(open(new FragmentVisitor() {}, 1), PLAIN)).isLessThan(CHUNKS);
        assertThat(allocated(open(new FragmentVisitor() {}, 1), MIXED)).isLessThan(CHUNKS);
    }

    @Test
    void aFragmentCostsTheSameAtEveryDepth() {
        Fragment[] last = new Fragment[1];
        long shallow = allocated(open(new FragmentRecorder(fragment -> last[0] = fragment), 1), PLAIN);
        long deep = allocated(open(new FragmentRecorder(fragment -> last[0] = fragment), 5_000), PLAIN);
        assertThat(shallow / CHUNKS).isLessThanOrEqualTo(48);
        assertThat(Math.abs(deep - shallow)).isLessThan(CHUNKS);
        assertThat(last[0].kind()).isEqualTo(Fragment.Kind.PIECE);
    }

    @Test
    void aStringOfManyPiecesIsCopiedAFewTimes() {
        ValueAggregator values = new ValueAggregator();
        FragmentParser parser = open(values, 1);
        long characters = 16L * CHUNKS;
        long before = THREADS.getCurrentThreadAllocatedBytes();
        feed(parser, List.of("sixteen letters."));
        parser.append("\"]").finish();
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertThat(bytes).as("itself, and a buffer that grows").isBetween(characters, 6 * characters);
        assertThat(values.value().orElseThrow().get(0).textValue()).hasSize((int) characters);
    }

    @Test
    void theParsersStateGrowsWithTheDepthAndNotWithTheText() {
        FragmentParser parser = open(new FragmentVisitor() {}, 1).append("\"");
        long bytes = allocated(parser, List.of(",{\"a\":[1,true,null,\"x\"]}"));
        assertThat(bytes / CHUNKS)
                .as("the name's string, its characters and its entry among the names")
                .isLessThanOrEqualTo(96);
        assertThat(parser.append("]").finish().isComplete()).isTrue();
    }
}
