package dev.toolpolicy.lab.load;

import dev.toolpolicy.stream.internal.wire.WireException;
import java.io.IOException;
import java.util.Locale;
import java.util.function.IntFunction;

/** Drives a thousand streams at once for some seconds and says what they cost: {@code ./gradlew manyStreams}. */
public final class ManyStreamsMain {
    private static final int WARM_UP = 5;
    private static final int MOST = 1_000_000;

    private ManyStreamsMain() {}

    /**
     * Runs the measurement.
     *
     * @param arguments how many streams, and for how many seconds
     * @throws InterruptedException if it is interrupted
     */
    public static void main(String... arguments) throws InterruptedException {
        if (arguments.length != 2 || number(arguments[0]) < 1 || number(arguments[1]) < 1) {
            System.err.println("usage: how many streams, for how many seconds: two numbers from 1 on");
            System.exit(2);
        }
        try {
            run(number(arguments[0]), number(arguments[1]));
        } catch (IOException | WireException e) {
            System.err.println("the recordings can't be read: " + e.getMessage());
            System.exit(1);
        }
    }

    /** Returns the number, or 0 if it is invalid. */
    private static int number(String word) {
        try {
            int number = Integer.parseInt(word);
            return number > MOST ? 0 : number;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static void run(int streams, int seconds) throws IOException, WireException, InterruptedException {
        ManyStreams load = new ManyStreams(streams, Runtime.getRuntime().availableProcessors());
        System.out.printf(
                Locale.ROOT, "%,d streams at once, %d threads, %d s each%n", streams, load.threads(), seconds);
        print("parsed by Jackson", load, load::parsed, seconds);
        print("judged and run", load, load::judged, seconds);
    }

    private static void print(String what, ManyStreams load, IntFunction<PlayedStream> kind, int seconds)
            throws InterruptedException {
        long bytes = load.bytesOfAnOpenStream(kind);
        load.drive(kind, WARM_UP);
        Throughput measured = load.drive(kind, seconds);
        System.out.println(what);
        row("%,12.0f chunks of arguments a second%n", measured.chunks() / measured.seconds());
        row("%,12.0f characters a second%n", measured.characters() / measured.seconds());
        row("%,12.0f responses a second%n", measured.responses() / measured.seconds());
        row("%,12d of their calls ran, %,d did not%n", measured.ran(), measured.refused());
        row("%,12d bytes an open stream in the middle of its arguments%n", bytes);
    }

    private static void row(String format, Object... values) {
        System.out.printf(Locale.ROOT, format, values);
    }
}
