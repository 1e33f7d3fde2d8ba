package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

@Tool(name = "send_mail")
@Policy(run = {
    @Rule(arg = "/to", from = "request", mode = ALLOW),
    @Rule(label = "untrusted", mode = DENY),
    @Rule(mode = ASK)
})
record SendMail(String to) {}
