package dev.toolpolicy.processor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Measures what the processor adds to a build: the same records are compiled with it and without, by turns, each time by
 * a compiler of its own process in its default heap.
 */
final class CompileTimeMain {
    private static final int PAIRS = 5;

    private CompileTimeMain() {}

    /** Prints each time and the medians; the first argument is the number of tools. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int count = args.length == 0 ? 500 : Integer.parseInt(args[0]);
        Path folder = Files.createTempDirectory("compile-time");
        try {
            List<Path> files = ManyTools.write(folder.resolve("src"), count);
            Files.write(folder.resolve("sources"), files.stream().map(Path::toString).toList());
            measure(folder, count);
        } finally {
            delete(folder);
        }
    }

    private static void measure(Path folder, int count) throws IOException, InterruptedException {
        double[] without = new double[PAIRS];
        double[] with = new double[PAIRS];
        for (int i = 0; i < PAIRS; i++) {
            without[i] = compile(folder, "-proc:none");
            with[i] = compile(folder, "-Xlint:-options");
            System.out.printf("%d tools: without %.1f s, with %.1f s%n", count, without[i], with[i]);
        }
        double first = median(without);
        double second = median(with);
        System.out.printf("median: without %.1f s, with %.1f s, %.1f s more, %.2f times%n",
                first, second, second - first, second / first);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static double compile(Path folder, String option) throws IOException, InterruptedException {
        Path classes = folder.resolve("classes");
        delete(classes);
        Files.createDirectories(classes);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "javac").toString(),
                option, "-d", classes.toString(), "-s", classes.toString(),
                "-cp", System.getProperty("java.class.path"), "@" + folder.resolve("sources")));
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command).inheritIO().start();
        int code = process.waitFor();
        double seconds = (System.nanoTime() - start) / 1e9;
        if (code != 0) {
            throw new IllegalStateException("javac ended with exit code " + code);
        }
        return seconds;
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
