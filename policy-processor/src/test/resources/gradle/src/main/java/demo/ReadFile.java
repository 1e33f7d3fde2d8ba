package demo;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads parts of a file.
 *
 * @param path the file to read
 * @param parts what is read of it
 */
@Tool
@Policy(run = @Rule(mode = Mode.ALLOW))
public record ReadFile(Path path, List<Part> parts) {

    /** Makes one. */
    public ReadFile {
        parts = List.copyOf(parts);
    }

    /**
     * A part of a file.
     *
     * @param first the first line of it
     */
    public record Part(int first) {}
}
