package dev.toolpolicy.analysis.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.check.Reachability;
import dev.toolpolicy.analysis.internal.check.Reachability.Reach;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleEvaluator;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules about commands that never apply, and command lines for those that do. */
class CommandReachabilityTest {
    private static final long SEED = Long.getLong("toolpolicy.seed", 1);
    private static final int LISTS = Integer.getInteger("toolpolicy.scenes", 15);
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final RuleScope SCOPE = RuleScope.of(
            ToolSchema.of(
                    Parameter.required("line", ParameterType.string()),
                    Parameter.optional("argv", ParameterType.arrayOf(ParameterType.string()))),
            PathReading.PLAIN);
    private static final Argument.Text LINE = Argument.Text.at("/line");
    private static final Argument.Text ARGV = Argument.Text.at("/argv");
    private static final List<String> PATTERNS =
            List.of("git *", "git diff *", "git push", "rm *", "ls", "ls *", "X=1 ls *", "sudo *", "> *", "> log");

    private static List<Integer> never(RuleSpec... rules) {
        List<Reach> reach = Reachability.of(SCOPE, RuleList.of(rules)).rules();
        List<Integer> never = new ArrayList<>();
        for (int rule = 0; rule < rules.length; rule++) {
            if (reach.get(rule) instanceof Reach.Never) {
                never.add(rule);
            }
        }
        return never;
    }

    private static RuleSpec allow(Condition condition) {
        return RuleSpec.when(condition, Mode.ALLOW);
    }

    private static RuleSpec deny(Condition condition) {
        return RuleSpec.when(condition, Mode.DENY);
    }

    /** The reader tells some names and formats apart, so an allowed line of the same letters covers no other one. */
    @Test
    void charactersThatTheReaderTellsApartAreNotOne() {
        RuleSpec tests = allow(LINE.commands("test *", "printf *"));
        assertThat(never(tests, deny(LINE.pattern("^test (A|ZSH_E) *$")))).isEmpty();
        assertThat(never(tests, deny(LINE.pattern("^printf '%[.,] s' *$")))).isEmpty();
        assertThat(never(tests, deny(LINE.pattern("^printf '%(X|J)' x *$")))).isEmpty();
        assertThat(never(tests, deny(LINE.pattern("^test (A|B) *$")))).containsExactly(1);
    }

    @Test
    void narrowerPatternsAreCovered() {
        assertThat(never(allow(LINE.commands("git *")), allow(LINE.commands("git diff *", "git push"))))
                .containsExactly(1);
        assertThat(never(allow(LINE.commands("git diff *")), allow(LINE.commands("git *"))))
                .isEmpty();
        assertThat(never(
                        allow(LINE.commands("git *")), allow(LINE.commands("ls")), allow(LINE.commands("git *", "ls"))))
                .as("a line of both is in neither")
                .isEmpty();
    }

    @Test
    void whatSomeRuleStopsIsNotAllowed() {
        assertThat(never(deny(LINE.commands("git *")), allow(LINE.commands("git diff *"))))
                .containsExactly(1);
        assertThat(never(allow(LINE.commands("git *")), deny(LINE.commands("git *"))))
                .as("git with another command")
                .isEmpty();
        assertThat(never(deny(LINE.commands("rm *")), allow(LINE.commands("sudo rm *"))))
                .as("behind a wrapper")
                .containsExactly(1);
    }

    /** What isn't plain is marked by a stricter rule, so that it isn't allowed. */
    @Test
    void linesThatAreNotPlainAreAllowedBehindNoStricterRule() {
        RuleSpec notPlain = allow(LINE.pattern("^[(]"));
        assertThat(never(deny(LINE.commands("rm *")), notPlain)).containsExactly(1);
        assertThat(never(allow(LINE.commands("rm *")), notPlain)).isEmpty();
    }

    @Test
    void vectors() {
        assertThat(never(deny(ARGV.commands("git *")), allow(ARGV.commands("git diff *"))))
                .containsExactly(1);
        assertThat(never(deny(ARGV.constant("git")), allow(ARGV.commands("git *")), allow(ARGV.commands("ls *"))))
                .as("a line of git behind a shell remains")
                .isEmpty();
        assertThat(never(deny(ARGV.pattern("g")), allow(ARGV.commands("git *")), allow(ARGV.commands("ls *"))))
                .containsExactly(1);
    }

