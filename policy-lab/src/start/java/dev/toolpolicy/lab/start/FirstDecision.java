package dev.toolpolicy.lab.start;

import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A program that builds one engine, or does what that is compared with, in a process of its own. It prints the
 * milliseconds of processor time of the process from the start of this method, and those from the start of the process.
 */
public final class FirstDecision {
    /** Only errors are logged, since writing a log isn't measured. Kept here, since loggers are kept weakly. */
    private static final Logger LOG = Logger.getLogger("dev.toolpolicy");

    private FirstDecision() {}

    /**
     * Runs the program.
     *
     * @param arguments {@code nothing}, {@code jackson}, {@code compiled} or {@code file}; then the policy file
     */
    public static void main(String[] arguments) throws IOException {
        LOG.setLevel(Level.SEVERE);
        long before = processorTime();
        switch (arguments[0]) {
            case "nothing" -> {}
            case "jackson" -> readTree(Path.of(arguments[1]));
            case "compiled" ->
                decide(PolicyEngine.builder().tools(ToolCatalog.load()).build());
            case "file" ->
                decide(PolicyEngine.builder()
                        .configuration(PolicyConfiguration.read(Path.of(arguments[1])))
                        .build());
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        long after = processorTime();
        System.out.println((after - before) + " " + after);
    }

    private static void readTree(Path file) throws IOException {
        if (new TomlMapper().readTree(file.toFile()).path("tools").size() != 20) {
            throw new IllegalStateException("the file has 20 tools");
        }
    }

    private static void decide(PolicyEngine engine) {

        try (PolicySession session = engine.newSession()) {
            String outcome = session.calls()
                    .call("1", "run_command")
                    .append("{\"command\": \"git diff --stat\"}")
                    .finish()
                    .word();
            if (!outcome.equals("approved")) {
                throw new IllegalStateException(outcome);
            }
        }
    }

    private static long processorTime() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(Duration::toMillis)
                .orElseThrow();
    }
}
