package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What one decision costs by rules with globs, commands, conjunctions and facts, on complete arguments. The chain by hand
 * has ten rules in any case.
 */
@State(Scope.Benchmark)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CompoundBenchmark {
    private static final int CALLS = 6;
    private static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("path", ParameterType.path()),
            Parameter.required("command", ParameterType.string()),
            Parameter.optional("amount", ParameterType.number()),
            Parameter.optional("currency", ParameterType.string()));
    private static final ToolSchema FACTS = ToolSchema.of(Parameter.required("role", ParameterType.string()));
    private static final Argument.Text PATH = Argument.Text.at("/path");
    private static final Argument.Text COMMAND = Argument.Text.at("/command");
    private static final Argument.Text CURRENCY = Argument.Text.at("/currency");
    private static final Argument.Numeric AMOUNT = Argument.Numeric.at("/amount");
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final PathMatcher KEYS = FileSystems.getDefault().getPathMatcher("glob:**.pem");
    private static final PathMatcher SOURCES = FileSystems.getDefault().getPathMatcher("glob:src/**.java");
    private static final Pattern REMOVING = Pattern.compile("(?:^|[;&|]\\s*)(?:rm|sudo)\\b");
    private static final Pattern READING = Pattern.compile("^(?:ls|cat|git (?:status|diff|log))\\b[^;&|`$<>]*$");

    /** How many rules the list has. */
    @Param({"10", "100", "1000"})
    public int rules;

    private ObjectNode[] calls = {};
    private CompiledRules compiled;
    private Facts facts = Facts.NONE;
    private String role = "clerk";

    static RuleList list(int count) {
        List<RuleSpec> rules = new ArrayList<>(List.of(
                RuleSpec.when(role("guest"), Mode.DENY),
                RuleSpec.when(PATH.glob("*.pem"), Mode.DENY),
                RuleSpec.when(COMMAND.commands("rm *", "sudo *"), Mode.DENY),
                RuleSpec.whenAll(List.of(AMOUNT.minimum(1000), CURRENCY.constant("EUR")), Mode.ASK),
                RuleSpec.whenAll(List.of(AMOUNT.minimum(500), CURRENCY.constant("USD")), Mode.ASK),
                RuleSpec.whenAll(List.of(role("intern"), AMOUNT.minimum(1)), Mode.ASK)));
        for (int i = 0; i < count / 10 - 1; i++) {
            rules.addAll(further(i));
        }
        rules.add(
                RuleSpec.when(COMMAND.commands("ls *", "cat *", "git status", "git diff *", "git log *"), Mode.ALLOW));
        rules.add(RuleSpec.whenAll(List.of(PATH.glob("src/**/*.java"), role("clerk")), Mode.ALLOW));
        rules.add(RuleSpec.whenAll(List.of(AMOUNT.maximum(10), AMOUNT.minimum(0)), Mode.ALLOW));
        rules.add(RuleSpec.otherwise(Mode.ASK));
        return new RuleList(rules);
    }

    private static List<RuleSpec> further(int i) {
        return List.of(
                RuleSpec.when(PATH.glob("vendor/library" + i + "/**"), Mode.ASK),
                RuleSpec.whenAll(List.of(PATH.glob("config/*" + i + ".toml"), role("clerk")), Mode.EDIT),
                RuleSpec.when(PATH.prefix("deploy/stage" + i), Mode.DENY),
                RuleSpec.whenAll(List.of(PATH.prefix("tools/t" + i), AMOUNT.minimum(5)), Mode.ASK),
                RuleSpec.whenAll(List.of(CURRENCY.constant("C" + i), AMOUNT.minimum(i)), Mode.DENY),
                RuleSpec.whenAll(List.of(CURRENCY.constant("D" + i), role("intern")), Mode.ASK),
                RuleSpec.when(COMMAND.commands("release-" + i + " *"), Mode.DENY),
                RuleSpec.when(COMMAND.commands("make target" + i, "make check" + i + " *"), Mode.ALLOW),
                RuleSpec.whenAll(List.of(COMMAND.constant("run-" + i), PATH.prefix("x" + i)), Mode.ALLOW),
                RuleSpec.whenAll(List.of(AMOUNT.constant(2000 + i), role("clerk")), Mode.DENY));
    }

    private static Condition role(String role) {
        return Condition.onFact(ArgumentPointer.parse("/role"), Matcher.constant(NODES.textNode(role)));
    }

    private static List<ObjectNode> calls() {
        return List.of(
                call("config/server.pem", "cat config/server.pem", 3, "EUR"),
                call("docs/a.md", "cd build && rm -rf target/debug", 3, "EUR"),
                call("docs/a.md", "wire transfer", 1500, "EUR"),
                call("docs/guide.md", "git log --oneline", 100, "EUR"),
                call("src/main/java/app/OrderService.java", "make -C build install", 100, "CHF"),
                call("build/report/index.html", "npx prettier --check docs/early.md", 400, "CHF"));
    }

    private static ObjectNode call(String path, String command, int amount, String currency) {
        return NODES.objectNode()
                .put("path", path)
                .put("command", command)
                .put("amount", amount)
                .put("currency", currency);
    }

    /** Compiles the rules and compares the answers. */
    @Setup
    public void prepare() {
        calls = calls().toArray(ObjectNode[]::new);
        compiled = CompiledRules.of(SCHEMA, FACTS, list(rules), PathSettings.plain());
        facts = Facts.of(NODES.objectNode().put("role", role));
        for (ObjectNode call : calls) {
            int answer = compiled.evaluate(call, facts).rule().orElse(-1);
            int ten = byHand(call);
            int expected = ten < 6 ? ten : ten + rules - 10;
            if (answer != expected) {
                throw new IllegalStateException(call + ": " + answer + " and " + expected);
            }
        }
    }

    private int byHand(ObjectNode call) {
        if (role.equals("guest")) {
            return 0;
        }
        Path path = Path.of(call.get("path").textValue()).normalize();
        if (KEYS.matches(path)) {
            return 1;
        }
        String command = call.get("command").textValue();
        if (REMOVING.matcher(command).find()) {
            return 2;
        }
        JsonNode amount = call.get("amount");
        String currency = call.path("currency").asText();
        if (amount != null && amount.doubleValue() >= 1000 && currency.equals("EUR")) {
            return 3;
        } else if (amount != null && amount.doubleValue() >= 500 && currency.equals("USD")) {
            return 4;
        } else if (role.equals("intern") && amount != null && amount.doubleValue() >= 1) {
            return 5;
        } else if (READING.matcher(command).find()) {
            return 6;
        } else if (SOURCES.matches(path) && role.equals("clerk")) {
            return 7;
        }
        return amount != null && amount.doubleValue() >= 0 && amount.doubleValue() <= 10 ? 8 : 9;
    }

    /** Tool Policy. */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public void compiled(Blackhole sink) {
        for (ObjectNode call : calls) {
            sink.consume(compiled.evaluate(call, facts));
        }
    }

    /** Ten rules by hand, whatever the length of the list. */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public void tenByHand(Blackhole sink) {
        for (ObjectNode call : calls) {
            sink.consume(byHand(call));
        }
    }
}
