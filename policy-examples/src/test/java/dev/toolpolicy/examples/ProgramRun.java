package dev.toolpolicy.examples;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.runtime.PolicyEngine;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The output and exit code of one run of the program. */
record ProgramRun(int exitCode, String output, String errors) {

    static ProgramRun of(String... arguments) {
        return of(false, arguments);
    }

    static ProgramRun of(boolean colored, String... arguments) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        PolicyEngine engine = PolicyEngine.builder().tools(ToolCatalog.load()).build();
        int exitCode = new ExampleProgram(engine, new Screen(stream(output), colored), stream(errors)).run(arguments);
        return new ProgramRun(
                exitCode, output.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
