package demo;

import static dev.toolpolicy.rule.Mode.SKIP;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import java.nio.file.Path;

@Policy(run = @Rule(mode = SKIP))
record ReadFile(Path path) {}
