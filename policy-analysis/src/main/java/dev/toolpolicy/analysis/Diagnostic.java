package dev.toolpolicy.analysis;

import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A problem in a policy or a tool: code, severity, place and message. Immutable.
 */
public final class Diagnostic {
    private final DiagnosticCode code;
    private final Severity severity;
    private final Place place;
    private final String summary;
    private final Optional<String> help;
    private final List<String> notes;
    private final List<Diagnostic> related;

    /**
     * Creates a problem without a place.
     *
     * @param code the kind of problem
     * @param severity whether it is an error or a warning
     * @param summary the problem in one line that stands alone, without the code
     * @throws IllegalArgumentException if there are more than two notes
     */
    public Diagnostic(DiagnosticCode code, Severity severity, String summary) {
        this(code, severity, Place.NONE, summary, Optional.empty(), List.of(), List.of());
    }

    private Diagnostic(
            DiagnosticCode code,
            Severity severity,
            Place place,
            String summary,
            Optional<String> help,
            List<String> notes,
            List<Diagnostic> related) {
        if (notes.size() > 2) {
            throw new IllegalArgumentException("at most two notes, were " + notes.size());
        }
        this.code = code;
        this.severity = severity;
        this.place = place;
        this.summary = summary;
        this.help = help;
        this.notes = List.copyOf(notes);
        this.related = List.copyOf(related);
    }

    /** A place in a list: a rule, a condition of it, a member of either, and a value in a member's list. */
    private record Place(int rule, int condition, Optional<String> member, int element) {
        static final Place NONE = new Place(-1, -1, Optional.empty(), -1);
    }

    /** Returns the kind of problem. */
    public DiagnosticCode code() {
        return code;
    }

    /** Returns whether it is an error or a warning. */
    public Severity severity() {
        return severity;
    }

    /** Returns the index of the rule with the problem, from 0; -1 for the whole list, or if there is no list. */
    public int rule() {
        return place.rule;
    }

    /** Returns the index of the condition with the problem in {@code all}, from 0; -1 for the rule itself. */
    public int condition() {
        return place.condition;
    }

    /**
     * Returns the member of the rule, or of its condition, that is the place, as in policy files; empty for the whole
     * rule or condition.
     */
    public Optional<String> member() {
        return place.member;
    }

    /** Returns the index of the value in a list of values, from 0; -1 for the whole member. */
    public int element() {
        return place.element;
    }

    /**
     * Returns the place as a JSON Pointer into the list of rules.
     *
     * @return a pointer such as {@code /2/all/0/prefix}; empty for the whole list
     */
    public String pointer() {
        StringBuilder pointer = new StringBuilder();
        if (place.rule >= 0) {
            pointer.append('/').append(place.rule);
        }
        if (place.condition >= 0) {
            pointer.append("/all/").append(place.condition);
        }
        place.member.ifPresent(name -> pointer.append('/').append(ArgumentPointer.escape(name)));
        if (place.element >= 0) {
            pointer.append('/').append(place.element);
        }
        return pointer.toString();
    }

    /** Returns the problem in one line that stands alone, without the code. */
    public String summary() {
        return summary;
    }

    /** Returns the suggested correction. */
    public Optional<String> help() {
        return help;
    }

    /** Returns facts that explain the problem, at most two. */
    public List<String> notes() {
        return notes;
    }

    /** Returns other places that are part of the problem: their rules and what they have to do with it. */
    public List<Diagnostic> related() {
        return related;
    }

    /** The severity of a problem. */
    public enum Severity {
        /** A certain mistake. The policy can't be used. */
        ERROR,
        /** A likely mistake. The policy can be used. */
        WARNING
    }

    /**
     * Creates an error that is not about a rule, such as one about a tool or a parameter.
     *
     * @param code the kind of problem
     * @param summary the problem in one line that stands alone
     * @return an error without place and help
     */
    public static Diagnostic error(DiagnosticCode code, String summary) {
        return new Diagnostic(code, Severity.ERROR, summary);
    }

