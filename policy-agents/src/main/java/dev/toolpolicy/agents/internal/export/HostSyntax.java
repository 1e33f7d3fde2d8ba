package dev.toolpolicy.agents.internal.export;

import dev.toolpolicy.agents.importing.ListFormat;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Matcher;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The syntax of a host's lists. What it says is read back and compared, so it need not be exact. Stateless. */
abstract class HostSyntax {
    /** The name of the host's catalog. */
    final String catalog;

    /** A pattern for the tools that the catalog lacks; empty if the host has none. */
    final String others;

    /** True if the first rule that matches decides, false if the strictest one does. */
    final boolean isOrdered;

    /** Sentences about what the host also does, and what it compares in another way. */
    final List<String> notes;

    HostSyntax(String catalog, String others, boolean isOrdered, String... notes) {
        this.catalog = catalog;
        this.others = others;
        this.isOrdered = isOrdered;
        this.notes = List.of(notes);
    }

    /**
     * Returns the syntax of a format.
     *
     * @return the syntax; empty if no list of the format can be written
     */
    static Optional<HostSyntax> of(ListFormat format) {
        return switch (format) {
            case CLAUDE -> Optional.of(new ClaudeSyntax());
            case CODEX -> Optional.of(new CodexSyntax());
            case GEMINI -> Optional.of(new GeminiSyntax());
            default -> Optional.empty();
        };
    }

    /** Returns the rule for every call of a tool, or of the tools of a pattern; empty if the host has none. */
    abstract Optional<HostRule> whole(String tool, Mode mode);

    /**
     * Returns the rule for what a condition matches; empty if the host has no such rule.
     *
     * @param kind the condition's matcher
     * @param place the condition's place
     * @param text one of the matcher's patterns or values
     */
    abstract Optional<HostRule> said(String tool, Matcher.Kind kind, String place, String text, Mode mode);

    /**
     * Returns the words at the start of a command, for hosts that have no other rules. They can't allow fewer commands than
     * all that begin so; a stop may stop more.
     */
    static Optional<String> start(Matcher.Kind kind, String text, Mode mode) {
        boolean open = text.endsWith(" *");
        return kind != Matcher.Kind.COMMANDS || !open && mode == Mode.ALLOW
                ? Optional.empty()
                : Optional.of(open ? text.substring(0, text.length() - 2) : text);
    }

    /** Returns the parts of a file: one for each rule, in the order of the rules, and the text between them. */
    abstract List<Part> write(List<HostRule> rules);

    /** Returns the text of a file. */
    final String text(List<HostRule> rules) {
        return write(rules).stream().map(Part::text).collect(Collectors.joining());
    }

    /**
     * A part of a file: whole lines.
     *
     * @param text the lines
     * @param rule the rule that they say; empty if they are between rules
     */
    record Part(String text, Optional<HostRule> rule) {
        static Part between(String text) {
            return new Part(text, Optional.empty());
        }

        static Part of(String text, HostRule rule) {
            return new Part(text, Optional.of(rule));
        }
    }
}
