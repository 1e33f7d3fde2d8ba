package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.util.List;

@Tool(name = "pay")
@Policy(facts = Pay.Caller.class, run = {
    @Rule(arg = "/payee", inFact = "/role", mode = ALLOW),
    @Rule(mode = ASK)
})
record Pay(int amount, String payee) {

    public record Caller(String role, List<String> knownPayees) {}
}
