package demo;

import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Limit;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Require;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

/** Pays. */
@Tool
@Policy(
    run = @Rule(mode = ASK),
    requires = @Require(tools = "pay", unlessNew = true, external = true, reason = " "),
    limits = {
        @Limit(calls = 0),
        @Limit(calls = 1, reason = "two\nlines"),
        @Limit(calls = 3, per = "1 minute"),
        @Limit(total = "much", of = "/amount"),
        @Limit(total = "5", of = "/amuont"),
        @Limit(total = "5", of = "/payee"),
        @Limit(failures = 3),
        @Limit(calls = 3, of = "/amount"),
        @Limit(per = "1m"),
        @Limit(calls = 3, by = "/user"),
        @Limit(calls = 3, per = "1d", by = "/user"),
        @Limit(calls = 20000, per = "1d", by = "/user")
    })
record Paying(double amount, String payee) {}
