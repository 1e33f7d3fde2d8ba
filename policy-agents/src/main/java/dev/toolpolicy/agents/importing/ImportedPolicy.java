package dev.toolpolicy.agents.importing;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.internal.text.VisibleText;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * A permission list as a policy file, with what became of each rule. Immutable.
 *
 * @param policy the text of a policy file in TOML
 * @param format the format of the list
 * @param notes what isn't imported, and what holds for the whole list
 * @param rules the rules of the list, in the order of the files
 */
public record ImportedPolicy(String policy, ListFormat format, List<String> notes, List<Rule> rules) {
    private static final int LONGEST = 160;

    /** Copies the components. */
    public ImportedPolicy {
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(format, "format");
        notes = List.copyOf(notes);
        rules = List.copyOf(rules);
    }

    /** The ways in which a rule is imported. */
    public enum Effect {
        /** It has the same effect on every call that the catalog admits; command lines that can't be read ask. */
        EXACT,
        /** It never allows more. */
        STRICTER,
        /** It has no effect in the host, so nothing is written. */
        INERT,
        /** It isn't said. If it denies or asks, its tools deny or ask about every call. */
        REFUSED
    }

    /**
     * A rule of the list, and what became of it. Immutable.
     *
     * @param place the file, line and column of the rule
     * @param rule the rule as written
     * @param mode what the rule answers: {@code allow}, {@code ask} or {@code deny}
     * @param effect how the rule was imported
     * @param carriers the rules that say it, as tools and numbers from 1, such as {@code Bash 2}
     * @param reason why the rule was imported so, in one sentence; empty if there is nothing to say
     * @param example a call that is decided otherwise than by the host; empty if there is none
     * @param finding what the author of the rule should know, in one sentence; empty if there is nothing
     */
    public record Rule(
            String place,
            String rule,
            String mode,
            Effect effect,
            List<String> carriers,
            String reason,
            String example,
            String finding) {
        /** Copies the components. */
        public Rule {
            carriers = List.copyOf(carriers);
        }

        /** Joins the lines of one rule that stands for several tools: the worse counts. */
        Rule joined(Rule other) {
            boolean isWorse =
                    effect != Effect.INERT && (other.effect == Effect.INERT || effect.compareTo(other.effect) >= 0);
            Set<String> all = new TreeSet<>(carriers);
            all.addAll(other.carriers);
            Rule worse = isWorse ? this : other;
            return new Rule(
                    worse.place,
                    worse.rule,
                    worse.mode,
                    worse.effect,
                    List.copyOf(all),
                    worse.reason,
                    worse.example,
                    finding.isEmpty() ? other.finding : finding);
        }

        /**
         * Returns whether a rule that denies or asks couldn't be said, so that its tools deny or ask about every call.
         */
        public boolean isLostStop() {
            return effect == Effect.REFUSED && !mode.equals("allow");
        }

        private String text() {
            return place + ": " + effect.name().toLowerCase(Locale.ROOT) + ": " + mode + " "
                    + VisibleText.line(rule, LONGEST)
                    + (carriers.isEmpty() ? "" : " -> " + String.join(", ", carriers)) + "\n" + part("", reason)
                    + part("for example: ", example) + part("note: ", finding);
        }

        private static String part(String label, String part) {
            return part.isEmpty() ? "" : "    " + label + VisibleText.line(part, 2 * LONGEST) + "\n";
        }

        private ObjectNode json() {
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            json.put("place", place).put("rule", rule).put("mode", mode);
            json.put("fate", effect.name().toLowerCase(Locale.ROOT));
            carriers.forEach(json.putArray("carriers")::add);
            json.put("reason", reason).put("example", example).put("finding", finding);
            return json;
        }
    }

    /**
     * Counts the rules with an effect.
     *
     * @param effect the effect
     * @return the number of rules
     */
    public long count(Effect effect) {
        return rules.stream().filter(line -> line.effect() == effect).count();
    }

    /**
     * Returns the policy as a layer of an engine.
     *
     * @return the configuration
     */
    public PolicyConfiguration configuration() {
        return PolicyConfiguration.of(ConfigurationFormat.TOML, "imported.toml", policy);
    }

    /**
     * Returns the report for people: notes, rules that deny or ask and couldn't be said, all rules, counts.
     *
     * @return lines of text
     */
    public String report() {
        StringBuilder text = new StringBuilder();
        notes.forEach(note -> text.append("note: " + VisibleText.line(note, 2 * LONGEST) + "\n"));
        List<Rule> lost = rules.stream().filter(Rule::isLostStop).toList();
        if (!lost.isEmpty()) {
            text.append("\nThese rules stop calls and can't be said, so their tools are stricter than the list:\n");
            lost.forEach(line -> text.append(line.text()));
        }
        text.append('\n');
        rules.stream().filter(line -> !line.isLostStop()).forEach(line -> text.append(line.text()));
        return text.append('\n').append(counts()).append('\n').toString();
    }

    private String counts() {
        return rules.size() + " rules: " + count(Effect.EXACT) + " exact, " + count(Effect.STRICTER) + " stricter, "
                + count(Effect.INERT) + " inert, " + count(Effect.REFUSED) + " refused";
    }

    /**
     * Returns the report for programs.
     *
     * @return an object with {@code format}, {@code notes}, {@code rules} and {@code counts}
     */
    public ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("format", format.word());
        notes.forEach(json.putArray("notes")::add);
        rules.forEach(line -> json.withArray("rules").add(line.json()));
        ObjectNode counts = json.putObject("counts");
        for (Effect effect : Effect.values()) {
            counts.put(effect.name().toLowerCase(Locale.ROOT), count(effect));
        }
        return json;
    }
}
