package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.Form;
import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.Place;
import dev.toolpolicy.annotation.Mode;
import java.util.List;
import java.util.Optional;

/**
 * A rule as written, which may be a tool with a content in parentheses: {@code Tool(content)}.
 *
 * @param place where it stands
 * @param written its text
 * @param mode what it answers
 */
record RuleText(Place place, String written, Mode mode) {
    static RuleText of(Node item, Mode mode) {
        return new RuleText(item.place(), item.text(), mode);
    }

    boolean allows() {
        return mode == Mode.ALLOW;
    }

    /** Returns the rule for some tools. */
    Entry entry(List<String> tools, Form form) {
        return Entry.of(place, written, mode, tools, form);
    }

    /** Returns the text without blanks around it. */
    String rule() {
        return written.strip();
    }

    boolean hasContent() {
        return rule().indexOf('(') > 0 && rule().endsWith(")");
    }

    /** Returns what stands before the parentheses; the whole rule if there are none. */
    String tool() {
        return hasContent() ? rule().substring(0, rule().indexOf('(')) : rule();
    }

    /** Returns what stands in the parentheses; empty if there are none. */
    String content() {
        return hasContent() ? rule().substring(rule().indexOf('(') + 1, rule().length() - 1) : "";
    }

    /** Returns the tools of the rule: all of a server if it names no more. */
    List<String> tools() {
        String name = tool();
        boolean server = name.startsWith("mcp__") && name.indexOf('*') < 0 && name.indexOf("__", 5) < 0;
        return List.of(server ? name + "__*" : name);
    }

    /**
     * Returns the rule if its tool can't be told from its content.
     *
     * @param nameless what to say if there is no tool
     */
    Optional<Entry> malformed(String nameless) {
        int open = rule().indexOf('(');
        if (rule().isEmpty() || open == 0) {
            return Optional.of(entry(List.of(), new Form.Inert(nameless)));
        }
        return open > 0 && !hasContent()
                ? Optional.of(
                        entry(List.of(rule().substring(0, open)), new Form.Unsaid("its parenthesis isn't closed")))
                : Optional.empty();
    }

    /** Returns the pattern of a content whose {@code :*} at the end is any further words. */
    static String prefixed(String content) {
        return content.endsWith(":*") ? content.substring(0, content.length() - 2) + " *" : content;
    }
}
