package dev.toolpolicy.agents.importing.internal.rule;

import java.util.List;

/** The condition of a rule of a list. */
public sealed interface Form {
    /**
     * Every call.
     */
    record Whole() implements Form {}

    /**
     * Commands by a text in which {@code *} is any characters.
     *
     * @param command the text
     * @param alone whether {@code x *} is also {@code x} alone
     * @param guard an expression that a line must match too to be allowed; empty for none
     */
    record Words(String command, boolean alone, String guard) implements Form {}

    /**
     * Commands that begin with words.
     *
     * @param words for each position the alternatives
     * @param guard an expression that a line must match too to be allowed; empty for none
     */
    record Tokens(List<List<String>> words, String guard) implements Form {}

    /**
     * A regular expression over a whole command line.
     *
     * @param command the expression
     * @param anchored whether it must match the line as a whole
     * @param ignoresCase whether case doesn't matter
     */
    record Line(String command, boolean anchored, boolean ignoresCase) implements Form {}

    /**
     * Command lines with a redirect, or with what may be one.
     *
     * @param note why they are more than the host's
     */
    record Redirects(String note) implements Form {}

    /**
     * A text for a whole command line, in which {@code *} is any characters, operators included.
     *
     * @param command the text
     * @param ignoresCase whether case doesn't matter
     */
    record RawLine(String command, boolean ignoresCase) implements Form {}

    /**
     * Files.
     *
     * @param globs our globs, one of which must match
     */
    record Files(List<String> globs) implements Form {}

    /**
     * Files by regular expressions.
     *
     * @param regexes expressions over normal forms of paths, one of which must match
     * @param note why they are stricter than the rule; empty if they aren't
     */
    record PathRegex(List<String> regexes, String note) implements Form {}

    /**
     * Hosts of URLs.
     *
     * @param names host names, with {@code *.} in front for those below
     */
    record Hosts(List<String> names) implements Form {}

    /**
     * A string parameter.
     *
     * @param parameter its name
     * @param glob our glob for the whole string
     * @param ignoresCase whether case doesn't matter
     */
    record Text(String parameter, String glob, boolean ignoresCase) implements Form {}

    /**
     * A parameter that names the shell of a command line: it is absent, or one that reads lines as rules do.
     *
     * @param parameter its name
     */
    record KnownShell(String parameter) implements Form {}

    /**
     * Several conditions that must all hold.
     *
     * @param forms the conditions
     */
    record Both(List<Form> forms) implements Form {}

    /**
     * A rule that our language can't say.
     *
     * @param reason why, as a sentence without its period
     */
    record Unsaid(String reason) implements Form {}

    /**
     * A rule without effect in the host.
     *
     * @param reason why, and what the author probably meant
     */
    record Inert(String reason) implements Form {}

    /** Returns the form of conditions that must all hold. */
    static Form all(List<Form> forms) {
        return forms.isEmpty() ? new Whole() : forms.size() == 1 ? forms.get(0) : new Both(forms);
    }

    /** Returns the pattern or expression for a command; empty for a form about something else. */
    default String command() {
        return "";
    }
}
