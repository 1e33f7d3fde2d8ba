package dev.toolpolicy.examples;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.runtime.PolicyEngine;

/** Starts the example. */
public final class Main {

    private Main() {}

    /**
     * Plays the recordings that come with the example, or a file.
     *
     * @param arguments nothing, a file, or {@code --help}
     */
    public static void main(String[] arguments) {
        PolicyEngine engine = PolicyEngine.builder().tools(ToolCatalog.load()).build();
        String asked = System.getProperty(Screen.COLOR, "auto");
        boolean colored = Screen.isColored(asked, System.getenv(), Screen.isTerminal());
        ExampleProgram program = new ExampleProgram(engine, new Screen(System.out, colored), System.err);
        System.exit(program.run(arguments));
    }
}
