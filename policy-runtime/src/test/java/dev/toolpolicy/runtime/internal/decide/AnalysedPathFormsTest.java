package dev.toolpolicy.runtime.internal.decide;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.check.Reachability;
import dev.toolpolicy.analysis.internal.check.Reachability.Reach;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff.Change;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.NormalPath.Form;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Whatever an engine makes of paths, its analysis makes of them too: what it proves holds for every call that is tried.
 */
class AnalysedPathFormsTest {
    private static final long SEED = Long.getLong("toolpolicy.seed", 20_261);
    private static final int LISTS = 300;
    private static final ToolSchema SCHEMA = ToolSchema.of(Parameter.required("p", ParameterType.path()));
    private static final Argument.Text P = Argument.Text.at("/p");
    private static final List<Form> FORMS = List.of(
            Form.PLAIN,
            Form.PLAIN.ignoringCase(),
            Form.PLAIN.withWindowsNames(),
            Form.PLAIN.withWindowsNames().ignoringCase(),
            Form.PLAIN.inWorkspace("/w"),
            Form.PLAIN.inWorkspace("/"),
            Form.PLAIN.ignoringCase().inWorkspace("/W"),
            Form.PLAIN.withWindowsNames().inWorkspace("C:\\w"),
            Form.PLAIN.withWindowsNames().ignoringCase().inWorkspace("\\\\S\\w"));
    private static final List<String> PIECES =
            List.of("a", "A", "b", "w", "W", "s", "S", "c:", "C:", "..", ".", "", "...", "a.", "a ", "a:x", "\u0130");
    private static final List<String> PATTERNS = List.of(
            "^a",
            "A",
            "^/",
            "^//",
            "^///",
            "^\\.\\.",
            "^c:",
            "^c:/",
            "^[^/]*$",
            "/a$",
            "^/w",
            "^w/?",
            "\\\\",
            "^[a-z]:[^/]",
            " $",
            "^\\.$");

    private final Random random = new Random(SEED);

    @Test
    void proofsAboutAListHold() {
        int witnesses = 0;
        int undecided = 0;
        for (int i = 0; i < LISTS; i++) {
            Form form = pick(FORMS);
            RuleList rules = rules();
            Reachability reachability = Reachability.of(RuleScope.of(SCHEMA, new PathReading(form, false)), rules);
            List<Reach> all = new ArrayList<>(reachability.rules());
            all.add(reachability.implicit());
            CompiledRules engine = engine(rules, form);
            String what = "seed " + SEED + ", " + form + ": " + rules + "\n" + reachability;
            for (int j = 0; j < 12; j++) {
                ObjectNode call = call();
                assertThat(all.get(deciding(engine, rules, call)))
                        .as("%s\nfor %s", what, call)
                        .isNotInstanceOf(Reach.Never.class);
            }
            for (int rule = 0; rule < all.size(); rule++) {
                if (all.get(rule) instanceof Reach.Decides decides) {
                    assertThat(deciding(engine, rules, decides.arguments()))
                            .as("%s\nrule %d", what, rule)
                            .isEqualTo(rule);
                    witnesses++;
                }
                undecided += all.get(rule) instanceof Reach.Undecided ? 1 : 0;
            }
        }
        assertThat(witnesses).isGreaterThan(LISTS);
        assertThat(undecided).as("undecided beside %d witnesses", witnesses).isLessThan(witnesses / 50);
    }

    @Test
    void proofsAboutTwoListsHold() {
        int equal = 0;
        int changes = 0;
        for (int i = 0; i < LISTS; i++) {
            Form form = pick(FORMS);
            RuleList before = rules();
            RuleList after = random.nextBoolean() ? swapped(before) : rules();
            RuleListDiff diff = RuleListDiff.between(RuleScope.of(SCHEMA, new PathReading(form, false)), before, after);
            CompiledRules old = engine(before, form);
            CompiledRules changed = engine(after, form);
            String what = "seed " + SEED + ", " + form + ": " + before + "\n" + after + "\n" + diff;
            Set<String> pairs = new TreeSet<>();
            diff.undecided().forEach(each -> pairs.add(each.before() + " " + each.after()));
            for (Change change : diff.changes()) {
                pairs.add(change.before().mode() + " " + change.after().mode());
                assertThat(mode(old, before, change.arguments()))
                        .as(what)
                        .isEqualTo(change.before().mode());
                assertThat(mode(changed, after, change.arguments()))
                        .as(what)
                        .isEqualTo(change.after().mode());
            }
            for (int j = 0; j < 12; j++) {
                ObjectNode call = call();
                Mode from = mode(old, before, call);
                Mode to = mode(changed, after, call);
                assertThat(from == to || pairs.contains(from + " " + to))
                        .as("%s\nfor %s", what, call)
                        .isTrue();
            }
            equal += diff.isEqual() ? 1 : 0;
            changes += diff.changes().size();
        }
        assertThat(equal).as("equal lists").isGreaterThan(LISTS / 10);
        assertThat(changes).as("changes").isGreaterThan(LISTS / 2);
    }

    /** Returns an engine whose rules all deny, since a guard would take the place of one that allows. */
    private static CompiledRules engine(RuleList rules, Form form) {
        List<RuleSpec> denying = rules.rules().stream()
                .map(rule -> RuleSpec.whenAll(rule.conditions(), Mode.DENY))
                .toList();
        return CompiledRules.of(
                SCHEMA,
                ToolSchema.of(),
                new RuleList(denying),
                PathSettings.plain().withForm(form));
    }

    private static int deciding(CompiledRules engine, RuleList rules, ObjectNode call) {
        return engine.evaluate(call, Facts.NONE).rule().orElse(rules.rules().size());
    }

    /** What the list answers without a guard. */
    private static Mode mode(CompiledRules engine, RuleList rules, ObjectNode call) {
        int rule = deciding(engine, rules, call);
        return rule == rules.rules().size() ? Mode.ASK : rules.rules().get(rule).mode();
    }

    private RuleList rules() {
        return new RuleList(IntStream.range(0, 1 + random.nextInt(4))
                .mapToObj(i -> RuleSpec.when(condition(), pick(List.of(Mode.values()))))
                .toList());
    }

    private RuleList swapped(RuleList list) {
        List<RuleSpec> rules = new ArrayList<>(list.rules());
        rules.add(random.nextInt(rules.size()), rules.remove(random.nextInt(rules.size())));
        return new RuleList(rules);
    }

    private Condition condition() {
        return switch (random.nextInt(4)) {
            case 0 -> P.constant(path());
            case 1 -> P.oneOf(path(), path());
            case 2 -> P.pattern(pick(PATTERNS));
            default -> P.prefix(path());
        };
    }

    private ObjectNode call() {
        return JsonNodeFactory.instance.objectNode().put("p", path());
    }

    private String path() {
        StringBuilder path = new StringBuilder(
                pick(List.of("", "", "/", "//", "\\\\", "\\", "c:", "C:/", "/w/", "C:\\w\\", "//s/w/")));
        for (int i = random.nextInt(4); i > 0; i--) {
            path.append(pick(PIECES)).append(pick(List.of("/", "/", "\\")));
        }
        path.append(pick(PIECES));
        return path.isEmpty() ? "." : path.toString();
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
