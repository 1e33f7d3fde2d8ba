package dev.toolpolicy.lab.start;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Rule.When;
import dev.toolpolicy.annotation.Tool;

/** Tools that pay. */
final class MoneyTools {
    private MoneyTools() {}

    /**
     * Makes a payment.
     *
     * @param amount how much
     * @param to the payee
     */
    @Tool(name = "pay")
    @Policy(
            run = {
                @Rule(arg = "/amount", exclusiveMinimum = "1000", mode = DENY),
                @Rule(arg = "/to", prefix = "fraud-", mode = DENY),
                @Rule(
                        all = {
                            @When(arg = "/amount", minimum = "0", maximum = "100"),
                            @When(
                                    arg = "/to",
                                    oneOf = {"acme", "globex"})
                        },
                        mode = ALLOW),
                @Rule(arg = "/amount", exclusiveMaximum = "0", mode = DENY),
                @Rule(mode = ASK)
            })
    public record Pay(
            @Param("How much.") double amount,
            @Param("The payee.") String to) {}

    /**
     * Pays a customer back.
     *
     * @param amount how much
     * @param to the customer
     */
    @Tool(name = "refund")
    @Policy(
            run = {
                @Rule(arg = "/amount", exclusiveMinimum = "500", mode = DENY),
                @Rule(arg = "/to", prefix = "blocked-", mode = DENY),
                @Rule(
                        all = {
                            @When(arg = "/amount", minimum = "0", maximum = "20"),
                            @When(
                                    arg = "/to",
                                    oneOf = {"c-1", "c-2"})
                        },
                        mode = ALLOW),
                @Rule(arg = "/amount", exclusiveMaximum = "0", mode = DENY),
                @Rule(mode = ASK)
            })
    public record Refund(
            @Param("How much.") double amount,
            @Param("The customer.") String to) {}

    /**
     * Tops up a card.
     *
     * @param amount how much
     * @param to the card
     */
    @Tool(name = "top_up")
    @Policy(
            run = {
                @Rule(arg = "/amount", exclusiveMinimum = "200", mode = DENY),
                @Rule(arg = "/to", prefix = "stolen-", mode = DENY),
                @Rule(
                        all = {
                            @When(arg = "/amount", minimum = "0", maximum = "50"),
                            @When(
                                    arg = "/to",
                                    oneOf = {"card-1", "card-2", "card-3"})
                        },
                        mode = ALLOW),
                @Rule(arg = "/amount", exclusiveMaximum = "0", mode = DENY),
                @Rule(mode = ASK)
            })
    public record TopUp(
            @Param("How much.") double amount,
            @Param("The card.") String to) {}

    /**
     * Writes an invoice.
     *
     * @param amount how much
     * @param to the customer
     */
    @Tool(name = "invoice")
    @Policy(
            run = {
                @Rule(arg = "/amount", exclusiveMinimum = "10000", mode = DENY),
                @Rule(arg = "/to", prefix = "test-", mode = DENY),
                @Rule(
                        all = {
                            @When(arg = "/amount", minimum = "0", maximum = "2500"),
                            @When(
                                    arg = "/to",
                                    oneOf = {"acme", "initech"})
                        },
                        mode = ALLOW),
                @Rule(arg = "/amount", exclusiveMaximum = "0", mode = DENY),
                @Rule(mode = ASK)
            })
    public record Invoice(
            @Param("How much.") double amount,
            @Param("The customer.") String to) {}
}
