package demo;

import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

@Tool(name = "send_code")
@Policy(run = {
    @Rule(arg = "/code", pattern = "a[abc]{9}a", mode = ASK),
    @Rule(arg = "/code", pattern = "b[abc]{8}b", mode = ASK),
    @Rule(arg = "/code", pattern = "^(?:[abc]{2})*[abc][ab]$", mode = ASK),
    @Rule(arg = "/code", pattern = "^(?:[abc]{2})*[abc]c$", mode = ASK),
    @Rule(arg = "/code", pattern = "^[abc]{60}$", mode = DENY),
    @Rule(mode = ASK)
})
record SendCode(String code) {}
