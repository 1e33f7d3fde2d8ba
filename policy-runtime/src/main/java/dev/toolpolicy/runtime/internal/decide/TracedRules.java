package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.call.Explanation;
import dev.toolpolicy.runtime.call.RuleDecision;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The state of each rule for one call, in words. Immutable.
 *
 * @param rules the state of each rule, in order
 * @param decision the decision of the list; empty while it waits
 * @param waitingOn the argument that the decision waits for; empty once there is one
 */
record TracedRules(List<RuleTrace> rules, Optional<RuleDecision> decision, Optional<String> waitingOn)
        implements Explanation {

    TracedRules {
        rules = List.copyOf(rules);
    }

    /** The state of a rule. */
    enum State {
        /** The rule applies; later arguments can't change that. */
        MATCHED,
        /** The rule doesn't apply; later arguments can't change that. */
        ELIMINATED,
        /** The rule is stricter than allow and a condition can't be answered for this call; later arguments can't change that. */
        UNREAD,
        /** The rule is not settled. It stays open once an earlier rule has decided. */
        OPEN;

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The state of one rule.
     *
     * @param rule the rule in words
     * @param state the state
     * @param place where the value that settled the rule is, as a JSON Pointer with array indexes; empty if the rule is
     *     open, a catch-all, or settled by facts
     * @param value the value as JSON, with long strings cut; {@code absent} or {@code no more values} if that settled
     *     it
     * @param offset how many characters of the call's text had been read
     */
    record RuleTrace(String rule, State state, Optional<String> place, String value, long offset) {}

    @Override
    public ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        decision.ifPresent(answer -> {
            json.put("mode", answer.mode().word());
            answer.rule().ifPresentOrElse(rule -> json.put("rule", rule + 1), () -> json.putNull("rule"));
            answer.guarded().ifPresent(place -> json.put("guarded", place));
            if (answer.unread()) {
                json.put("unread", true);
            }
        });
        waitingOn.ifPresent(place -> json.put("waiting_on", place));
        for (RuleTrace trace : rules) {
            ObjectNode each = json.withArray("/rules").addObject();
            each.put("rule", trace.rule()).put("state", trace.state().word());
            trace.place()
                    .ifPresent(place ->
                            each.put("place", place).put("value", trace.value()).put("offset", trace.offset()));
        }
        return json;
    }

    @Override
    public String toString() {
        int width =
                rules.stream().mapToInt(trace -> trace.rule().length()).max().orElse(0);
        StringBuilder table = new StringBuilder();
        for (int i = 0; i < rules.size(); i++) {
            RuleTrace trace = rules.get(i);
            String settled = trace.place()
                    .map(place -> place + " = " + trace.value() + ", at " + trace.offset())
                    .orElse("");
            String row = String.format(
                    Locale.ROOT,
                    "%3d  %-" + Math.max(width, 1) + "s  %-10s  %s",
                    i + 1,
                    trace.rule(),
                    trace.state().word(),
                    settled);
            table.append(row.stripTrailing())
                    .append(decides(i) ? "  <- decides" : "")
                    .append('\n');
        }
        return table.append(answer()).toString();
    }

    private boolean decides(int rule) {
        return decision.filter(
                        answer -> answer.rule().isPresent() && answer.rule().getAsInt() == rule)
                .isPresent();
    }

    private String answer() {
        if (decision.isEmpty()) {
            return "waiting on " + waitingOn.orElse("the end");
        }
        Optional<String> guarded = decision.get().guarded();
        if (guarded.isPresent()) {
            return "ask: the rules allow the call, but the path " + guarded.get()
                    + " leads out of the workspace or to a guarded file";
        }
        String none = decision.get().rule().isPresent() ? "" : ", since no rule holds";
        String unread = decision.get().unread()
                ? ", since rule " + (decision.get().rule().orElseThrow() + 1) + " can't be read"
                : "";
        return "by the rules: " + decision.get().mode().word() + none + unread;
    }
}
