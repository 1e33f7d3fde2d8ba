package dev.toolpolicy.agents.importing.internal.rule;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.automaton.pattern.InvalidPatternException;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import dev.toolpolicy.analysis.internal.read.Patterns;
import dev.toolpolicy.analysis.internal.shell.line.Shells;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Translates a form for one tool to our language.
 *
 * @param tool the tool
 * @param mode what the rule with the form answers
 */
public record FormTranslator(ToolParts tool, Mode mode) {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Translates a form. */
    public Translation translate(Form form) {
        if (form instanceof Form.Words words) {
            return commands(forms -> forms.words(words));
        } else if (form instanceof Form.Tokens tokens) {
            return commands(forms -> forms.tokens(tokens));
        } else if (form instanceof Form.Line line) {
            return line(line);
        } else if (form instanceof Form.Redirects redirects) {
            return commands(forms -> Translation.stricter(
                    List.of(Alternative.of(forms.regex("[<>]"))), redirects.note(), "echo \"a > b\""));
        } else if (form instanceof Form.RawLine line) {
            return rawLine(line);
        } else if (form instanceof Form.Files files) {
            return files(files);
        } else if (form instanceof Form.PathRegex paths) {
            return pathRegex(paths);
        } else if (form instanceof Form.Hosts hosts) {
            return hosts(hosts);
        } else if (form instanceof Form.Text text) {
            return text(text);
        } else if (form instanceof Form.KnownShell shell) {
            return knownShell(shell);
        } else if (form instanceof Form.Both both) {
            return both(both);
        } else if (form instanceof Form.Unsaid unsaid) {
            return Translation.refused(unsaid.reason());
        } else if (form instanceof Form.Whole) {
            return Translation.exact(Alternative.whole());
        }
        return Translation.inert(((Form.Inert) form).reason());
    }

    private boolean allows() {
        return mode == Mode.ALLOW;
    }

    /** Says a rule about a parameter that the tool hasn't: it never matches, if that is known. */
    private Translation missing(String what) {
        return tool.known()
                ? Translation.inert(tool.name() + " has no parameter with " + what)
                : Translation.refused("no parameter of " + tool.name() + " is known to be " + what);
    }

    private Translation commands(Function<CommandForms, Translation> say) {
        return tool.commands()
                .map(line -> say.apply(new CommandForms(tool, line, mode == Mode.ALLOW)))
                .orElseGet(() -> missing("a command line"));
    }

    private Translation line(Form.Line form) {
        return commands(forms -> {
            // Hosts put no group between the anchors, so alternatives are open at one end. What allows has one.
            String body = form.anchored() && allows() ? "(?:" + form.command() + ")" : form.command();
            String regex = form.anchored() ? "^" + body + "$" : body;
            String fault = fault(regex, form.ignoresCase());
            if (!fault.isEmpty()) {
                return Translation.refused(fault);
            } else if (tool.commands().orElseThrow().many()) {
                return Translation.refused("a regular expression can't look at words");
            }
            ObjectNode condition = forms.regex(regex);
            if (form.ignoresCase()) {
                condition.put("ignore_case", true);
            }
            if (!allows()) {
                return Translation.exact(Alternative.of(condition));
            }
            return Translation.stricter(
                    List.of(Alternative.of(condition, forms.regex(LineRegex.PLAIN))),
                    "lines with operators, expansions or redirects ask",
                    "a line of two commands that the expression matches");
        });
    }

    private static String fault(String regex, boolean ignoresCase) {
        try {
            Patterns.language(regex, ignoresCase);
            return "";
        } catch (InvalidPatternException | PatternTooComplexException e) {
            return "its regular expression can't be said: " + e.getMessage();
        }
    }

    private Translation rawLine(Form.RawLine form) {
        return commands(forms -> {
            boolean isPrefix = form.command().indexOf('*') == form.command().length() - 1;
            String raw = LineRegex.raw(form.command(), form.ignoresCase() && !isPrefix);
            Translation words = forms.words(new Form.Words(form.command(), false, raw));
            if (words.alternatives().stream().anyMatch(Alternative::isWhole)) {
                return words;
            } else if (allows()) {
                return form.ignoresCase() && words.fate() == Fidelity.EXACT
                        ? Translation.stricter(
                                words.alternatives(),
                                "case matters here",
                                form.command().toUpperCase(Locale.ROOT))
                        : words;
            }
            List<Alternative> alternatives = new ArrayList<>(words.alternatives());
            ObjectNode line = forms.regex("^" + LineRegex.glob(form.command()) + "$");
            if (form.ignoresCase()) {
                line.put("ignore_case", true);
            }
            alternatives.add(Alternative.of(line));
            return Translation.stricter(
                    alternatives,
                    "it is looked for in each command of the line",
                    "true; " + form.command().replace("*", "x"));
        });
    }

