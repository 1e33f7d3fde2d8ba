package dev.toolpolicy.analysis.internal.lint;

import static dev.toolpolicy.analysis.Diagnostic.warning;
import static dev.toolpolicy.analysis.internal.read.Words.ascii;
import static dev.toolpolicy.analysis.internal.read.Words.listedNames;
import static dev.toolpolicy.analysis.internal.read.Words.quoted;
import static dev.toolpolicy.analysis.internal.read.Words.rule;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The warnings about rules, in the style of {@link Words}. */
final class WarningWords {
    private WarningWords() {}

    static Diagnostic oneElement(int rule, ArgumentPointer pointer, Match loose, ValueSyntax syntax) {
        boolean allows = loose == Match.ANY;
        String done = allows ? " allows a call if one value of " : " stops a call only if each value of ";
        String rest = allows ? " matches, even if others don't" : " matches, so one more gets around";
        String all = syntax == ValueSyntax.TEXT ? "ALL" : "\"all\"";
        return warning(DiagnosticCode.ANY_ELEMENT, rule(rule) + done + quoted(pointer.toString()) + rest)
                .withHelp(allows ? "write match = " + all : "drop match = " + all);
    }

    static Diagnostic unguardedPath(int rule, ArgumentPointer pointer, List<String> others) {
        return warning(
                        DiagnosticCode.UNGUARDED_PATH,
                        rule(rule) + " allows calls by " + quoted(pointer.toString()) + ", and no earlier rule tests "
                                + listedNames(others))
                .withHelp("put a rule about " + quoted(others.get(0)) + " before " + rule(rule))
                .withNote("another parameter may name the real target");
    }

    static Diagnostic lateArgument(int rule, ArgumentPointer pointer, String large) {
        return warning(
                        DiagnosticCode.LATE_ARGUMENT,
                        quoted(pointer.toString()) + " decides " + rule(rule)
                                + " but is declared after the large parameter " + quoted(large))
                .withHelp("declare " + quoted(pointer.parameter()) + " before " + quoted(large))
                .withNote("models usually write arguments in declaration order, so the decision waits for "
                        + quoted(large));
    }

    static Diagnostic notAnchored(int rule, String regex, boolean start, boolean end, ValueSyntax syntax) {
        Diagnostic problem = wideText(rule, start, end);
        Optional<String> host = host(regex);
        if (host.isPresent()) {
            return problem.withHelp(
                    "write " + syntax.assigned("host", "[" + text(host.get()) + "]") + " in place of the pattern");
        } else if (start && !end && regex.startsWith("@") && regex.indexOf('|') < 0) {
            return problem.withHelp("write " + syntax.assigned("pattern", text("^[^@ ,;]+" + regex)));
        }
        String group = regex.indexOf('|') >= 0 ? "(?:" + regex + ")" : regex;
        String anchored =
                (start && !group.startsWith("^") ? "^" : "") + group + (end && !group.endsWith("$") ? "$" : "");
        return problem.withHelp(
                "write " + syntax.assigned("pattern", text(group.equals(regex) ? anchored : "^" + group + "$")));
    }

    private static Diagnostic wideText(int rule, boolean start, boolean end) {
        String where = start && end ? "before and after" : start ? "before" : "after";
        return warning(
                        DiagnosticCode.PATTERN_NOT_ANCHORED,
                        rule(rule) + " allows any text " + where + " what its pattern describes")
                .withNote("a pattern is found anywhere in the text");
    }

    /** Returns the host that the pattern of a URL names; empty if it isn't one, or names several. */
    private static Optional<String> host(String regex) {
        return Optional.of(writtenHost(regex)).filter(host -> !host.isEmpty() && isHost(host));
    }

