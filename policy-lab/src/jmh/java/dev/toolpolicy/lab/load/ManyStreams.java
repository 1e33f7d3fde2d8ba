package dev.toolpolicy.lab.load;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.stream.internal.wire.WireException;
import dev.toolpolicy.stream.internal.wire.WirePart;
import dev.toolpolicy.stream.internal.wire.WireResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/**
 * Many sessions of one engine, each with a response that streams. Each round advances every response by one part. The
 * responses, tools and policies are those of the examples. A stream whose response ends begins the next one, in a new
 * session.
 */
final class ManyStreams {
    private static final String FOLDER = "/dev/toolpolicy/examples/recordings/";
    private static final List<String> BODIES = List.of("time.sse", "weather.sse", "task.sse");

    private final List<List<WirePart>> responses = new ArrayList<>();
    private final PolicyEngine engine =
            PolicyEngine.builder().tools(ToolCatalog.load()).build();
    private final ToolHandlers tools;
    private final int streams;
    private final int threads;

    ManyStreams(int streams, int threads) throws IOException, WireException {
        this.streams = streams;
        this.threads = Math.min(streams, threads);
        for (String body : BODIES) {
            responses.add(read(body).parts());
        }
        ToolHandlers.Builder handlers = ToolHandlers.builder(engine.tools()).on(Runnable::run);
        handlers.otherwise((arguments, call) -> "done");
        tools = handlers.build();
    }

    private static WireResponse read(String name) throws IOException, WireException {
        try (InputStream in = ManyStreams.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IOException("there is no " + name);
            }
            return WireResponse.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    int threads() {
        return threads;
    }

    /** Returns a stream whose calls the engine judges and runs. */
    PlayedStream judged(int number) {
        return new LoadedStream(engine, tools, responses, number);
    }

    /** Returns a stream whose arguments are only parsed. */
    PlayedStream parsed(int number) {
        return new ParsedStream(responses, number);
    }

    private static List<PlayedStream> begin(IntFunction<PlayedStream> kind, int first, int count) {
        List<PlayedStream> begun = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            begun.add(kind.apply(first + i));
        }
        return begun;
    }

    /** Drives all streams, on all threads. */
    Throughput drive(IntFunction<PlayedStream> kind, int seconds) throws InterruptedException {
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Throughput>> parts = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int first = (int) ((long) streams * i / threads);
                int count = (int) ((long) streams * (i + 1) / threads) - first;
                parts.add(workers.submit(() -> drive(begin(kind, first, count), seconds)));
            }
            Throughput all = Throughput.NONE;
            for (Future<Throughput> part : parts) {
                all = all.beside(part.get());
            }
            return all;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a stream failed", e.getCause());
        } finally {
            workers.shutdownNow();
        }
    }

    private static Throughput drive(List<PlayedStream> mine, int seconds) {
        long begin = System.nanoTime();
        long end = begin + seconds * 1_000_000_000L;
        while (System.nanoTime() < end) {
            mine.forEach(PlayedStream::step);
        }
        double took = (System.nanoTime() - begin) / 1e9;
        return mine.stream().map(stream -> stream.done(took)).reduce(Throughput.NONE, Throughput::beside);
    }

    /** Returns the heap size of one stream, measured over many that are in the middle of their arguments. */
    long bytesOfAnOpenStream(IntFunction<PlayedStream> kind) {
        begin(kind, 0, streams).forEach(PlayedStream::toTheMiddle); // classes are loaded, tables are made
        long before = used();
        List<PlayedStream> open = begin(kind, 0, streams);
        open.forEach(PlayedStream::toTheMiddle);
        long after = used();
        if (open.size() != streams) {
            throw new IllegalStateException("streams were let go");
        }
        return (after - before) / streams;
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
