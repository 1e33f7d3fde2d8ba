package dev.toolpolicy.lab.early;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Measures how early decisions fall in recorded calls; prints a table and writes a chart. */
public final class EarlinessMain {
    private EarlinessMain() {}

    /**
     * Runs the program.
     *
     * @param args files of recorded calls, and the chart's
     * @throws IOException if the calls can't be read or the chart can't be written
     */
    public static void main(String[] args) throws IOException {
        System.exit(run(args, System.out));
    }

    /** Runs the program and gives its exit code. */
    static int run(String[] args, PrintStream out) throws IOException {
        if (args.length < 2) {
            out.println("usage: earliness CALLS... CHART");
            return 2;
        }
        List<Path> calls = Arrays.stream(args, 0, args.length - 1).map(Path::of).toList();
        Measurement measurement = measure(calls);
        EarlinessTable table = new EarlinessTable(measurement);
        out.println(table.table());
        out.println(table.summary());
        out.println(table.commands());
        Path chart = Path.of(args[args.length - 1]);
        Files.writeString(chart, new EarlinessChart(measurement).svg(), StandardCharsets.UTF_8);
        out.println("The chart is in " + chart);
        return 0;
    }

    static Measurement measure(List<Path> files) throws IOException {
        AgentTools tools = AgentTools.load();
        List<JsonNode> calls = new ArrayList<>();
        for (Path file : files) {
            AgentTools.json(Files.readString(file), file.toString()).forEach(calls::add);
        }
        return Measurement.of(tools, calls);
    }
}