    @Test
    void randomListsAgainstSmallLines() {
        int decides = 0;
        int never = 0;
        int undecided = 0;
        for (int i = 0; i < LISTS; i++) {
            Random random = new Random(SEED + i);
            RuleList rules = rules(random);
            String what = "seed " + (SEED + i) + ": " + rules;
            RuleEvaluator evaluator = new RuleEvaluator(SCOPE, rules.rules());
            Set<Integer> deciding = new TreeSet<>();
            for (int j = 0; j < 400; j++) {
                decided(evaluator, call(random)).ifPresent(deciding::add);
            }
            Reachability reachability = Reachability.of(SCOPE, rules);
            for (int rule = 0; rule < rules.rules().size(); rule++) {
                Reach reach = reachability.rules().get(rule);
                if (reach instanceof Reach.Undecided) {
                    undecided++;
                } else if (reach instanceof Reach.Decides found) {
                    assertThat(decided(evaluator, found.arguments()))
                            .as("%s\n%s", what, found.arguments())
                            .contains(rule);
                    decides++;
                } else {
                    assertThat(deciding).as(what).doesNotContain(rule);
                    never++;
                }
            }
        }
        assertThat(decides).isGreaterThan(LISTS);
        assertThat(never).isGreaterThan(LISTS / 5);
        assertThat(undecided).as("rules that take too much").isLessThan(LISTS / 5);
    }

    private static Optional<Integer> decided(RuleEvaluator evaluator, JsonNode arguments) {
        return evaluator.decide(arguments, NODES.objectNode()).decider();
    }

    private static RuleList rules(Random random) {
        List<RuleSpec> rules = new ArrayList<>();
        for (int size = 2 + random.nextInt(4); rules.size() < size; ) {
            List<Condition> conditions = new ArrayList<>();
            while (conditions.isEmpty() || random.nextInt(4) == 0) {
                conditions.add(condition(random));
            }
            rules.add(RuleSpec.whenAll(conditions, pick(random, List.of(Mode.ALLOW, Mode.ALLOW, Mode.DENY, Mode.ASK))));
        }
        return new RuleList(rules);
    }

    private static Condition condition(Random random) {
        ArgumentPointer pointer = ArgumentPointer.of(random.nextInt(4) == 0 ? "argv" : "line");
        if (random.nextInt(5) == 0) {
            Matcher pattern = Matcher.pattern(pick(random, List.of("git", "^ls", "[$]", "^[a-z ]*$")));
            return Condition.onArgument(pointer, pattern);
        }
        List<String> patterns = Stream.generate(() -> pick(random, PATTERNS))
                .limit(1 + random.nextInt(3))
                .toList();
        Condition commands = Condition.onArgument(pointer, Matcher.commands(patterns, false));
        return random.nextInt(6) == 0 ? commands.match(Match.ALL) : commands;
    }

    private static ObjectNode call(Random random) {
        ObjectNode call = NODES.objectNode().put("line", line(random));
        if (random.nextBoolean()) {
            ArrayNode vector = call.putArray("argv");
            if (random.nextInt(4) == 0) {
                vector.add("sh").add("-c").add(line(random));
            } else {
                Stream.of(command(random).split(" ")).forEach(vector::add);
            }
        }
        return call;
    }

    private static String line(Random random) {
        StringBuilder line = new StringBuilder(command(random));
        while (random.nextInt(3) == 0) {
            line.append(pick(random, List.of(" && ", "; ", " | "))).append(command(random));
        }
        return line.append(pick(random, List.of("", "", "", " > log", " $(x)"))).toString();
    }

    private static String command(Random random) {
        String prefix = pick(random, List.of("", "", "", "sudo ", "X=1 "));
        return prefix
                + pick(random, List.of("git", "git diff", "git diff a", "git push", "rm", "rm a", "ls", "ls a", "x"));
    }

    private static <T> T pick(Random random, List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