    private Translation files(Form.Files form) {
        if (tool.paths().isEmpty()) {
            return missing("a path");
        }
        List<Alternative> alternatives = new ArrayList<>();
        for (String glob : form.globs()) {
            if (allows()) {
                alternatives.add(Alternative.of(allowedPath(glob)));
            } else {
                tool.paths().forEach(part -> alternatives.add(Alternative.of(on(part, "glob", glob))));
            }
        }
        return Translation.exact(alternatives);
    }

    private Translation pathRegex(Form.PathRegex form) {
        if (tool.paths().isEmpty()) {
            return missing("a path");
        }
        List<Alternative> alternatives = new ArrayList<>();
        for (String regex : form.regexes()) {
            for (ToolParts.Part part : allows() ? tool.paths().subList(0, 1) : tool.paths()) {
                alternatives.add(Alternative.of(on(part, "pattern", regex)));
            }
        }
        return form.note().isEmpty()
                ? Translation.exact(alternatives)
                : Translation.stricter(alternatives, form.note(), form.regexes().get(0));
    }

    private ObjectNode on(ToolParts.Part part, String test, String pattern) {
        return matching(part, NODES.objectNode().put("arg", part.pointer()).put(test, pattern));
    }

    /** Adds to a condition which values of a parameter with several must match. */
    private ObjectNode matching(ToolParts.Part part, ObjectNode condition) {
        return part.many() ? condition.put("match", allows() ? "all" : "any") : condition;
    }

    /** Returns the condition that every path of a call matches; of elements with several paths only those with one. */
    private ObjectNode allowedPath(String glob) {
        ToolParts.Part main = tool.paths().get(0);
        int below = main.pointer().lastIndexOf('/');
        if (tool.paths().size() == 1 || below == 0) {
            return on(main, "glob", glob);
        }
        ObjectNode each = NODES.objectNode().put("each", main.pointer().substring(0, below));
        ArrayNode all = each.putArray("all");
        all.addObject().put("arg", main.pointer().substring(below)).put("glob", glob);
        all.addObject()
                .put("arg", "/mode")
                .putArray("enum")
                .add("Line")
                .add("Directory")
                .add("Search");
        return each.put("match", "all");
    }

    private Translation hosts(Form.Hosts form) {
        return tool.url()
                .map(url -> {
                    ObjectNode condition = NODES.objectNode().put("arg", url.pointer());
                    ArrayNode hosts = condition.putArray("host");
                    form.names().forEach(hosts::add);
                    return Translation.exact(Alternative.of(matching(url, condition)));
                })
                .orElseGet(() -> missing("a URL"));
    }

    private Translation text(Form.Text form) {
        ObjectNode condition = NODES.objectNode().put("arg", "/" + form.parameter());
        boolean literal = Wildcards.isLiteral(form.glob());
        condition.put(literal ? "const" : "glob", form.glob());
        if (form.ignoresCase()) {
            condition.put("ignore_case", true);
        }
        return Translation.exact(Alternative.of(condition));
    }

    private static Translation knownShell(Form.KnownShell form) {
        ObjectNode condition = NODES.objectNode().put("arg", "/" + form.parameter());
        new TreeSet<>(Shells.TRUSTED).forEach(condition.putArray("enum")::add);
        return Translation.exact(Alternative.of(condition.put("or_absent", true)));
    }

    private Translation both(Form.Both form) {
        List<ObjectNode> conditions = new ArrayList<>();
        List<String> patterns = List.of();
        String pointer = "";
        Translation worst = Translation.exact();
        for (Form each : form.forms()) {
            Translation said = translate(each);
            worst = said.fate().compareTo(worst.fate()) > 0 ? said : worst;
            if (said.alternatives().size() != 1
                    || !patterns.isEmpty()
                            && !said.alternatives().get(0).patterns().isEmpty()) {
                return said.fate() == Fidelity.REFUSED ? said : Translation.refused("its conditions can't be joined");
            }
            Alternative only = said.alternatives().get(0);
            conditions.addAll(only.conditions());
            patterns = only.patterns().isEmpty() ? patterns : only.patterns();
            pointer = only.patterns().isEmpty() ? pointer : only.pointer();
        }
        return new Translation(
                List.of(new Alternative(pointer, patterns, conditions)), worst.fate(), worst.why(), worst.example());
    }
}
