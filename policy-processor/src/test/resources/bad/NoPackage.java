import dev.toolpolicy.annotation.Tool;

@Tool
record ReadFile(String path) {}
