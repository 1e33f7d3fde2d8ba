package dev.toolpolicy.runtime;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.runtime.internal.engine.ManyRules;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The time to build an engine of one tool with a long rule list in a new process, for each kind of list. */
public final class EngineBuildMain {
    private static final Logger LOG = Logger.getLogger("dev.toolpolicy");

    private EngineBuildMain() {}

    /**
     * Measures.
     *
     * @param arguments the number of rules; and in the new process, the kind
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length > 1) {
            build(ManyRules.valueOf(arguments[1]), Integer.parseInt(arguments[0]));
            return;
        }
        for (ManyRules kind : ManyRules.values()) {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            EngineBuildMain.class.getName(),
                            arguments[0],
                            kind.name())
                    .inheritIO()
                    .start();
            if (process.waitFor() != 0) {
                throw new IllegalStateException("the process of " + kind + " failed");
            }
        }
    }

    private static void build(ManyRules kind, int rules) {
        LOG.setLevel(Level.SEVERE);
        ToolCatalog tools = ToolCatalog.of(
                List.of(DeclaredTool.of("many", kind.schema(rules)).withRun(kind.list(rules))));
        long all = ofProcess();
        long own = ofThread();
        long start = System.nanoTime();
        PolicyEngine engine = PolicyEngine.builder().tools(tools).build();
        long wall = (System.nanoTime() - start) / 1_000_000;
        System.out.printf(
                "%-8s %d rules: %5d ms; %5d ms of processor time in the thread, %5d ms in the process; %d tool%n",
                kind,
                rules,
                wall,
                ofThread() - own,
                ofProcess() - all,
                engine.tools().tools().size());
    }

    private static long ofThread() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1_000_000;
    }

    private static long ofProcess() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(Duration::toMillis)
                .orElseThrow();
    }
}
