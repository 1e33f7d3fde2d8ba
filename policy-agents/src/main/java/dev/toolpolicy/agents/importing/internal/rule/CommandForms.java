package dev.toolpolicy.agents.importing.internal.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.shell.line.Shells;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The translation of rules about commands. */
record CommandForms(ToolParts tool, ToolParts.Part line, boolean allows) {
    /** A star between words of a stricter rule is written out for so many words. */
    private static final int SPAN = 6;
    /** More patterns than any rule of a person has alternatives. */
    private static final int MOST = 1_000;

    private static final String WORD = String.valueOf(CommandText.STAR);

    /** Says a text in which {@code *} is any characters. */
    Translation words(Form.Words form) {
        Translation said = read(form);
        if (allows || !tool.powershell() || said.alternatives().stream().anyMatch(Alternative::isWhole)) {
            return said;
        }
        List<Alternative> alternatives = new ArrayList<>(said.alternatives());
        String begin = withoutStars(form.command());
        alternatives.add(Alternative.of(regex(LineRegex.glob(begin)).put("ignore_case", true)));
        return Translation.stricter(
                alternatives, "PowerShell ignores case, so it is looked for in the whole line", "echo " + begin);
    }

    private static String withoutStars(String pattern) {
        int end = pattern.length();
        while (end > 0 && " *".indexOf(pattern.charAt(end - 1)) >= 0) {
            end--;
        }
        return pattern.substring(0, end);
    }

    private Translation read(Form.Words form) {
        CommandText text = CommandText.of(form.command(), allows);
        boolean closed = allows && text.isClosed();
        if (text.isRead() && text.words().equals(List.of(WORD)) && !closed) {
            return Translation.exact(Alternative.whole());
        } else if (text.words().isEmpty() && text.isRead()) {
            return Translation.refused("it has no words");
        } else if (!text.isRead()) {
            return unread(form.command(), text);
        } else if (closed && text.words().get(text.words().size() - 1).equals(WORD)) {
            return Translation.refused("one word that may be anything can't be said at its end");
        }
        List<String> words = closed ? text.words() : ended(text.words(), form.alone());
        boolean spans = closed || hasInnerStar(words);
        return allows ? allowed(form, words, spans, closed) : stopped(form.command(), words, spans);
    }

    /** Returns words with a word for what a star at their end takes beside its own. */
    private static List<String> ended(List<String> words, boolean alone) {
        String last = words.get(words.size() - 1);
        return last.endsWith(WORD) && !(alone && last.equals(WORD)) ? with(words, WORD) : words;
    }

    private static List<String> with(List<String> words, String last) {
        List<String> longer = new ArrayList<>(words);
        longer.add(last);
        return longer;
    }

    /** Returns whether a star stands elsewhere than at the end. */
    private static boolean hasInnerStar(List<String> words) {
        int end = words.size();
        while (end > 0 && words.get(end - 1).equals(WORD)) {
            end--;
        }
        String joined = String.join(" ", words.subList(0, end));
        int star = joined.indexOf(CommandText.STAR);
        return star >= 0 && star < joined.length() - 1;
    }

    private Translation allowed(Form.Words form, List<String> words, boolean spans, boolean closed) {
        if (CommandWriter.isAssignment(words.get(0))) {
            return Translation.refused("a command behind an assignment is never cleared");
        }
        Optional<String> pattern = CommandWriter.write(words);
        if (pattern.isEmpty()) {
            return Translation.refused(
                    words.get(0).startsWith(WORD)
                            ? "it begins with a star, so any program may stand before its words"
                            : "its name doesn't say which program runs");
        } else if (line.many() && Shells.NAMES.contains(words.get(0)) && words.size() > 2) {
            return Translation.refused("what a shell gets with -c can't be taken apart here");
        }
        String written = form.command();
        List<Alternative> alternatives = List.of(guarded(Set.of(pattern.get()), form.guard()));
        if (closed) {
            String example = written.substring(0, written.lastIndexOf('*')).replace("*", "x") + "x\" \"y\"";
            return Translation.stricter(
                    alternatives, "a star in quotes ends its word here, and reaches further there", example);
        } else if (spans) {
            return Translation.stricter(
                    alternatives,
                    "a star between words is one word here, and any number of words there",
                    twoWords(written));
        }
        return tool.powershell()
                ? Translation.stricter(
                        alternatives, "lines of PowerShell with quotes, variables or blocks ask", written + " 'x'")
                : Translation.exact(alternatives);
    }

    private static String twoWords(String written) {
        int star = written.indexOf('*');
        return written.substring(0, star) + "x y" + written.substring(star + 1).replace("*", "x");
    }

