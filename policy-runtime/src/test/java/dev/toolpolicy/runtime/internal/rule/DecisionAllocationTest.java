package dev.toolpolicy.runtime.internal.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.ThreadMXBean;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.argument.ArgumentLimits;
import dev.toolpolicy.runtime.argument.PathSettings;
import dev.toolpolicy.runtime.decision.RuleDecision;
import dev.toolpolicy.runtime.internal.json.CompiledSchema;
import dev.toolpolicy.runtime.internal.json.FragmentParser;
import dev.toolpolicy.runtime.internal.json.SchemaCheck;
import dev.toolpolicy.runtime.internal.json.TextPosition;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The memory cost of deciding: nothing a decision, and nothing a character. */
class DecisionAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int TURNS = 20_000;
    /** So much a turn is less than any object, but room for what the JVM does at its own time. */
    private static final int NOTHING = 4;
    /** What the evaluation by clauses may take, which reads each number as a text. */
    private static final int BY_CLAUSES = 512;

    private static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("path", ParameterType.path()),
            Parameter.optional("command", ParameterType.string()),
            Parameter.optional("count", ParameterType.integer()),
            Parameter.optional("ratio", ParameterType.number()),
            Parameter.optional("force", ParameterType.bool()),
            Parameter.optional("files", ParameterType.arrayOf(ParameterType.path())));
    private static final Argument.Text FILES = Argument.Text.at("/files");
    private static final Argument.Text COMMAND = Argument.Text.at("/command");
    private static final Argument.Numeric RATIO = Argument.Numeric.at("/ratio");
    private static final RuleList RULES = RuleList.of(
            RuleSpec.when(FILES.prefix(".git"), Mode.DENY),
            RuleSpec.when(FILES.all().pattern("\\.md$"), Mode.ALLOW),
            RuleSpec.when(COMMAND.pattern("rm\\s+-rf"), Mode.ASK),
            RuleSpec.when(COMMAND.oneOf("ls", "pwd"), Mode.ALLOW),
            RuleSpec.when(RATIO.minimum(new BigDecimal("0.25")), Mode.EDIT),
            RuleSpec.when(Argument.Numeric.at("/count").constant(7), Mode.DENY),
            RuleSpec.when(Argument.Flag.at("/force").constant(true), Mode.ASK),
            RuleSpec.when(Argument.Text.at("/path").prefix("src"), Mode.ALLOW));
    private static final List<String> CALLS = List.of(
            "{\"path\":\"src/./a/../b\",\"command\":\"cat"
                    + " b\",\"count\":12,\"ratio\":0.125,\"force\":false,\"files\":[\"a\"]}",
            "{\"path\":\"a\",\"files\":[\"x.md\",\"y/z.md\"],\"command\":\"ls\"}",
            "{\"path\":\"a\",\"files\":[\"x.md\",\"x/../.git/y\"],\"command\":\"ls\"}",
            "{\"path\":\"/w/src/x\",\"command\":\"pwd\",\"ratio\":1e-2}",
            "{\"path\":\"b\",\"command\":\"rm  -rf /\",\"count\":7,\"force\":true}");

    private static long allocatedATurn(Runnable turn) {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < TURNS; i++) {
                turn.run();
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least / TURNS;
    }

    private static ObjectNode read(String text) {
        try {
            JsonMapper mapper = JsonMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .build();
            return (ObjectNode) mapper.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aDecisionOnCompleteArgumentsAllocatesNothing() {
        for (PathSettings paths : List.of(
                PathSettings.plain(),
                PathSettings.plain().form(NormalPath.Form.PLAIN.ignoringCase().inWorkspace("/w")),
                PathSettings.plain().form(NormalPath.Form.PLAIN.withWindowsNames()))) {
            CompiledRules rules = CompiledRules.of(SCHEMA, RULES, paths);
            for (String call : CALLS) {
                ObjectNode arguments = read(call);
                RuleDecision verdict = rules.evaluate(arguments);
                long bytes = allocatedATurn(() -> {
                    if (rules.evaluate(arguments).mode() != verdict.mode()) {
                        throw new AssertionError(call);
                    }
                });
                assertThat(bytes).as(call).isLessThan(paths.guards() ? BY_CLAUSES : NOTHING);
            }
        }
    }

    @Test
    void neitherDoCommandsGlobsAndConjunctions() {
        Argument.Text path = Argument.Text.at("/path");
        RuleList list = RuleList.of(
                RuleSpec.when(COMMAND.commands("rm *", "sudo *"), Mode.DENY),
                RuleSpec.whenAll(List.of(path.glob("*.pem"), RATIO.minimum(new BigDecimal("0.25"))), Mode.ASK),
                RuleSpec.whenAll(List.of(path.glob("src/**"), COMMAND.commands("cat *", "ls")), Mode.ALLOW),
                RuleSpec.otherwise(Mode.ASK));
        CompiledRules rules = CompiledRules.of(SCHEMA, list);
        for (String call : CALLS) {
            ObjectNode arguments = read(call);
            RuleDecision verdict = rules.evaluate(arguments);
            long bytes = allocatedATurn(() -> {
                if (rules.evaluate(arguments).mode() != verdict.mode()) {
                    throw new AssertionError(call);
                }
            });
            assertThat(bytes).as(call).isLessThan(NOTHING);
        }
    }

    @Test
    void aDecisionInAStreamAllocatesNothingButWhatReadingDoes() {
        CompiledRules rules = CompiledRules.of(SCHEMA, RULES);
        CompiledSchema schema = CompiledSchema.of(SCHEMA);
        RuleEvaluation evaluation = rules.begin(new TextPosition());
        for (String call : CALLS) {
            RuleEvaluation idle =
                    CompiledRules.of(SCHEMA, RuleList.always(Mode.ASK)).begin(new TextPosition());
            long reading = allocatedATurn(() -> read(schema, idle, call));
            long deciding = allocatedATurn(() -> read(schema, evaluation, call));
            assertThat(evaluation.verdict()).as(call).isPresent();
            assertThat(deciding - reading).as(call).isLessThan(NOTHING);
        }
    }

    private static void read(CompiledSchema schema, RuleEvaluation evaluation, String call) {
        TextPosition position = new TextPosition();
        FragmentParser parser = new FragmentParser(
                ArgumentLimits.defaults(),
                new SchemaCheck(schema, evaluation.reset(position).visitor()),
                position);
        parser.append(call).finish();
    }

    @Test
    void aCharacterAllocatesNothing() {
        RuleEvaluation evaluation = CompiledRules.of(SCHEMA, RULES).begin(new TextPosition());
        FragmentParser parser = new FragmentParser(
                ArgumentLimits.defaults(), new SchemaCheck(CompiledSchema.of(SCHEMA), evaluation.visitor()));
        parser.append("{\"files\":[\"a.txt\"],\"command\":\"");
        long plain = allocatedATurn(() -> parser.append("cp -rf a b; rm -r x; "));
        assertThat(plain).isLessThan(NOTHING);
        assertThat(evaluation.verdict()).isEmpty();
        parser.append("rm -rf x");
        assertThat(evaluation.verdict()).contains(RuleDecision.by(2, Mode.ASK));
    }
}