    /** Returns what is written in place of the host in the prefix, glob or pattern of a URL; empty if there is nothing. */
    static String writtenHost(String text) {
        int scheme = text.indexOf("://");
        if (scheme < 0) {
            return "";
        }
        int end = scheme + 3;
        while (end < text.length() && "/:?#".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        String written = text.substring(scheme + 3, end).replace("\\.", ".").replace("$", "");
        return written.chars().anyMatch(Character::isLetterOrDigit) ? written : "";
    }

    private static boolean isHost(String host) {
        return isName(host.substring(host.startsWith("*.") ? 2 : 0));
    }

    private static boolean isName(String text) {
        return text.chars().allMatch(each -> Character.isLetterOrDigit(each) || each == '.' || each == '-');
    }

    static Diagnostic urlByPrefix(int rule, Matcher matcher, String host, String url, ValueSyntax syntax) {
        String named = isHost(host) ? host : "api.example.com";
        return warning(
                        DiagnosticCode.URL_BY_PREFIX,
                        rule(rule) + " allows URLs of other hosts by " + quoted(matcher.keyword()) + ", such as "
                                + quoted(url))
                .withHelp("write " + (isHost(host) ? "" : "the hosts to allow, as in ")
                        + syntax.assigned("host", "[" + text(named) + "]") + ", "
                        + syntax.assigned("schemes", "[\"https\"]"))
                .withNote("\"host\" reads a URL as clients do");
    }

    static Diagnostic otherUrl(Place place, Matcher matcher, String host, String url, ValueSyntax syntax) {
        String problem = rule(place.index()) + " stops the URLs of a host by " + quoted(matcher.keyword()) + ", which "
                + quoted(url) + " gets around";
        return warning(DiagnosticCode.URL_BY_PREFIX, problem)
                .withHelp("write " + (isHost(host) ? "" : "the hosts, as in ")
                        + syntax.assigned("host", "[" + text(isHost(host) ? host : "api.example.com") + "]"))
                .withNote("\"host\" reads a URL as clients do")
                .at(place.index(), matcher.keyword());
    }

    static Diagnostic hostAnyScheme(int rule, Matcher matcher, ValueSyntax syntax) {
        return warning(
                        DiagnosticCode.HOST_ANY_SCHEME,
                        rule(rule) + " allows " + listedNames(matcher.texts()) + " also by \"http\"")
                .withHelp("write " + syntax.assigned("schemes", "[\"https\"]") + " beside it")
                .withNote("what is sent by \"http\" can be read and changed on its way");
    }

    static Diagnostic severalInOne(
            int rule, ArgumentPointer pointer, Matcher matcher, String several, ValueSyntax syntax) {
        String end = matcher.text().substring(matcher.text().lastIndexOf('@'));
        String plain = matcher.kind() == Matcher.Kind.GLOB ? end.replace(".", "\\.") : end.replace("$", "");
        return warning(
                        DiagnosticCode.SEVERAL_IN_ONE,
                        rule(rule) + " allows several addresses in " + quoted(pointer.toString()) + ", such as "
                                + quoted(several))
                .withHelp("write "
                        + (isName(plain.substring(1).replace("\\.", "."))
                                ? syntax.assigned("pattern", text("^[^@ ,;]+" + plain + "$"))
                                : "\"[^@ ,;]+\" in a pattern, in place of what may stand before the \"@\""));
    }

    static Diagnostic commandByPattern(int rule, Matcher matcher, String line, ValueSyntax syntax) {
        Optional<String> command = CommandWarnings.instead(matcher);
        return warning(
                        DiagnosticCode.COMMAND_BY_PATTERN,
                        rule(rule) + " stops a command line by " + quoted(matcher.keyword()) + ", which " + quoted(line)
                                + " gets around")
                .withHelp(command.map(each -> "write " + syntax.assigned("commands", "[" + text(each) + "]"))
                        .orElse("write the commands to stop, as in " + syntax.assigned("commands", "[\"cat .env*\"]")))
                .withNote("\"commands\" reads a line as the shell does, which drops the quotes");
    }

    static Diagnostic commandByPrefix(int rule, ArgumentPointer pointer, Matcher matcher, ValueSyntax syntax) {
        Optional<String> command = CommandWarnings.instead(matcher);
        String help = command.map(each -> "write " + syntax.assigned("commands", "[" + text(each) + "]"))
                .orElse("write the commands to allow, as in " + syntax.assigned("commands", "[\"git diff *\"]"));
        return warning(
                        DiagnosticCode.COMMAND_BY_PREFIX,
                        rule(rule) + " allows a command line by " + quoted(matcher.keyword()) + ", so "
                                + quoted(pointer.toString()) + " may hold more commands")
                .withHelp(help)
                .withNote("\"commands\" reads each command of the line, also behind \"&&\", \";\" and \"|\"");
    }

    static Diagnostic noLowerBound(int rule, ArgumentPointer pointer, ValueSyntax syntax) {
        String zero = syntax == ValueSyntax.TEXT ? "\"0\"" : "0";
        return warning(
                        DiagnosticCode.NO_LOWER_BOUND,
                        rule(rule) + " allows every negative number of " + quoted(pointer.toString()))
                .withHelp("write " + syntax.assigned("minimum", zero) + " beside it");
    }

    static Diagnostic pathAsString(int rule, ArgumentPointer pointer, ValueSyntax syntax) {
        String key = pointer.segments().size() == 1 ? quoted(pointer.parameter()) : quoted(pointer.toString());
        String type = syntax == ValueSyntax.TEXT
                ? "as a java.nio.file.Path"
                : "with \"type\": \"path\"; of a host's tool, say " + key + " = \"path\" among its parameters";
        return warning(
                        DiagnosticCode.PATH_AS_STRING,
                        rule(rule) + " tests " + quoted(pointer.toString())
                                + " as plain text, so \"..\" in it is not seen")
                .withHelp("declare it " + type)
                .withNote("\"src/../../x\" starts with \"src/\", but is not below it");
    }

    static Diagnostic plainText(Place place, Matcher matcher, String mark, String path, ValueSyntax syntax) {
        String instead = switch (mark) {
            case "*" -> syntax.assigned("glob", text(path));
            case "!" -> "a rule about the exception above this one";
            case "\\" -> "\"/\" between folders";
            default -> "\"~/\" for the home directory";
        };
        String of = quoted(syntax.nameOf(matcher.keyword())) + " of " + rule(place.index());
        return warning(DiagnosticCode.GLOB_SYNTAX, of + " takes " + quoted(mark) + " as plain text")
                .withHelp("write " + instead)
                .at(place.index(), matcher.keyword());
    }

    static Diagnostic nothingBelow(int rule, String glob, String below, ValueSyntax syntax) {
        return warning(
                        DiagnosticCode.STOPS_NOTHING_BELOW,
                        rule(rule) + " stops " + quoted(glob) + " itself, but nothing below it")
                .withHelp("write " + syntax.assigned("glob", text(below)));
    }

    static Diagnostic runsAnything(int rule, List<String> patterns, String reason) {
        return warning(
                        DiagnosticCode.RUNS_ANYTHING,
                        rule(rule) + " allows " + listedNames(patterns) + ", which can run any other command")
                .withHelp("write the arguments to allow in place of \"*\"")
                .withNote(quoted(patterns.get(0)) + " " + reason);
    }

    static Diagnostic withoutArguments(int rule, List<String> patterns, ValueSyntax syntax) {
        String instead =
                patterns.stream().map(pattern -> text(pattern + " *")).collect(Collectors.joining(", ", "[", "]"));
        return warning(
                        DiagnosticCode.STOPS_NOTHING_WITH_ARGUMENTS,
                        rule(rule) + " stops " + listedNames(patterns) + " only without further arguments")
                .withHelp("write " + syntax.assigned("commands", instead));
    }

    static Diagnostic stopsOnlyListed(int rule, String stopped, String other, ValueSyntax syntax) {
        return warning(
                        DiagnosticCode.STOPS_ONLY_LISTED,
                        rule(rule) + " stops " + quoted(stopped)
                                + ", but not other commands that can do the same, such as " + quoted(other))
                .withHelp("write the commands to allow, as in " + syntax.assigned("commands", "[\"git diff *\"]")
                        + ", and ask for all others")
                .withNote("no list of commands to stop is complete: scripts, shells and other spellings of options get"
                        + " around it");
    }

    static Diagnostic covered(int rule, List<String> patterns, String cover) {
        return warning(DiagnosticCode.UNUSED_PATTERN, rule(rule) + " doesn't need " + listedNames(patterns))
                .withHelp("delete " + listedNames(patterns))
                .withNote(quoted(cover) + " matches every command that " + quoted(patterns.get(0)) + " matches");
    }

    static Diagnostic unmatchable(int rule, List<String> patterns) {
        return warning(
                        DiagnosticCode.UNUSED_PATTERN,
                        rule(rule) + " never matches a command by " + listedNames(patterns))
                .withHelp("delete " + listedNames(patterns))
                .withNote("no line that the engine can read holds such a command");
    }

    /** Formats a text as it is typed in a quoted string. */
    private static String text(String text) {
        return ascii(TextNode.valueOf(text).toString());
    }
}
