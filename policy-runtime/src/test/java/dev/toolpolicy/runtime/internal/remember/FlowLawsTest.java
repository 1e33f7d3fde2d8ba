package dev.toolpolicy.runtime.internal.remember;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The two laws of flows, on random lists: a label can only make stricter, a value can only make looser. The first holds
 * for lists without a rule with a label that stands above a stricter rule: rules are tried in order.
 */
class FlowLawsTest extends FlowSample {
    private static final long SEED = Long.getLong("toolpolicy.seed", 20_261);
    private static final int LISTS = Integer.getInteger("toolpolicy.rounds", 300);
    private static final List<String> LABELS = List.of("untrusted", "private", "pii");
    private static final List<String> NAMES = List.of("ann", "bob", "kim");
    private static final ArgumentPointer TO = ArgumentPointer.parse("/to");

    private int sessions;
    /** The calls that one label or value decides otherwise. */
    private int changed;

    @Test
    void oneMoreLabelNeverLoosens() {
        Random random = new Random(SEED);
        int tried = 0;
        for (int round = 0; round < LISTS; round++) {
            RuleList list = list(random);
            Optional<PolicyEngine> engine = isInOrder(list) ? engine(list) : Optional.empty();
            if (engine.isPresent()) {
                tried++;
                Set<String> labels = some(random, LABELS);
                Set<String> words = some(random, NAMES);
                String more = LABELS.get(random.nextInt(LABELS.size()));
                PolicySession fewer = session(engine.get(), labels, words);
                labels.add(more);
                compare(session(engine.get(), labels, words), fewer, round + ", label " + more + ", " + list);
            }
        }
        assertThat(tried).as("lists that are valid").isGreaterThan(LISTS / 10);
        assertThat(changed).as("calls decided otherwise").isPositive();
    }

    @Test
    void oneValueFewerNeverLoosens() {
        Random random = new Random(SEED);
        int tried = 0;
        for (int round = 0; round < LISTS; round++) {
            RuleList list = list(random);
            Optional<PolicyEngine> engine = engine(list);
            if (engine.isPresent()) {
                tried++;
                Set<String> labels = some(random, LABELS);
                Set<String> words = some(random, NAMES);
                String one = NAMES.get(random.nextInt(NAMES.size()));
                words.add(one);
                PolicySession all = session(engine.get(), labels, words);
                words.remove(one);
                compare(session(engine.get(), labels, words), all, round + ", value " + one + ", " + list);
            }
        }
        assertThat(tried).as("lists that are valid").isGreaterThan(LISTS / 10);
        assertThat(changed).as("calls decided otherwise").isPositive();
    }

    private void compare(PolicySession stricter, PolicySession looser, String what) {
        for (String to : List.of("{\"to\":\"ann\"}", "{\"to\":\"bob\"}", "{\"to\":\"kim\"}", "{}")) {
            Mode less = mode(stricter, to);
            Mode more = mode(looser, to);
            changed += more == less ? 0 : 1;
            assertThat(more.isStricterThan(less))
                    .as("seed %d, round %s: %s is %s, then %s", SEED, what, to, more, less)
                    .isFalse();
        }
    }

    /** Returns whether no rule below one with a label is stricter than it. */
    private static boolean isInOrder(RuleList list) {
        Mode labelled = Mode.DENY;
        boolean inOrder = true;
        for (RuleSpec rule : list.rules()) {
            inOrder &= !rule.mode().isStricterThan(labelled);
            boolean looks =
                    rule.conditions().stream().anyMatch(each -> each.label().isPresent());
            labelled = looks && labelled.isStricterThan(rule.mode()) ? rule.mode() : labelled;
        }
        return inOrder;
    }

    private static Set<String> some(Random random, List<String> of) {
        Set<String> some = new TreeSet<>(of);
        some.removeIf(each -> random.nextBoolean());
        return some;
    }

    private PolicySession session(PolicyEngine engine, Set<String> labels, Set<String> words) {
        PolicySession session = engine.session("s" + sessions++);
        session.addLabels(labels.toArray(String[]::new));
        session.userMessage(String.join(" ", words));
        return session;
    }

    private Optional<PolicyEngine> engine(RuleList list) {
        try {
            return Optional.of(builder(SessionStore.inMemory())
                    .run("send", list)
                    .results("read", ResultSpec.labelled(LABELS.toArray(String[]::new)))
                    .unreachableRules(Severity.WARNING)
                    .build());
        } catch (InvalidPolicyException invalid) {
            return Optional.empty();
        }
    }

    private static RuleList list(Random random) {
        List<RuleSpec> rules = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        for (int rule = 0; rule < count; rule++) {
            Mode mode = Mode.values()[random.nextInt(Mode.values().length)];
            rules.add(RuleSpec.whenAll(conditions(random, mode), mode));
        }
        if (random.nextInt(3) > 0) {
            rules.add(RuleSpec.otherwise(Mode.values()[random.nextInt(Mode.values().length)]));
        }
        return RuleList.of(rules.toArray(RuleSpec[]::new));
    }

    private static List<Condition> conditions(Random random, Mode mode) {
        List<Condition> conditions = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < 1 + random.nextInt(2); i++) {
            boolean ofFlows = random.nextInt(3) > 0;
            Condition condition = !ofFlows
                    ? Condition.onArgument(TO, Matcher.glob(random.nextBoolean() ? "*b" : "?i*"))
                    : mode == Mode.ALLOW
                            ? Condition.onArgument(TO, Matcher.from(List.of("request")))
                            : Condition.onLabel(LABELS.get(random.nextInt(LABELS.size())));
            if (taken.add(condition.pointer() + "")) {
                conditions.add(condition);
            }
        }
        return conditions;
    }
}
