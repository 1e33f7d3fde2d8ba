package dev.toolpolicy.examples;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.runtime.PolicyEngine;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.Help.Ansi;

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
        boolean colored = switch (System.getProperty(Screen.COLOR, "auto")) {
            case "always" -> true;
            case "never" -> false;
            default -> Ansi.AUTO.enabled();
        };
        ExampleProgram program = new ExampleProgram(engine, new Screen(System.out, colored), System.err);
        System.exit(program.run(arguments));
    }
}
