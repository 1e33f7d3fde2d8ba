package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Limit;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

@Tool(name = "send_mail")
@Policy(
    run = {
        @Rule(arg = "/to", constant = "ann@example.com", mode = ALLOW),
        @Rule(mode = ASK)
    },
    limits = @Limit(calls = 3, rule = "strangers"))
record SendMail(String to) {}
