package dev.toolpolicy.processor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Measures what the processor adds to a build: the same records are compiled with it and without, by turns, in the
 * default heap. Cold, each time by a compiler of its own process; and warm, by one process that has compiled before, as
 * Gradle's daemon does. As there, only the compiler is warm: each build loads the processor's classes again.
 */
final class CompileTimeMain {
    private static final int PAIRS = 5;
    private static final int WARM_UP = 5;
    private static final List<String> WITHOUT = List.of("-proc:none");
    private static final List<String> WITH = List.of();

    private final Path folder;

    private CompileTimeMain(Path folder) {
        this.folder = folder;
    }

    /** Prints each time and the medians; the first argument is the number of tools. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int count = args.length == 0 ? 500 : Integer.parseInt(args[0]);
        Path folder = Files.createTempDirectory("compile-time");
        try {
            List<Path> files = ManyTools.write(folder.resolve("src"), count);
            Files.write(
                    folder.resolve("sources"),
                    files.stream().map(Path::toString).toList());
            CompileTimeMain times = new CompileTimeMain(folder);
            String cold = times.measure("cold", 0, times::inItsOwnProcess);
            String warm = times.measure("warm", WARM_UP, options -> inThisProcess(options, files));
            System.out.printf("%n%d tools     without     with     more    times%n%s%n%s%n", count, cold, warm);
        } finally {
            delete(folder);
        }
    }

    private String measure(String name, int warmUp, Compiler compiler) throws IOException, InterruptedException {
        double[] without = new double[PAIRS];
        double[] with = new double[PAIRS];
        for (int i = -warmUp; i < PAIRS; i++) {
            double first = seconds(compiler, WITHOUT);
            double second = seconds(compiler, WITH);
            System.out.printf("%s%s: without %.2f s, with %.2f s%n", name, i < 0 ? "ing up" : "", first, second);
            if (i >= 0) {
                without[i] = first;
                with[i] = second;
            }
        }
        double first = median(without);
        double second = median(with);
        return "%-11s %7.2f s %7.2f s %7.2f s %7.2f".formatted(name, first, second, second - first, second / first);
    }

    private double seconds(Compiler compiler, List<String> more) throws IOException, InterruptedException {
        Path classes = folder.resolve("classes");
        delete(classes);
        Files.createDirectories(classes);
        List<String> options = new ArrayList<>(more);
        options.addAll(List.of(
                "-d", classes.toString(), "-s", classes.toString(), "-cp", System.getProperty("java.class.path")));
        long start = System.nanoTime();
        compiler.compile(options);
        return (System.nanoTime() - start) / 1e9;
    }

    private void inItsOwnProcess(List<String> options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "javac").toString()));
        command.addAll(options);
        command.add("@" + folder.resolve("sources"));
        int code = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (code != 0) {
            throw new IllegalStateException("javac ended with exit code " + code);
        }
    }

    private static void inThisProcess(List<String> options, List<Path> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            var units = files.getJavaFileObjectsFromPaths(sources);
            if (!compiler.getTask(null, files, null, options, null, units).call()) {
                throw new IllegalStateException("javac found errors");
            }
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
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

    /** Compiles the records once. */
    @FunctionalInterface
    private interface Compiler {
        void compile(List<String> options) throws IOException, InterruptedException;
    }
}
