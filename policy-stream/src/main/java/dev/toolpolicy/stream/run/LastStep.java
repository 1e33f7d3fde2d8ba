package dev.toolpolicy.stream.run;

import java.io.IOException;

/** Something done at a stream's end that may fail without changing how it ended. */
@FunctionalInterface
interface LastStep {
    void run() throws IOException;
}
