package dev.toolpolicy.runtime.internal.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * One call's arguments of about 64 kB, read in chunks: by the parser with its three kinds of consumers, and for
 * comparison by Jackson. {@code wholeText} doesn't depend on the chunks and is what the others are set against.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class FragmentParserBenchmark {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Which text. */
    @Param({"create", "modify", "numbers"})
    public String call;

    /** Characters a chunk; 0 is the whole text at once, -n is one to n characters by chance. */
    @Param({"4", "16", "64", "4096", "0"})
    public int chunk;

    private String text;
    private String[] chunks;
    private byte[][] bytes;

    /** Cuts the text. */
    @Setup
    public void cut() {
        text = Workload.text(call, 65_536);
        chunks = Workload.cut(text, chunk);
        bytes = new byte[chunks.length][];
        for (int i = 0; i < chunks.length; i++) {
            bytes[i] = chunks[i].getBytes(StandardCharsets.UTF_8);
        }
    }

    private FragmentParser parse(FragmentVisitor visitor) {
        FragmentParser parser = new FragmentParser(ArgumentLimits.defaults(), visitor);
        for (String part : chunks) {
            parser.append(part);
        }
        return parser.finish();
    }

    /** What the ratios are to: Jackson's tree of the whole text. */
    @Benchmark
    public JsonNode wholeText() throws IOException {
        return MAPPER.readTree(text);
    }

    /** The parser and a visitor that looks at every event. */
    @Benchmark
    public long visitor() {
        Lengths lengths = new Lengths();
        parse(lengths);
        return lengths.sum;
    }

    /** The parser, and a string made of each piece. */
    @Benchmark
    public FragmentParser pieces(Blackhole blackhole) {
        return parse(new Pieces(blackhole));
    }

    /** The parser and a record for each fragment. */
    @Benchmark
    public FragmentParser records(Blackhole blackhole) {
        return parse(new FragmentRecorder(blackhole::consume));
    }

    /** The parser and the values. */
    @Benchmark
    public Object values() {
        ValueAggregator values = new ValueAggregator();
        parse(values);
        return values.value();
    }

    /** Jackson's parser that doesn't block: events, but no string before its end. */
    @Benchmark
    public int jacksonAsync() throws IOException {
        int events = 0;
        try (JsonParser parser = new JsonFactory().createNonBlockingByteArrayParser()) {
            ByteArrayFeeder feeder = (ByteArrayFeeder) parser.getNonBlockingInputFeeder();
            for (byte[] part : bytes) {
                feeder.feedInput(part, 0, part.length);
                while (parser.nextToken() != JsonToken.NOT_AVAILABLE) {
                    events++;
                }
            }
            feeder.endOfInput();
            while (parser.nextToken() != null) {
                events++;
            }
        }
        return events;
    }

    /** Everything kept until the end, then Jackson's tree. */
    @Benchmark
    public JsonNode bufferThenParse() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String part : chunks) {
            all.append(part);
        }
        return MAPPER.readTree(all.toString());
    }

    /** Makes a string of each piece. */
    private static final class Pieces implements FragmentVisitor {
        private final Blackhole blackhole;

        private Pieces(Blackhole blackhole) {
            this.blackhole = blackhole;
        }

        @Override
        public void text(CharSequence buffer, int start, int end) {
            blackhole.consume(buffer.subSequence(start, end).toString());
        }
    }

    /** Adds up what it hears. */
    private static final class Lengths implements FragmentVisitor {
        private long sum;

        @Override
        public void name(String name) {
            sum += name.length();
        }

        @Override
        public void text(CharSequence buffer, int start, int end) {
            sum += end - start;
        }

        @Override
        public void number(CharSequence literal) {
            sum += literal.length();
        }

        @Override
        public void bool(boolean value) {
            sum++;
        }

        @Override
        public void arrayEnd() {
            sum++;
        }

        @Override
        public void objectEnd() {
            sum++;
        }
    }
}
