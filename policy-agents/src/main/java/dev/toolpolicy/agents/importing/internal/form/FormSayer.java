package dev.toolpolicy.agents.importing.internal.form;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.agents.importing.internal.model.Fate;
import dev.toolpolicy.agents.importing.internal.model.Form;
import dev.toolpolicy.agents.importing.internal.syntax.Wildcards;
import dev.toolpolicy.analysis.internal.automaton.pattern.InvalidPatternException;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import dev.toolpolicy.analysis.internal.read.Patterns;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Says a form for one tool in our language. */
public final class FormSayer {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final ToolParts tool;
    private final Mode mode;

    /** Creates a sayer for rules of a mode about a tool. */
    public FormSayer(ToolParts tool, Mode mode) {
        this.tool = tool;
        this.mode = mode;
    }

    /** Says a form. */
    public Said say(Form form) {
        if (form instanceof Form.Words words) {
            return commands(forms -> forms.words(words));
        } else if (form instanceof Form.Tokens tokens) {
            return commands(forms -> forms.tokens(tokens));
        } else if (form instanceof Form.Line line) {
            return line(line);
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
        } else if (form instanceof Form.Both both) {
            return both(both);
        } else if (form instanceof Form.Unsaid unsaid) {
            return Said.refused(unsaid.reason());
        } else if (form instanceof Form.Whole) {
            return Said.exact(Piece.whole());
        }
        return Said.inert(((Form.Inert) form).reason());
    }

    private boolean allows() {
        return mode == Mode.ALLOW;
    }

    /** Says a rule about a parameter that the tool hasn't: it never matches, if that is known. */
    private Said missing(String what) {
        return tool.known()
                ? Said.inert(tool.name() + " has no parameter with " + what)
                : Said.refused("no parameter of " + tool.name() + " is known to be " + what);
    }

    private Said commands(Function<CommandForms, Said> say) {
        return tool.commands()
                .map(line -> say.apply(new CommandForms(tool, line, mode)))
                .orElseGet(() -> missing("a command line"));
    }

    private Said line(Form.Line form) {
        return commands(forms -> {
            String regex = form.anchored() ? "^(?:" + form.regex() + ")$" : form.regex();
            String fault = fault(regex, form.ignoresCase());
            if (!fault.isEmpty()) {
                return Said.refused(fault);
            } else if (tool.commands().orElseThrow().many()) {
                return Said.refused("a regular expression can't look at words");
            }
            ObjectNode condition = forms.regex(regex);
            if (form.ignoresCase()) {
                condition.put("ignore_case", true);
            }
            if (!allows()) {
                return Said.exact(Piece.of(condition));
            }
            return Said.stricter(
                    List.of(Piece.of(condition, forms.regex(LineRegex.PLAIN))),
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

    private Said rawLine(Form.RawLine form) {
        return commands(forms -> {
            String raw = LineRegex.raw(form.pattern());
            Said words = forms.words(new Form.Words(form.pattern(), false, raw));
            if (words.pieces().stream().anyMatch(Piece::isWhole)) {
                return words;
            } else if (allows()) {
                return form.ignoresCase() && words.fate() == Fate.EXACT
                        ? Said.stricter(
                                words.pieces(),
                                "case matters here",
                                form.pattern().toUpperCase(Locale.ROOT))
                        : words;
            }
            List<Piece> pieces = new ArrayList<>(words.pieces());
            ObjectNode line = forms.regex("^" + LineRegex.glob(form.pattern()) + "$");
            if (form.ignoresCase()) {
                line.put("ignore_case", true);
            }
            pieces.add(Piece.of(line));
            return Said.stricter(
                    pieces,
                    "it is looked for in each command of the line",
                    "true; " + form.pattern().replace("*", "x"));
        });
    }

    private Said files(Form.Files form) {
        if (tool.paths().isEmpty()) {
            return missing("a path");
        } else if (form.globs().isEmpty()) {
            return Said.refused(form.note());
        }
        List<Piece> pieces = new ArrayList<>();
        for (String glob : form.globs()) {
            if (allows()) {
                pieces.add(Piece.of(allowedPath(glob)));
            } else {
                tool.paths().forEach(part -> pieces.add(Piece.of(path(part, glob, "any"))));
            }
        }
        return form.note().isEmpty()
                ? Said.exact(pieces)
                : Said.stricter(pieces, form.note(), form.globs().get(0));
    }

    private Said pathRegex(Form.PathRegex form) {
        if (tool.paths().isEmpty()) {
            return missing("a path");
        }
        List<Piece> pieces = new ArrayList<>();
        for (String regex : form.regexes()) {
            for (ToolParts.Part part : allows() ? tool.paths().subList(0, 1) : tool.paths()) {
                ObjectNode condition =
                        NODES.objectNode().put("arg", part.pointer()).put("pattern", regex);
                if (part.many()) {
                    condition.put("match", allows() ? "all" : "any");
                }
                pieces.add(Piece.of(condition));
            }
        }
        return form.note().isEmpty()
                ? Said.exact(pieces)
                : Said.stricter(pieces, form.note(), form.regexes().get(0));
    }

    private static ObjectNode path(ToolParts.Part part, String glob, String match) {
        ObjectNode condition = NODES.objectNode().put("arg", part.pointer()).put("glob", glob);
        return part.many() ? condition.put("match", match) : condition;
    }

    /** Returns the condition that every path of a call matches; of elements with several paths only those with one. */
    private ObjectNode allowedPath(String glob) {
        ToolParts.Part main = tool.paths().get(0);
        int below = main.pointer().lastIndexOf('/');
        if (tool.paths().size() == 1 || below == 0) {
            return path(main, glob, "all");
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

    private Said hosts(Form.Hosts form) {
        return tool.url()
                .map(url -> {
                    ObjectNode condition = NODES.objectNode().put("arg", url.pointer());
                    ArrayNode hosts = condition.putArray("host");
                    form.names().forEach(hosts::add);
                    if (url.many()) {
                        condition.put("match", allows() ? "all" : "any");
                    }
                    return Said.exact(Piece.of(condition));
                })
                .orElseGet(() -> missing("a URL"));
    }

    private Said text(Form.Text form) {
        ObjectNode condition = NODES.objectNode().put("arg", "/" + form.parameter());
        boolean literal = Wildcards.isLiteral(form.glob());
        condition.put(literal ? "const" : "glob", form.glob());
        if (form.ignoresCase()) {
            condition.put("ignore_case", true);
        }
        return Said.exact(Piece.of(condition));
    }

    private Said both(Form.Both form) {
        List<ObjectNode> conditions = new ArrayList<>();
        List<String> patterns = List.of();
        String pointer = "";
        Said worst = Said.exact();
        for (Form each : form.forms()) {
            Said said = say(each);
            worst = said.fate().compareTo(worst.fate()) > 0 ? said : worst;
            if (said.pieces().size() != 1
                    || !patterns.isEmpty() && !said.pieces().get(0).patterns().isEmpty()) {
                return said.fate() == Fate.REFUSED ? said : Said.refused("its conditions can't be joined");
            }
            Piece only = said.pieces().get(0);
            conditions.addAll(only.conditions());
            patterns = only.patterns().isEmpty() ? patterns : only.patterns();
            pointer = only.patterns().isEmpty() ? pointer : only.pointer();
        }
        return new Said(List.of(new Piece(pointer, patterns, conditions)), worst.fate(), worst.why(), worst.example());
    }
}
