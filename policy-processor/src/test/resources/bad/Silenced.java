package demo;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;

@SuppressWarnings("toolpolicy/no-catch-all")
class Tools {
    @Tool
    @Policy(run = {})
    record ReadFile(Path path) {}
}

class Others {
    @Tool
    @Policy(run = {})
    record WriteFile(Path path) {}
}
