package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;
import static dev.toolpolicy.annotation.Mode.EDIT;

import dev.toolpolicy.annotation.Limit;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule.Example;
import dev.toolpolicy.annotation.Rule.When;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Pays a bill, and keeps its receipts. */
@SuppressWarnings("toolpolicy/any-element")
@Tool
@Policy(
    facts = Payment.Caller.class,
    limits = {
        @Limit(calls = 10, per = "1m", reason = "Bills are few."),
        @Limit(total = "499.95", of = "/amount"),
        @Limit(failures = 3, per = "500ms"),
        @Limit(calls = 20, per = "1d", by = "/role"),
        @Limit(calls = 5, rule = "small-payments", reason = "Pay the rest together.")
    },
    run = {
        @Rule(fact = "/role", constant = "guest", mode = DENY, name = "no-guests", reason = "Guests can't pay."),
        @Rule(arg = "/receipt", glob = "**/*.PEM", ignoreCase = true, mode = DENY, examples = @Example("a/key.pem")),
        @Rule(arg = "/website", host = {"bank.example", "*.bank.example"}, schemes = "https", ports = {443, 8443}, mode = EDIT),
        @Rule(each = "/items", all = {@When(arg = "/name", prefix = "gift"), @When(arg = "/price", exclusiveMinimum = "50")}, mode = ASK),
        @Rule(each = "/items", all = @When(arg = "/name", constant = "pen"), match = Match.ALL, mode = ASK),
        @Rule(
            all = {
                @When(arg = "/amount", minimum = "0", maximum = "99.95"),
                @When(arg = "/payee", inFact = "/known_payees"),
                @When(arg = "/items/name", oneOf = {"book", "pen"}, match = Match.ALL)
            },
            mode = ALLOW,
            name = "small-payments",
            examples = @Example(json = """
                {"arguments": {"amount": 10, "payee": "ann", "items": [{"name": "book", "price": 10}]},
                 "facts": {"role": "clerk", "known_payees": ["ann"]}}"""),
            counterexamples = @Example(json = "{\"amount\": 100, \"payee\": \"ann\"}")),
        @Rule(mode = ASK)
    })
public record Payment(
        BigDecimal amount,
        String payee,
        List<Item> items,
        Optional<Path> receipt,
        Optional<String> website) {

    public record Item(String name, BigDecimal price) {}

    /** What the service knows about the caller. */
    public record Caller(Role role, Optional<List<String>> knownPayees) {}

    public enum Role { guest, clerk }
}
