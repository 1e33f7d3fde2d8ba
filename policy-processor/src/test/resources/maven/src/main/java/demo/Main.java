package demo;

import dev.toolpolicy.ToolCatalog;

/** Prints the tools that are found. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        ToolCatalog.load().tools().forEach(tool -> System.out.println(tool.name() + ": " + tool.description()));
    }
}
