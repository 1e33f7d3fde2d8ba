package dev.toolpolicy.lab.conformance;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The program's output for a folder.
 *
 * @param exitCode its exit code
 * @param total its last line
 * @param lines the lines before the table
 */
record Conformance(int exitCode, String total, List<String> lines) {

    static Conformance of(Path folder) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int exitCode = ConformanceMain.run(
                new String[] {folder.toString()}, new PrintStream(bytes, true, StandardCharsets.UTF_8));
        List<String> printed = bytes.toString(StandardCharsets.UTF_8).lines().toList();
        return new Conformance(
                exitCode,
                printed.get(printed.size() - 1),
                printed.stream().takeWhile(line -> !line.isEmpty()).toList());
    }
}
