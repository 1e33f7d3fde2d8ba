package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule.When;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.util.List;

@Tool(name = "pay")
@Policy(facts = Pay.Caller.class, run = {
    @Rule(each = "/transfers", all = {@When(arg = "/amount", minimum = "0"), @When(fact = "/role", constant = "clerk")}, match = Match.ALL, mode = ALLOW),
    @Rule(mode = ASK)
})
record Pay(List<Transfer> transfers) {

    public record Transfer(int amount, String payee) {}

    public record Caller(String role) {}
}
