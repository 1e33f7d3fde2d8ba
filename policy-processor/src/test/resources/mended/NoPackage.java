package demo;

import dev.toolpolicy.annotation.Tool;

@Tool
record ReadFile(String path) {}
