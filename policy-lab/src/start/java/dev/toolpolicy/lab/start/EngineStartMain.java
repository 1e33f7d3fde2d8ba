package dev.toolpolicy.lab.start;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The cost of an engine of 20 tools with 5 rules each in new processes: from the start of a program to its first
 * decision. Each round starts a process for each kind, so that other work on the machine slows all of them.
 */
public final class EngineStartMain {
    private static final List<String> KINDS = List.of("nothing", "jackson", "compiled", "file");

    private EngineStartMain() {}

    /**
     * Measures.
     *
     * @param arguments the number of rounds, the policy file, and options of the measured processes
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Arrays.asList(arguments).subList(2, arguments.length));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), FirstDecision.class.getName()));
        Map<String, List<long[]>> times = new LinkedHashMap<>();
        for (int round = 0; round < Integer.parseInt(arguments[0]); round++) {
            for (String kind : KINDS) {
                times.computeIfAbsent(kind, key -> new ArrayList<>()).add(measure(command, kind, arguments[1]));
            }
        }
        times.forEach((kind, all) -> System.out.printf(
                "%-8s  %4d ms of processor time in main, %4d ms in all (least %d and %d)%n",
                kind, median(all, 0), median(all, 1), least(all, 0), least(all, 1)));
    }

    private static long[] measure(List<String> command, String kind, String file)
            throws IOException, InterruptedException {
        List<String> whole = new ArrayList<>(command);
        whole.addAll(List.of(kind, file));
        Process process = new ProcessBuilder(whole)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException("the process that measures " + kind + " failed: " + printed);
        }
        return Arrays.stream(printed.strip().split(" "))
                .mapToLong(Long::parseLong)
                .toArray();
    }

    private static long median(List<long[]> all, int of) {
        return all.stream().mapToLong(each -> each[of]).sorted().toArray()[all.size() / 2];
    }

    private static long least(List<long[]> all, int of) {
        return all.stream().mapToLong(each -> each[of]).min().orElseThrow();
    }
}
