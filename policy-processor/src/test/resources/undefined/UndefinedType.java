package demo;

import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;

@Tool
record ReadFile(Path path, Encoding encoding) {}