    /** Returns a set of patterns that allows only lines of some shape; for PowerShell those that a POSIX shell reads alike. */
    private Alternative guarded(Set<String> patterns, String guard) {
        String shape = tool.powershell() ? LineRegex.NO_QUOTES : guard;
        boolean any = shape.isEmpty() || line.many();
        return new Alternative(line.pointer(), List.copyOf(patterns), any ? List.of() : List.of(regex(shape)));
    }

    private Alternative pieceOf(Set<String> patterns) {
        return new Alternative(line.pointer(), List.copyOf(patterns), List.of());
    }

    ObjectNode regex(String pattern) {
        return JsonNodeFactory.instance.objectNode().put("arg", line.pointer()).put("pattern", pattern);
    }

    private Translation stopped(String written, List<String> words, boolean spans) {
        Set<String> patterns = new LinkedHashSet<>();
        for (List<String> each : spans ? spanned(words) : List.of(words)) {
            CommandWriter.write(each).ifPresent(patterns::add);
        }
        if (!patterns.isEmpty() && (!spans || line.many())) {
            return Translation.exact(pieceOf(patterns));
        } else if (line.many()) {
            return Translation.refused("it names no program");
        }
        List<Alternative> alternatives = new ArrayList<>();
        if (!patterns.isEmpty()) {
            alternatives.add(pieceOf(patterns));
        }
        alternatives.add(Alternative.of(regex(LineRegex.glob(written))));
        return Translation.stricter(
                alternatives,
                "it also stops lines in which this text stands elsewhere",
                "echo " + written.replace("*", "x"));
    }

    /** Writes out each word that is a star, but the last, as none to some words. */
    private static List<List<String>> spanned(List<String> words) {
        List<List<String>> all = new ArrayList<>();
        all.add(List.of());
        for (int i = 0; i < words.size(); i++) {
            List<List<String>> longer = new ArrayList<>();
            boolean spans = words.get(i).equals(WORD) && i < words.size() - 1;
            for (List<String> begun : all) {
                for (int n = spans ? 0 : 1; n <= (spans && all.size() < 50 ? SPAN : 1); n++) {
                    List<String> next = new ArrayList<>(begun);
                    next.addAll(Collections.nCopies(n, words.get(i)));
                    longer.add(next);
                }
            }
            all = longer;
        }
        return all.stream().filter(each -> !each.isEmpty()).toList();
    }

    /** Says a text with something that isn't a word. */
    private Translation unread(String written, CommandText text) {
        String why = "it has " + text.obstacle() + ", so it matches no command word by word";
        if (allows || line.many()) {
            return Translation.refused(why);
        }
        List<Alternative> alternatives = new ArrayList<>();
        alternatives.add(Alternative.of(regex(LineRegex.glob(written))));
        List<String> before = text.words();
        while (!before.isEmpty() && before.get(before.size() - 1).equals(WORD)) {
            before = before.subList(0, before.size() - 1);
        }
        if (!before.isEmpty()) {
            CommandWriter.write(with(before, WORD)).ifPresent(each -> alternatives.add(pieceOf(Set.of(each))));
        }
        return Translation.stricter(alternatives, why + "; the words before it are stopped", written.replace("*", "x"));
    }

    /** Says words with alternatives. */
    Translation tokens(Form.Tokens form) {
        List<List<String>> all = List.of(List.of());
        for (List<String> alternatives : form.words()) {
            List<List<String>> longer = new ArrayList<>();
            for (List<String> begun : all) {
                alternatives.forEach(each -> longer.add(with(begun, each)));
            }
            all = longer;
            if (all.size() > MOST) {
                return Translation.refused("it has more than " + MOST + " alternatives");
            }
        }
        Set<String> patterns = new LinkedHashSet<>();
        for (List<String> words : all) {
            if (allows && runsText(words)) {
                return Translation.refused("what a shell gets with -c can't be taken apart");
            }
            Optional<String> pattern = CommandWriter.write(words);
            if (pattern.isEmpty() || allows && CommandWriter.isAssignment(words.get(0))) {
                return Translation.refused("\"" + words.get(0) + "\" is not the name of a program");
            }
            patterns.add(pattern.get() + " *");
        }
        return Translation.exact(allows ? guarded(patterns, form.guard()) : pieceOf(patterns));
    }

    private static boolean runsText(List<String> words) {
        String name = words.get(0).substring(words.get(0).lastIndexOf('/') + 1);
        return Shells.NAMES.contains(name) && words.size() > 1 && isText(words.get(1));
    }

    /** Returns whether an option of a shell says that its text follows. */
    private static boolean isText(String option) {
        return option.startsWith("-") && option.endsWith("c") && option.indexOf(CommandText.STAR) < 0;
    }
}
