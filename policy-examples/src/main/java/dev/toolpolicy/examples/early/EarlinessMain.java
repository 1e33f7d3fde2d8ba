package dev.toolpolicy.examples.early;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Measures how early decisions fall in recorded calls; prints a table and writes a chart. */
public final class EarlinessMain {
    private EarlinessMain() {}

    /**
     * Runs the program.
     *
     * @param args the file of recorded calls, and the chart's
     * @throws IOException if the calls can't be read or the chart can't be written
     */
    public static void main(String[] args) throws IOException {
        System.exit(run(args, System.out));
    }

    /** Runs the program and gives its exit code. */
    static int run(String[] args, PrintStream out) throws IOException {
        if (args.length != 2) {
            out.println("usage: earliness CALLS CHART");
            return 2;
        }
        Measurement measurement = measure(Path.of(args[0]));
        EarlinessTable table = new EarlinessTable(measurement);
        out.println(table.table());
        out.print(table.summary());
        Path chart = Path.of(args[1]);
        Files.writeString(chart, new EarlinessChart(measurement).svg(), StandardCharsets.UTF_8);
        out.println("The chart is in " + chart);
        return 0;
    }

    static Measurement measure(Path calls) throws IOException {
        return Measurement.of(AgentTools.load(), AgentTools.json(Files.readString(calls), calls.toString()));
    }
}
