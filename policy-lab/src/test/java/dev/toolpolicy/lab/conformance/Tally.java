package dev.toolpolicy.lab.conformance;

import dev.toolpolicy.internal.text.VisibleText;
import java.io.PrintStream;
import java.util.EnumMap;
import java.util.Map;

/** Counts vectors, and prints a line for each that failed. */
final class Tally {
    private static final int SHOWN = 400;

    private final PrintStream out;
    private final Map<VectorKind, int[]> counts = new EnumMap<>(VectorKind.class);
    private int passed;
    private int failed;

    Tally(PrintStream out) {
        this.out = out;
    }

    void passed(VectorKind kind) {
        counts.computeIfAbsent(kind, k -> new int[2])[0]++;
        passed++;
    }

    void failed(VectorKind kind, String id, VectorCheck.Mismatch mismatch) {
        counts.computeIfAbsent(kind, k -> new int[2])[1]++;
        failed++;
        out.println(id + ": expected " + shown(mismatch.expected()) + ", got " + shown(mismatch.got()));
    }

    /** Counts a vector that is malformed or needs a missing feature. */
    void unusable(VectorKind kind, String id, String why) {
        counts.computeIfAbsent(kind, k -> new int[2])[1]++;
        failed++;
        out.println(id + ": " + shown(why));
    }

    /** Counts a file without a readable vector. */
    void unusable(String file, String why) {
        failed++;
        out.println(file + ": " + shown(why));
    }

    boolean allPassed() {
        return failed == 0 && passed > 0;
    }

    void printSummary() {
        out.printf("%n%-10s %7s %7s%n", "kind", "passed", "failed");
        counts.forEach((kind, count) -> out.printf("%-10s %7d %7d%n", kind.word(), count[0], count[1]));
        out.printf("%n%d passed, %d failed%n", passed, failed);
    }

    /** Returns a text on one line, without its middle if it is long. */
    private static String shown(String text) {
        String line = VisibleText.ascii(text);
        return line.length() <= SHOWN
                ? line
                : line.substring(0, SHOWN / 2) + " ... " + line.substring(line.length() - SHOWN / 2);
    }
}
