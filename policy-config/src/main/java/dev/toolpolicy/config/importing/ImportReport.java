package dev.toolpolicy.config.importing;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.text.VisibleText;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * What became of each rule of a permission list. Immutable.
 *
 * @param format the format
 * @param notes what isn't imported, and what holds for the whole list
 * @param lines a line for each rule, in the order of the files
 */
public record ImportReport(ListFormat format, List<String> notes, List<Line> lines) {
    private static final int LONGEST = 160;

    /**
     * Copies the components.
     *
     * @param format the format
     * @param notes what isn't imported, and what holds for the whole list
     * @param lines a line for each rule, in the order of the files
     */
    public ImportReport {
        Objects.requireNonNull(format, "format");
        notes = List.copyOf(notes);
        lines = List.copyOf(lines);
    }

    /** What became of a rule. */
    public enum Fate {
        /** It has the same effect on every call that the catalog admits; command lines that can't be read ask. */
        EXACT,
        /** It never allows more. */
        STRICTER,
        /** It has no effect in the host, so nothing is written. */
        INERT,
        /** It isn't said. If it denies or asks, its tools deny or ask whatever the call. */
        REFUSED
    }

    /**
     * A rule of the list.
     *
     * @param place where it stands: file, line and column
     * @param rule the rule as written
     * @param mode what it answers: {@code allow}, {@code ask} or {@code deny}
     * @param fate what became of it
     * @param carriers the rules that say it, such as {@code Bash 2}: a tool and a number from 1
     * @param reason why, in one sentence; empty if there is nothing to say
     * @param example a call that is decided otherwise than by the host; empty if there is none
     * @param finding what its author should know; empty if there is nothing
     */
    public record Line(
            String place,
            String rule,
            String mode,
            Fate fate,
            List<String> carriers,
            String reason,
            String example,
            String finding) {
        /**
         * Copies the components.
         *
         * @param place where it stands
         * @param rule the rule as written
         * @param mode what it answers
         * @param fate what became of it
         * @param carriers the rules that say it
         * @param reason why
         * @param example a call that is decided otherwise
         * @param finding what its author should know
         */
        public Line {
            carriers = List.copyOf(carriers);
        }

        /**
         * Returns whether a rule that denies or asks couldn't be said, so that its tools deny or ask whatever the call.
         *
         * @return true if its tools are stricter than the list
         */
        public boolean isLostStop() {
            return fate == Fate.REFUSED && !mode.equals("allow");
        }

        private String text() {
            StringBuilder text = new StringBuilder(place)
                    .append(": ")
                    .append(fate.name().toLowerCase(Locale.ROOT))
                    .append(": ")
                    .append(mode)
                    .append(' ')
                    .append(VisibleText.line(rule, LONGEST));
            if (!carriers.isEmpty()) {
                text.append(" -> ").append(String.join(", ", carriers));
            }
            text.append('\n');
            part(text, "", reason);
            part(text, "for example: ", example);
            part(text, "note: ", finding);
            return text.toString();
        }

        private static void part(StringBuilder text, String label, String part) {
            if (!part.isEmpty()) {
                text.append("    ").append(label).append(VisibleText.line(part, 2 * LONGEST)).append('\n');
            }
        }

        private ObjectNode json() {
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            json.put("place", place).put("rule", rule).put("mode", mode);
            json.put("fate", fate.name().toLowerCase(Locale.ROOT));
            carriers.forEach(json.putArray("carriers")::add);
            json.put("reason", reason).put("example", example).put("finding", finding);
            return json;
        }
    }

    /**
     * Counts the rules of a fate.
     *
     * @param fate the fate
     * @return the number of rules
     */
    public long count(Fate fate) {
        return lines.stream().filter(line -> line.fate() == fate).count();
    }

    /**
     * Returns the report for people: notes, rules that deny or ask and couldn't be said, all rules, counts.
     *
     * @return lines of text
     */
    public String text() {
        StringBuilder text = new StringBuilder();
        notes.forEach(note -> text.append("note: ").append(VisibleText.line(note, 2 * LONGEST)).append('\n'));
        List<Line> lost = lines.stream().filter(Line::isLostStop).toList();
        if (!lost.isEmpty()) {
            text.append("\nThese rules stop calls and can't be said, so their tools are stricter than the list:\n");
            lost.forEach(line -> text.append(line.text()));
        }
        text.append('\n');
        lines.stream().filter(line -> !line.isLostStop()).forEach(line -> text.append(line.text()));
        return text.append('\n').append(counts()).append('\n').toString();
    }

    private String counts() {
        return lines.size() + " rules: " + count(Fate.EXACT) + " exact, " + count(Fate.STRICTER) + " stricter, "
                + count(Fate.INERT) + " inert, " + count(Fate.REFUSED) + " refused";
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
        lines.forEach(line -> json.withArray("rules").add(line.json()));
        ObjectNode counts = json.putObject("counts");
        for (Fate fate : Fate.values()) {
            counts.put(fate.name().toLowerCase(Locale.ROOT), count(fate));
        }
        return json;
    }
}
