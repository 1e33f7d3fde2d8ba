package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

@Tool(name = "fetch")
@Policy(run = {
    @Rule(arg = "/url", host = "docs.example.com", schemes = "https", mode = ALLOW),
    @Rule(mode = ASK)
})
record Fetch(String url) {}
