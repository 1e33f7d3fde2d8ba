package dev.toolpolicy.lab.sdk;

import com.anthropic.models.messages.RawMessageStreamEvent;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.responses.ResponseStreamEvent;
import dev.toolpolicy.anthropic.MessagesFeed;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.openai.ChatCompletionsFeed;
import dev.toolpolicy.openai.ResponsesFeed;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.StreamedTurn;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnSettings;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What the engine costs beside an SDK that reads the same streamed body. The SDK's own client reads it, from memory;
 * the engine gets the SDK's events, decides while they come, and concludes the call. Rules decide in the middle of the
 * text.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SdkOverheadBenchmark {
    private static final String TOOLS = """
        [tools.file_report]
        parameters.summary = { type = "string", required = true }
        [tools.file_report.policy]
        run = [{ arg = "/summary", prefix = "The forklift", mode = "allow" }, { mode = "ask" }]

        [tools.add_book]
        parameters.title = { type = "string", required = true }
        parameters.shelf = { type = "string", required = true }
        parameters.pages = { type = "integer", required = true }
        parameters.year = { type = "integer", required = true }
        [tools.add_book.policy]
        run = [{ arg = "/title", prefix = "The Light", mode = "allow" }, { mode = "ask" }]
        """;

    /** Whose stream it is. */
    @Param({"chat", "responses", "messages"})
    public String api;

    private Work<?> work;
    private ToolHandlers tools;
    private PolicySession session;

    /** One SDK with one body. */
    private record Work<E>(RecordedClient<E> client, List<E> events, Function<ToolTurn, StreamedTurn.Feed<E>> feeds) {

        static <E> Work<E> of(RecordedClient<E> client, Function<ToolTurn, StreamedTurn.Feed<E>> feeds) {
            try (Stream<E> events = client.events()) {
                return new Work<>(client, events.toList(), feeds);
            }
        }

        void sdk(Blackhole hole) {
            try (Stream<E> events = client.events()) {
                events.forEach(hole::consume);
            }
        }

        Object chunks(ToolTurn turn) {
            StreamedTurn.Feed<E> feed = feeds.apply(turn);
            events.forEach(feed::accept);
            return turn;
        }

        Object engine(ToolTurn turn) {
            StreamedTurn.Feed<E> feed = feeds.apply(turn);
            events.forEach(feed::accept);
            return turn.finish(feed.end());
        }

        Object both(ToolTurn turn) {
            StreamedTurn.Feed<E> feed = feeds.apply(turn);
            try (Stream<E> events = client.events()) {
                events.forEach(feed::accept);
            }
            return turn.finish(feed.end());
        }
    }

    /** Reads the body once. */
    @Setup
    public void read() {
        work = switch (api) {
            case "chat" -> Work.<ChatCompletionChunk>of(RecordedClient.chat(), ChatCompletionsFeed::new);
            case "responses" -> Work.<ResponseStreamEvent>of(RecordedClient.responses(), ResponsesFeed::new);
            default -> Work.<RawMessageStreamEvent>of(RecordedClient.messages(), MessagesFeed::new);
        };
        PolicyEngine engine = PolicyEngine.builder()
                .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "tools", TOOLS))
                .build();
        ToolHandlers.Builder handlers = ToolHandlers.builder(engine.tools()).on(Runnable::run);
        engine.tools().tools().forEach(tool -> handlers.handle(tool.name(), (arguments, call) -> "done"));
        tools = handlers.build();
        session = engine.session("benchmark");
    }

    private ToolTurn turn() {
        return session.turn(tools, TurnSettings.defaults());
    }

    /** The SDK alone. */
    @Benchmark
    public void sdk(Blackhole hole) {
        work.sdk(hole);
    }

    /** The engine while the response streams, with the SDK's events: read, checked, decided. */
    @Benchmark
    public Object chunks() {
        return work.chunks(turn());
    }

    /** The engine alone to the end of the call: read, decided, checked, run, its result and its record. */
    @Benchmark
    public Object engine() {
        return work.engine(turn());
    }

    /** Both, as a service has them. */
    @Benchmark
    public Object both() {
        return work.both(turn());
    }
}
