package dev.toolpolicy.agents.importing;

import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What hosts decide about plain command lines and paths: slow, and written apart from the import. */
final class HostOracle {
    /** A rule: its mode, what it matches, and whether it holds in the mode of the session. */
    record Rule(Mode mode, Pattern matches, boolean holds) {
        Rule(Mode mode, Pattern matches) {
            this(mode, matches, true);
        }
    }

    private HostOracle() {}

    static int strictness(Mode mode) {
        return List.of(Mode.ALLOW, Mode.ASK, Mode.DENY).indexOf(mode);
    }

    static Mode stricter(Mode one, Mode other) {
        return strictness(one) >= strictness(other) ? one : other;
    }

    /** Splits a line at its operators. */
    static List<String> commands(String line) {
        return Stream.of(line.split("&&|\\|\\||;|\\|")).map(String::strip).toList();
    }

    /** Returns a text in which a star is any characters; with {@code alone}, a last {@code " *"} may be missing. */
    static Pattern glob(String text, boolean alone) {
        String body = alone && text.endsWith(" *") ? text.substring(0, text.length() - 2) : text;
        StringBuilder regex = new StringBuilder();
        for (String part : body.split("(?<=\\*)|(?=\\*)")) {
            regex.append(part.equals("*") ? ".*" : part.isEmpty() ? "" : Pattern.quote(part));
        }
        return Pattern.compile(regex + (body.equals(text) ? "" : "( .*)?"), Pattern.DOTALL);
    }

    /** Decides a line of commands: each by its own rules, and the strictest answer counts. */
    static Mode line(String line, List<Rule> rules, boolean last, Mode without) {
        Mode strictest = Mode.ALLOW;
        for (String command : commands(line)) {
            strictest = stricter(strictest, first(command, rules, last, without));
        }
        return strictest;
    }

    private static Mode first(String text, List<Rule> rules, boolean last, Mode without) {
        Mode found = null;
        for (Rule rule : rules) {
            if (rule.holds && rule.matches.matcher(text).matches() && (found == null || last)) {
                found = rule.mode;
            }
        }
        return found == null ? without : found;
    }

    /** Decides a text by the strictest rules first. */
    static Mode sorted(String text, List<Rule> rules, List<Mode> order, Mode without) {
        for (Mode mode : order) {
            if (rules.stream()
                    .anyMatch(rule ->
                            rule.mode == mode && rule.matches.matcher(text).matches())) {
                return mode;
            }
        }
        return without;
    }

    static Mode sortedLine(String line, List<Rule> rules, Mode without) {
        Mode strictest = Mode.ALLOW;
        for (String command : commands(line)) {
            strictest = stricter(strictest, sorted(command, rules, List.of(Mode.DENY, Mode.ASK, Mode.ALLOW), without));
        }
        return strictest;
    }

    /** Returns the pattern of {@code .gitignore} over paths from the workspace. */
    static Pattern ignore(String path) {
        String body = path.startsWith("./") ? path.substring(1) : path;
        boolean anchored = body.indexOf('/') >= 0 && body.indexOf('/') < body.length() - 1;
        String name = body.startsWith("/") ? body.substring(1) : body;
        List<String> parts = new ArrayList<>();
        for (String component : name.split("/")) {
            parts.add(
                    component.equals("**")
                            ? "**"
                            : Stream.of(component.split("(?<=\\*)|(?=\\*)"))
                                    .map(part -> part.equals("*") ? "[^/]*" : Pattern.quote(part))
                                    .reduce("", String::concat));
        }
        String regex = String.join("/", parts)
                .replace("**/", "(?:.*/)?")
                .replace("/**", "/.+")
                .replace("**", ".*");
        return Pattern.compile((anchored ? "" : "(?:.*/)?") + regex + "(?:/.*)?");
    }

    /** Returns whether a pattern of {@code .gitignore} that is anchored matches a path or a folder that it is in. */
    static boolean isBelow(String pattern, String path) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (pattern.startsWith("**/", i)) {
                regex.append("(?:.*/)?");
                i += 2;
            } else if (pattern.startsWith("**", i)) {
                regex.append(".+");
                i++;
            } else {
                regex.append(c == '*' ? "[^/]*" : c == '[' || c == ']' ? "" + c : Pattern.quote("" + c));
            }
        }
        return Pattern.matches(regex + "(?:/.*)?", path);
    }
}
