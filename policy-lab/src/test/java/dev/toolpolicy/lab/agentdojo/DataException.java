package dev.toolpolicy.lab.agentdojo;

import dev.toolpolicy.internal.text.VisibleText;
import java.nio.file.Path;

/** The reason why a folder of the benchmark's data can't be used, in one line. */
final class DataException extends Exception {
    private static final long serialVersionUID = 1L;

    DataException(Path file, String reason) {
        super(VisibleText.line(file + ": " + reason));
    }
}
