package demo;

import dev.toolpolicy.annotation.Tool;

/** Says that the server is there. */
@Tool
public record Ping() {}
