package dev.toolpolicy.analysis.internal.check;

import static dev.toolpolicy.analysis.Diagnostic.error;
import static dev.toolpolicy.analysis.internal.read.Words.ascii;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.automaton.pattern.InvalidPatternException;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import dev.toolpolicy.analysis.internal.automaton.pattern.TextSyntaxException;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.analysis.internal.shell.match.CommandsTooLargeException;
import dev.toolpolicy.schema.DiagnosticCode;

/** The messages about patterns, in the style of {@link Words}. */
final class PatternWords {
    /** Length of the pattern that is shown on each side of the error. */
    private static final int CARET_CONTEXT = 30;

    private PatternWords() {}

    static Diagnostic invalid(InvalidPatternException wrong) {
        Diagnostic problem = error(
                DiagnosticCode.INVALID_PATTERN,
                "the pattern has " + ascii(wrong.problem()) + " at offset " + wrong.offset()
                        + wrong.kind().consequence());
        String help = help(wrong);
        return (help.isEmpty() ? problem : problem.withHelp(help)).withNote(caret(wrong.text(), wrong.offset()));
    }

    static Diagnostic glob(TextSyntaxException wrong) {
        Diagnostic problem = syntax(DiagnosticCode.GLOB_SYNTAX, "the glob", wrong);
        boolean braces = wrong.problem().contains("within braces");
        return braces ? problem.withHelp("write a rule with a glob for each alternative") : problem;
    }

    static Diagnostic host(TextSyntaxException wrong) {
        Diagnostic problem = syntax(DiagnosticCode.HOST_SYNTAX, "the host", wrong);
        int scheme = wrong.text().indexOf("://");
        int end = wrong.text().indexOf('/', scheme + 3);
        return scheme < 0
                ? problem
                : problem.withHelp("write "
                        + Words.quoted(wrong.text()
                                .substring(scheme + 3, end < 0 ? wrong.text().length() : end)));
    }

    static Diagnostic command(TextSyntaxException wrong) {
        return located(DiagnosticCode.COMMAND_SYNTAX, "the pattern of commands", wrong)
                .withHelp(ascii(wrong.help()));
    }

    static Diagnostic commandsTooLarge(CommandsTooLargeException wrong) {
        return error(
                        DiagnosticCode.COMMANDS_TOO_LARGE,
                        "too many patterns of commands: they need more than " + wrong.limit() + " states")
                .withHelp("make several rules of them")
                .withNote(
                        "the largest pattern is " + Words.quoted(wrong.largest().toString()));
    }

    private static Diagnostic syntax(DiagnosticCode code, String what, TextSyntaxException wrong) {
        return wrong.text().isEmpty() ? error(code, what + " is empty") : located(code, what, wrong);
    }

    private static Diagnostic located(DiagnosticCode code, String what, TextSyntaxException wrong) {
        return error(code, what + " has " + ascii(wrong.problem()) + " at offset " + wrong.offset())
                .withNote(caret(wrong.text(), wrong.offset()));
    }

    private static String help(InvalidPatternException wrong) {
        if (wrong.problem().contains("look-ahead") || wrong.problem().contains("look-behind")) {
            return "put a rule for what must not match above this one";
        }
        return wrong.text().contains("**") && wrong.kind() == InvalidPatternException.Kind.SYNTAX
                ? "did you mean a glob? write " + "\"glob\" in place of \"pattern\""
                : ofOtherDialects(wrong.problem());
    }

    static Diagnostic backspace(String pattern) {
        return error(
                        DiagnosticCode.CONTROL_CHARACTER,
                        "the pattern has a backspace (U+0008) at offset " + pattern.indexOf('\b'))
                .withHelp("for the boundary of a word, write \"\\\\b\"")
                .withNote("in a quoted text, \"\\b\" is a backspace");
    }

    /** Returns the equivalent of a construct of java.util.regex and similar dialects; empty if none is known. */
    private static String ofOtherDialects(String construct) {
        if (construct.endsWith("\"\\A\"")) {
            return "write \"^\"";
        } else if (construct.endsWith("\"\\z\"") || construct.endsWith("\"\\Z\"")) {
            return "write \"$\"";
        }
        return construct.endsWith("\"(?i\"")
                ? "delete it and write ignore_case = true beside the pattern, or ignoreCase = true in an annotation"
                : "";
    }

    /** Returns the pattern with a caret below the error, aligned behind "note: ". A long pattern is cut around it. */
    private static String caret(String pattern, int offset) {
        int from = Math.max(0, offset - CARET_CONTEXT);
        int to = Math.min(pattern.length(), offset + CARET_CONTEXT);
        String before = (from > 0 ? "..." : "") + ascii(pattern.substring(from, offset));
        String after = ascii(pattern.substring(offset, to)) + (to < pattern.length() ? "..." : "");
        return before + after + "\n" + " ".repeat("note: ".length() + before.length()) + "^";
    }

    static Diagnostic tooComplex(PatternTooComplexException wrong) {
        String what = switch (wrong.limit()) {
            case "depth" -> "groups inside each other";
            case "positions" -> "parts";
            case "steps" -> "steps to build it";
            default -> wrong.limit();
        };
        return error(
                        DiagnosticCode.PATTERN_TOO_COMPLEX,
                        "pattern too complex: it needs more than " + wrong.value() + " " + what)
                .withHelp(
                        wrong.limit().equals("depth")
                                ? "nest fewer groups"
                                : "anchor it with \"^\", or shorten its repetitions");
    }
}
