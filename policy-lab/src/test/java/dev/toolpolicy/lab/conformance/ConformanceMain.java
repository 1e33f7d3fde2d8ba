package dev.toolpolicy.lab.conformance;

import java.io.PrintStream;
import java.nio.file.Path;

/** Runs all conformance vectors of a folder; ends with 0 only if there was one and all passed. */
public final class ConformanceMain {
    private ConformanceMain() {}

    /**
     * Runs the program.
     *
     * @param args the folder
     */
    public static void main(String[] args) {
        System.exit(run(args, System.out));
    }

    /** Runs the program and gives its exit code. */
    static int run(String[] args, PrintStream out) {
        if (args.length != 1) {
            out.println("usage: conformance FOLDER");
            return 2;
        }
        Tally tally = new Tally(out);
        try {
            new VectorFolder(Path.of(args[0])).run(tally);
        } catch (VectorException e) {
            out.println(e.getMessage());
            return 2;
        }
        tally.printSummary();
        return tally.allPassed() ? 0 : 1;
    }
}
