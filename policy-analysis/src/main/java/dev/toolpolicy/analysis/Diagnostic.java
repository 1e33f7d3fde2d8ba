package dev.toolpolicy.analysis;

import dev.toolpolicy.schema.DiagnosticCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One problem: its code, how bad it is, its place and its words. Immutable.
 *
 * @param code what kind of problem
 * @param severity how bad it is
 * @param rule the rule it is about, from 0; -1 if it is about the whole list, or about no list
 * @param member the member of the rule that is the place, in configuration's words; empty for the rule as a whole
 * @param element the index of the value in a list of values that is the place, from 0; -1 for the member as a whole
 * @param summary what is wrong, in one line that stands alone, without the code
 * @param help what to do, if it is known
 * @param notes facts that help to understand it, at most two
 * @param related second places
 */
public record Diagnostic(
        DiagnosticCode code,
        Severity severity,
        int rule,
        Optional<String> member,
        int element,
        String summary,
        Optional<String> help,
        List<String> notes,
        List<Related> related) {

    /** How bad a problem is. */
    public enum Severity {
        /** What was written is provably not what its author meant. */
        ERROR,
        /** It works, but probably not as wished. */
        WARNING
    }

    /**
     * A second place.
     *
     * @param rule the rule there, from 0
     * @param text what that place has to do with the problem, without the code
     */
    public record Related(int rule, String text) {}

    /**
     * Checks and copies the components.
     *
     * @param code what kind of problem
     * @param severity how bad it is
     * @param rule the rule it is about, from 0; -1 if it is about the whole list, or about no list
     * @param member the member of the rule that is the place, in configuration's words; empty for the rule as a whole
     * @param element the index of the value in a list of values that is the place, from 0; -1 for the member as a whole
     * @param summary what is wrong, in one line that stands alone, without the code
     * @param help what to do, if it is known
     * @param notes facts that help to understand it, at most two
     * @param related second places
     * @throws IllegalArgumentException if there are more than two notes
     */
    public Diagnostic {
        notes = List.copyOf(notes);
        related = List.copyOf(related);
        if (notes.size() > 2) {
            throw new IllegalArgumentException("at most two notes, were " + notes.size());
        }
    }

    /**
     * An error about something that is no rule, such as a tool or a parameter.
     *
     * @param code what kind of problem
     * @param summary what is wrong, in one line that stands alone
     * @return an error without place and help
     */
    public static Diagnostic error(DiagnosticCode code, String summary) {
        return new Diagnostic(
                code, Severity.ERROR, -1, Optional.empty(), -1, summary, Optional.empty(), List.of(), List.of());
    }

    /**
     * A warning about something that is no rule.
     *
     * @param code what kind of problem
     * @param summary what is wrong, in one line that stands alone
     * @return a warning without place and help
     */
    public static Diagnostic warning(DiagnosticCode code, String summary) {
        return new Diagnostic(
                code, Severity.WARNING, -1, Optional.empty(), -1, summary, Optional.empty(), List.of(), List.of());
    }

    /** This diagnostic at a rule. */
    public Diagnostic at(int index) {
        return new Diagnostic(code, severity, index, Optional.empty(), -1, summary, help, notes, related);
    }

    /** This diagnostic at a member of a rule. */
    public Diagnostic at(int index, String name) {
        return at(index, name, -1);
    }

    /** This diagnostic at a value in the list that a member of a rule is. */
    public Diagnostic at(int index, String name, int value) {
        return new Diagnostic(code, severity, index, Optional.of(name), value, summary, help, notes, related);
    }

    /** This diagnostic with these second places. */
    public Diagnostic relatedTo(List<Related> places) {
        return new Diagnostic(code, severity, rule, member, element, summary, help, notes, places);
    }

    /**
     * This diagnostic with another help.
     *
     * @param text what to do
     * @return the changed diagnostic
     */
    public Diagnostic withHelp(String text) {
        return new Diagnostic(code, severity, rule, member, element, summary, Optional.of(text), notes, related);
    }

    /**
     * This diagnostic with one more note.
     *
     * @param text a fact
     * @return the changed diagnostic
     * @throws IllegalArgumentException if it has two notes already
     */
    public Diagnostic withNote(String text) {
        List<String> more = new ArrayList<>(notes);
        more.add(text);
        return new Diagnostic(code, severity, rule, member, element, summary, help, more, related);
    }

    /**
     * Whether it keeps what was written from being used.
     *
     * @return true for an error
     */
    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /**
     * The whole message: what is wrong with its code, then help, then notes, each on a line of its own. The second
     * places are not in it.
     *
     * @return lines joined by {@code \n}, without one at the end
     */
    public String message() {
        StringBuilder text = new StringBuilder(prefixed(summary));
        help.ifPresent(line -> text.append("\nhelp: ").append(line));
        notes.forEach(line -> text.append("\nnote: ").append(line));
        return text.toString();
    }

    /**
     * The whole message for a second place.
     *
     * @param place one of {@link #related}
     * @return one line with the code
     */
    public String message(Related place) {
        return prefixed(place.text());
    }

    private String prefixed(String text) {
        return "[toolpolicy/" + code.id() + "] " + text;
    }

    @Override
    public String toString() {
        return message();
    }
}