    /**
     * Creates a warning that is not about a rule.
     *
     * @param code the kind of problem
     * @param summary the problem in one line that stands alone
     * @return a warning without place and help
     */
    public static Diagnostic warning(DiagnosticCode code, String summary) {
        return new Diagnostic(code, Severity.WARNING, summary);
    }

    /**
     * Sets the rule as the place.
     *
     * @param index the rule's index, from 0
     * @return a copy with this place
     */
    public Diagnostic at(int index) {
        return at(new Place(index, -1, Optional.empty(), -1));
    }

    /**
     * Sets a member of a rule as the place.
     *
     * @param index the rule's index, from 0
     * @param name the member's name, as in policy files
     * @return a copy with this place
     */
    public Diagnostic at(int index, String name) {
        return at(index, name, -1);
    }

    /**
     * Sets a value in a member's list as the place.
     *
     * @param index the rule's index, from 0
     * @param name the member's name, as in policy files
     * @param value the value's index in the list, from 0
     * @return a copy with this place
     */
    public Diagnostic at(int index, String name, int value) {
        return at(new Place(index, -1, Optional.of(name), value));
    }

    /**
     * Sets a condition of the rule as the place, and keeps the member.
     *
     * @param index the condition's index in {@code all}, from 0; -1 for the condition that stands in the rule itself
     * @return a copy with this place
     */
    public Diagnostic inCondition(int index) {
        return at(new Place(place.rule, index, place.member, place.element));
    }

    private Diagnostic at(Place other) {
        return new Diagnostic(code, severity, other, summary, help, notes, related);
    }

    /**
     * Adds another place that is part of the problem.
     *
     * @param rule the index of the rule at that place, from 0; -1 if it isn't a rule
     * @param text what that place has to do with the problem, without the code
     * @return a copy with one more place
     */
    public Diagnostic relatedTo(int rule, String text) {
        List<Diagnostic> more = new ArrayList<>(related);
        more.add(new Diagnostic(code, severity, text).at(rule));
        return new Diagnostic(code, severity, place, summary, help, notes, more);
    }

    /**
     * Returns this problem with another summary.
     *
     * @param text the problem in one line that stands alone
     */
    public Diagnostic withSummary(String text) {
        return new Diagnostic(code, severity, place, text, help, notes, related);
    }

    /**
     * Sets the help, in place of an earlier one.
     *
     * @param text the suggested correction
     * @return a copy with this help
     */
    public Diagnostic withHelp(String text) {
        return new Diagnostic(code, severity, place, summary, Optional.of(text), notes, related);
    }

    /**
     * Adds a note.
     *
     * @param text a fact that explains the problem
     * @return a copy with one more note
     * @throws IllegalArgumentException if it has two notes already
     */
    public Diagnostic withNote(String text) {
        List<String> more = new ArrayList<>(notes);
        more.add(text);
        return new Diagnostic(code, severity, place, summary, help, more, related);
    }

    /**
     * Returns whether this problem keeps the policy from being used.
     *
     * @return true for an error
     */
    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /**
     * Formats the whole message: the summary with its code, then help, then notes, then the address of the code's page,
     * each on a line of its own. The other places are not included.
     *
     * @return lines joined by {@code \n}, without one at the end
     */
    public String message() {
        StringBuilder text = new StringBuilder(line());
        help.ifPresent(line -> text.append("\nhelp: ").append(line));
        notes.forEach(line -> text.append("\nnote: ").append(line));
        return text.append("\nsee: ").append(code.page()).toString();
    }

    /** Formats the summary with its code, on one line. */
    public String line() {
        return "[toolpolicy/" + code.id() + "] " + summary;
    }

    @Override
    public String toString() {
        return message();
    }

    private List<Object> parts() {
        return List.of(code, severity, place, summary, help, notes, related);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Diagnostic that && parts().equals(that.parts());
    }

    @Override
    public int hashCode() {
        return parts().hashCode();
    }
}
