package demo;

import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import java.nio.file.Path;

@Policy(run = @Rule(mode = DENY))
record ReadFile(Path path) {}
