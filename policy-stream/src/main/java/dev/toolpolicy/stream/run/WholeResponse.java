package dev.toolpolicy.stream.run;

import dev.toolpolicy.stream.CompletedUnit;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Puts what was sent together again: one chunk a choice. */
final class WholeResponse implements ChunkSink {
    private static final StreamSettings SETTINGS =
            StreamSettings.defaults().deferringCalls().readingCompleteResponses();

    private final TreeMap<Integer, Choice> choices = new TreeMap<>();

    @Override
    public void accept(StreamChunk chunk) {
        choices.computeIfAbsent(chunk.choice(), Choice::new).add(chunk);
    }

    @Override
    public void complete() {}

    @Override
    public void fail(Throwable error) {} // the caller of the stream gets the failure

    List<StreamChunk> choices() {
        return choices.values().stream().map(Choice::whole).toList();
    }

    /** One choice's chunks. */
    private static final class Choice {
        private final int number;
        private final List<StreamChunk> chunks = new ArrayList<>();

        Choice(int number) {
            this.number = number;
        }

        void add(StreamChunk chunk) {
            chunks.add(chunk);
        }

        StreamChunk whole() {
            if (chunks.size() == 1) {
                return chunks.get(0);
            }
            StringBuilder text = new StringBuilder();
            String role = "";
            String finish = "";
            Map<String, Long> usage = null;
            for (StreamChunk chunk : chunks) {
                text.append(chunk.content());
                role = role.isEmpty() ? chunk.role() : role;
                finish = finish.isEmpty() ? chunk.finishReason() : finish;
                usage = latest(usage, chunk);
            }
            return StreamChunk.empty()
                    .withChoice(number)
                    .withRole(role)
                    .withContent(text.toString())
                    .withToolCalls(calls())
                    .withUsage(usage)
                    .withFinishReason(finish);
        }

        private static @Nullable Map<String, Long> latest(@Nullable Map<String, Long> before, StreamChunk chunk) {
            return chunk.usage().isPresent() ? chunk.usage().get() : before;
        }

        private List<ToolCallDelta> calls() {
            List<CompletedUnit> completed = new ArrayList<>();
            ChoiceUnits units = new ChoiceUnits(number, SETTINGS, completed);
            chunks.forEach(chunk -> units.read(chunk.withFinishReason("")));
            units.read(StreamChunk.finish(StreamChunk.STOP));
            List<ToolCallDelta> calls = new ArrayList<>();
            for (CompletedUnit unit : completed) {
                if (unit.isCall()) {
                    calls.addAll(StreamChunk.call(unit, calls.size()).toolCalls());
                }
            }
            return calls;
        }
    }
}
