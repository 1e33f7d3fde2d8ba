package dev.toolpolicy.examples;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.runtime.PolicyEngine;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Starts the example. */
public final class Main {
    /** The example prints what it decides, so the log has errors only. Kept here, since loggers are kept weakly. */
    private static final Logger LOG = Logger.getLogger("dev.toolpolicy");

    private Main() {}

    /**
     * Plays the recordings that come with the example, or a file.
     *
     * @param arguments nothing, a file, or {@code --help}
     */
    public static void main(String[] arguments) {
        LOG.setLevel(Level.SEVERE);
        PolicyEngine engine = PolicyEngine.builder().tools(ToolCatalog.load()).build();
        String asked = System.getProperty(Screen.COLOR, "auto");
        boolean colored = Screen.isColored(asked, System.getenv(), Screen.isTerminal());
        ExampleProgram program = new ExampleProgram(engine, new Screen(System.out, colored), System.err);
        System.exit(program.run(arguments));
    }
}
