package demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.json.ArgumentReader;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.annotation.processing.Generated;

/**
 * Generated from {@link Payment}.
 */
@Generated("dev.toolpolicy.processor.ToolProcessor")
public final class PaymentTool implements ToolSpec<Payment> {
    /**
     * The tool, for handlers and catalogs.
     */
    public static final PaymentTool TOOL = new PaymentTool();

    /**
     * The tool's name, as models see it.
     */
    public static final String NAME = "payment";

    /**
     * The tool's description for models.
     */
    public static final String DESCRIPTION = "Pays a bill, and keeps its receipts.";

    /**
     * The argument {@code /amount}.
     */
    public static final Argument.Numeric AMOUNT = Argument.Numeric.at("/amount");

    /**
     * The argument {@code /payee}.
     */
    public static final Argument.Text PAYEE = Argument.Text.at("/payee");

    /**
     * The argument {@code /items}.
     */
    public static final Argument.Value ITEMS = Argument.Value.at("/items");

    /**
     * The argument {@code /items/name}.
     */
    public static final Argument.Text ITEMS_NAME = Argument.Text.at("/items/name");

    /**
     * The argument {@code /items/price}.
     */
    public static final Argument.Numeric ITEMS_PRICE = Argument.Numeric.at("/items/price");

    /**
     * The argument {@code /receipt}.
     */
    public static final Argument.Text RECEIPT = Argument.Text.at("/receipt");

    /**
     * The argument {@code /website}.
     */
    public static final Argument.Text WEBSITE = Argument.Text.at("/website");

    /**
     * The tool's parameters.
     */
    public static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("amount", ParameterType.number()),
            Parameter.required("payee", ParameterType.string()),
            Parameter.required("items", ParameterType.arrayOf(ParameterType.objectOf(
                    Parameter.required("name", ParameterType.string()),
                    Parameter.required("price", ParameterType.number())))),
            Parameter.optional("receipt", ParameterType.path()),
            Parameter.optional("website", ParameterType.string()));

    /**
     * The tool's parameters as JSON Schema, as models see them.
     */
    public static final String JSON_SCHEMA = """
            {"type":"object",\
            "properties":{\
            "amount":{"type":"number"},\
            "payee":{"type":"string"},\
            "items":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"price":{"type":"number"}},"required":["name","price"],"additionalProperties":false}},\
            "receipt":{"type":"string"},\
            "website":{"type":"string"}},\
            "required":["amount","payee","items"],\
            "additionalProperties":false}""";

    private static final ToolSchema FACTS = ToolSchema.of(
            Parameter.required("role", ParameterType.string("guest", "clerk")),
            Parameter.optional("known_payees", ParameterType.arrayOf(ParameterType.string())));

    private static final RuleList RUN = RuleList.of(
            RuleSpec.when(Argument.Text.fact("/role").constant("guest"), Mode.DENY)
                    .named("no-guests")
                    .because("Guests can't pay."),
            RuleSpec.when(RECEIPT.glob("**/*.PEM").ignoringCase(), Mode.DENY),
            RuleSpec.when(WEBSITE.host(List.of("bank.example", "*.bank.example"), List.of("https"), List.of(443, 8443)), Mode.EDIT),
            RuleSpec.whenEach(RuleSpec.Each.of("/items"), List.of(
                    Argument.Text.at("/name").prefix("gift"),
                    Argument.Numeric.at("/price").exclusiveMinimum(new BigDecimal("50"))), Mode.ASK),
            RuleSpec.whenEach(RuleSpec.Each.of("/items").match(Match.ALL), List.of(
                    Argument.Text.at("/name").constant("pen")), Mode.ASK),
            RuleSpec.whenAll(List.of(
                    AMOUNT.minimum(0).and(AMOUNT.maximum(new BigDecimal("99.95"))),
                    PAYEE.inFact("/known_payees"),
                    ITEMS_NAME.all().oneOf("book", "pen")), Mode.ALLOW)
                    .named("small-payments"),
            RuleSpec.otherwise(Mode.ASK));

    private static final List<CallLimit> LIMITS = List.of(
            CallLimit.calls(10).per(Duration.ofSeconds(60)).because("Bills are few."),
            CallLimit.total("499.95", "/amount"),
            CallLimit.failures(3, Duration.ofMillis(500)),
            CallLimit.calls(20).per(Duration.ofSeconds(86400)).by("/role"),
            CallLimit.calls(5).rule("small-payments").because("Pay the rest together."));

    /**
     * Creates the definition. Instances are stateless and interchangeable.
     */
    public PaymentTool() {
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return DESCRIPTION;
    }

    @Override
    public ToolSchema schema() {
        return SCHEMA;
    }

    @Override
    public String jsonSchema() {
        return JSON_SCHEMA;
    }

    @Override
    public ToolSchema facts() {
        return FACTS;
    }

    @Override
    public Optional<RuleList> run() {
        return Optional.of(RUN);
    }

    @Override
    public Optional<RuleList> result() {
        return Optional.empty();
    }

    @Override
    public boolean isChecked(RuleList rules, ToolSchema parameters, int edition) {
        return edition == 4 && parameters == SCHEMA && (rules == RUN);
    }

    @Override
    public List<CallLimit> limits() {
        return LIMITS;
    }

    @Override
    public List<Requirement> requirements() {
        return List.of();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PaymentTool;
    }

    @Override
    public int hashCode() {
        return NAME.hashCode();
    }

    @Override
    public Payment bind(ObjectNode arguments) {
        ArgumentReader reader = ArgumentReader.of(arguments);
        return new Payment(
                reader.at("amount").decimal(),
                reader.at("payee").text(),
                reader.at("items").list(PaymentTool::readItem),
                reader.at("receipt").optional(ArgumentReader::path),
                reader.at("website").optional(ArgumentReader::text));
    }

    private static Payment.Item readItem(ArgumentReader reader) {
        return new Payment.Item(
                reader.at("name").text(),
                reader.at("price").decimal());
    }
}
