package dev.toolpolicy.runtime.decision;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What is known of each rule of a list for one call, and what settled it. Immutable; it shows one moment of a call that
 * may still stream.
 *
 * @param rules what is known of each rule, in order
 * @param verdict what the list answers; empty while it waits
 * @param waitingOn the place that the answer waits for; empty once there is one
 */
public record Explanation(List<RuleTrace> rules, Optional<RuleVerdict> verdict, Optional<String> waitingOn) {

    /**
     * Checks and copies the components.
     *
     * @param rules what is known of each rule, in order
     * @param verdict what the list answers; empty while it waits
     * @param waitingOn the place that the answer waits for; empty once there is one
     */
    public Explanation {
        rules = List.copyOf(rules);
    }

    /** What is known of a rule. */
    public enum State {
        /** It holds, whatever comes. */
        MATCHED,
        /** It doesn't hold, whatever comes. */
        ELIMINATED,
        /** What comes may still settle it; once an earlier rule has decided, nobody looks any more. */
        OPEN;

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What is known of one rule.
     *
     * @param rule the rule in words
     * @param state what is known
     * @param evidence what settled it; empty if it is open, or a catch-all
     */
    public record RuleTrace(String rule, State state, Optional<Evidence> evidence) {}

    /**
     * What settled a rule.
     *
     * @param place a JSON Pointer with array indexes
     * @param value what stood there as JSON, a long string cut to its first characters; {@code absent}, or
     *     {@code no more values}, if that settled it
     * @param offset how many characters of the call's text were read then
     */
    public record Evidence(String place, String value, long offset) {}

    /**
     * The explanation as JSON.
     *
     * @return a new object
     */
    public ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        verdict.ifPresent(answer -> {
            json.put("mode", answer.mode().word());
            answer.rule().ifPresentOrElse(rule -> json.put("rule", rule), () -> json.putNull("rule"));
            answer.guarded().ifPresent(place -> json.put("guarded", place));
        });
        waitingOn.ifPresent(place -> json.put("waiting_on", place));
        for (RuleTrace trace : rules) {
            ObjectNode each = json.withArray("/rules").addObject();
            each.put("rule", trace.rule()).put("state", trace.state().word());
            trace.evidence().ifPresent(evidence -> each.put("place", evidence.place())
                    .put("value", evidence.value())
                    .put("offset", evidence.offset()));
        }
        return json;
    }

    /**
     * The explanation as a table for people.
     *
     * @return lines joined by {@code \n}: one for each rule, counted from 1, then the answer
     */
    @Override
    public String toString() {
        int width = rules.stream().mapToInt(trace -> trace.rule().length()).max().orElse(0);
        StringBuilder table = new StringBuilder();
        for (int i = 0; i < rules.size(); i++) {
            RuleTrace trace = rules.get(i);
            String settled = trace.evidence()
                    .map(evidence -> evidence.place() + " = " + evidence.value() + ", at " + evidence.offset())
                    .orElse("");
            String row = String.format(
                    Locale.ROOT, "%3d  %-" + Math.max(width, 1) + "s  %-10s  %s",
                    i + 1, trace.rule(), trace.state().word(), settled);
            table.append(row.stripTrailing()).append(decides(i) ? "  <- decides" : "").append('\n');
        }
        return table.append(answer()).toString();
    }

    private boolean decides(int rule) {
        return verdict.filter(answer -> answer.rule().isPresent() && answer.rule().getAsInt() == rule).isPresent();
    }

    private String answer() {
        if (verdict.isEmpty()) {
            return "waiting on " + waitingOn.orElse("the end");
        }
        String by = verdict.get().rule().isPresent() ? "" : ", since no rule holds";
        String guarded = verdict.get().guarded().map(place -> ", since " + place + " is guarded").orElse("");
        return "answer: " + verdict.get().mode().word() + by + guarded;
    }
}
