package dev.toolpolicy.processor;

import com.sun.management.OperatingSystemMXBean;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Measures builds with annotation processors side by side: many sources for each, compiled by turns in the default heap.
 * Cold, each time by a compiler of its own process; and warm, by one process that has compiled before, as Gradle's daemon
 * does. As there, only the compiler is warm: each build loads the processor's classes again. Beside the seconds stand those
 * of the processors' time, which say more on a machine that does other work.
 */
final class CompileTimeMain {
    private static final int ROUNDS = Integer.getInteger("rounds", 5);
    private static final int WARM_UP = ROUNDS;
    /** The first argument of a process that compiles once. */
    private static final String ONCE = "once";

    private final Path folder;

    private CompileTimeMain(Path folder) {
        this.folder = folder;
    }

    /**
     * Prints each time and the medians.
     *
     * @param args the number of sources of each kind, then the kinds; a kind with {@code -} before it is compiled without
     *     its processor
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args[0].equals(ONCE)) {
            compile(args[1], Arrays.asList(args).subList(2, args.length));
            System.out.println(cpu());
            return;
        }
        int count = Integer.parseInt(args[0]);
        Path folder = Files.createTempDirectory("compile-time");
        try {
            CompileTimeMain times = new CompileTimeMain(folder);
            List<Build> builds = new ArrayList<>();
            for (String each : Arrays.asList(args).subList(1, args.length)) {
                builds.add(times.build(each, count));
            }
            Map<Build, Time> cold = times.measure("cold", 0, builds, times::inItsOwnProcess);
            Map<Build, Time> warm = times.measure("warm", WARM_UP, builds, CompileTimeMain::inThisProcess);
            System.out.printf(
                    "%n%-16s %9s %9s %19s %19s%n", count + " sources", "written", "generated", "cold", "warm");
            for (Build build : builds) {
                System.out.printf(
                        "%-16s %6d kB %6d kB %s %s%n",
                        build.name(),
                        size(build.sources().getParent().resolve("src")) / 1024,
                        size(build.classes()) / 1024,
                        cold.get(build),
                        warm.get(build));
            }
        } finally {
            delete(folder);
        }
    }

    private Build build(String argument, int count) throws IOException {
        boolean without = argument.startsWith("-");
        ManySources kind = ManySources.valueOf((without ? argument.substring(1) : argument)
                .toUpperCase(Locale.ROOT)
                .replace('-', '_'));
        Path own = folder.resolve(argument);
        List<Path> files = kind.write(own.resolve("src"), count);
        Path list = Files.write(
                own.resolve("sources"), files.stream().map(Path::toString).toList());
        return new Build(argument, list, own.resolve("classes"), kind.path(), without);
    }

    private Map<Build, Time> measure(String name, int warmUp, List<Build> builds, Compiler compiler)
            throws IOException, InterruptedException {
        Map<Build, List<Time>> times = new LinkedHashMap<>();
        for (int i = -warmUp; i < ROUNDS; i++) {
            for (Build build : builds) {
                delete(build.classes());
                Files.createDirectories(build.classes());
                long start = System.nanoTime();
                double cpu = compiler.compile(build);
                Time time = new Time((System.nanoTime() - start) / 1e9, cpu);
                System.out.printf("%s%s %s: %s%n", i < 0 ? "warming up, " : "", name, build.name(), time);
                if (i >= 0) {
                    times.computeIfAbsent(build, each -> new ArrayList<>()).add(time);
                }
            }
        }
        Map<Build, Time> medians = new LinkedHashMap<>();
        times.forEach((build, all) -> medians.put(
                build,
                new Time(
                        median(all.stream().mapToDouble(Time::seconds)),
                        median(all.stream().mapToDouble(Time::cpu)))));
        return medians;
    }

    private static double median(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private double inItsOwnProcess(Build build) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                CompileTimeMain.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath(),
                CompileTimeMain.class.getName(),
                ONCE,
                build.sources().toString()));
        command.addAll(build.options());
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IllegalStateException("javac failed: " + printed);
        }
        return Double.parseDouble(printed.lines().reduce("", (one, next) -> next));
    }

    private static double inThisProcess(Build build) throws IOException {
        double before = cpu();
        compile(build.sources().toString(), build.options());
        return cpu() - before;
    }

    private static void compile(String sources, List<String> options) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            var units = files.getJavaFileObjectsFromPaths(
                    Files.readAllLines(Path.of(sources)).stream().map(Path::of).toList());
            if (!compiler.getTask(null, files, null, options, null, units).call()) {
                throw new IllegalStateException("javac found errors");
            }
        }
    }

    /** Returns the seconds that the processors have worked for this process. */
    private static double cpu() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime() / 1e9;
    }

    /** Returns the size of all Java sources in a folder. */
    private static long size(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(each -> each.toString().endsWith(".java"))
                    .map(Path::toFile)
                    .mapToLong(File::length)
                    .sum();
        }
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

    /**
     * What is compiled.
     *
     * @param name its name in the table
     * @param sources the list of the sources
     * @param classes the folder for classes and generated sources
     * @param path the libraries and the processor
     * @param without whether the processor is left out
     */
    private record Build(String name, Path sources, Path classes, String path, boolean without) {
        List<String> options() {
            List<String> options = new ArrayList<>(without ? List.of("-proc:none") : List.of());
            options.addAll(List.of("-nowarn", "-d", classes.toString(), "-s", classes.toString(), "-cp", path));
            return options;
        }
    }

    /**
     * A time.
     *
     * @param seconds the seconds that went by
     * @param cpu the seconds that the processors worked, of all cores together
     */
    private record Time(double seconds, double cpu) {
        @Override
        public String toString() {
            return "%7.2f s %7.2f cpu".formatted(seconds, cpu);
        }
    }

    /** Compiles sources once, and returns the seconds that the processors worked. */
    @FunctionalInterface
    private interface Compiler {
        double compile(Build build) throws IOException, InterruptedException;
    }
}
