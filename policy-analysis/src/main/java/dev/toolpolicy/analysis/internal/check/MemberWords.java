package dev.toolpolicy.analysis.internal.check;

import static dev.toolpolicy.analysis.Diagnostic.error;
import static dev.toolpolicy.analysis.internal.read.Words.helped;
import static dev.toolpolicy.analysis.internal.read.Words.listedNames;
import static dev.toolpolicy.analysis.internal.read.Words.quoted;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The messages about members that don't exist, in the style of {@link Words}. They name the member that was meant: one
 * of nearly the same spelling, or that of another policy language's word.
 */
final class MemberWords {
    /** The members of rules outside of floors. */
    private static final List<Keyword> OF_RULES = Stream.of(Keyword.values())
            .filter(each -> each != Keyword.WHERE_PRESENT)
            .toList();

    private MemberWords() {}

    static Diagnostic unknown(int rule, String member, boolean lacksMode, ValueSyntax syntax) {
        Diagnostic problem =
                error(DiagnosticCode.UNKNOWN_MEMBER, Words.rule(rule) + " has the unknown member " + quoted(member));
        Optional<Mode> mode = meantMode(member).flatMap(Mode::of);
        if (mode.isPresent() && lacksMode) {
            String written = syntax.assigned("mode", '"' + mode.get().word() + '"');
            return problem.withHelp("write " + written);
        }
        return helped(problem, member, OF_RULES, "rules have ", syntax);
    }

    static Diagnostic unknownInCondition(ConditionContext context, String member) {
        Diagnostic problem = error(
                DiagnosticCode.UNKNOWN_MEMBER,
                "condition " + (context.condition() + 1) + " of " + Words.rule(context.rule())
                        + " has the unknown member " + quoted(member));
        return helped(problem, member, Keyword.OF_CONDITIONS, "conditions have ", context.syntax());
    }

    private static Diagnostic helped(
            Diagnostic problem, String member, List<Keyword> known, String all, ValueSyntax syntax) {
        Optional<String> advice = advice(member);
        if (advice.isPresent()) {
            return problem.withHelp(advice.get());
        }
        List<String> names =
                known.stream().map(each -> syntax.nameOf(each.word())).toList();
        Optional<String> meant = elsewhere(member)
                .filter(known::contains)
                .map(each -> syntax.nameOf(each.word()))
                .or(() -> Words.nearest(member, names));
        return Words.helped(problem, meant, all + listedNames(names));
    }

    static Diagnostic onlyInFloors(int rule, Keyword keyword) {
        return error(
                        DiagnosticCode.UNKNOWN_MEMBER,
                        Words.rule(rule) + " has " + quoted(keyword.word()) + ", which only the rules of a floor have")
                .withHelp("delete it, or write floor = true at the top of the file");
    }

    static Diagnostic ofTheRule(Keyword keyword) {
        return error(
                        DiagnosticCode.UNKNOWN_MEMBER,
                        quoted(keyword.word()) + " stands in a condition, but belongs to the rule")
                .withHelp("move it beside \"all\"");
    }

    /** Returns the mode that a word of another policy language, or a misspelt one, means. */
    static Optional<String> meantMode(String word) {
        List<String> words = Stream.of(Mode.values()).map(Mode::word).toList();
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "permit", "approve", "approved", "accept", "grant", "always", "auto", "yes" -> Optional.of("allow");
            case "block", "reject", "refuse", "forbid", "never", "disallow", "no" -> Optional.of("deny");
            case "prompt", "confirm", "review", "request" -> Optional.of("ask");
            default -> Words.nearest(word, words);
        };
    }

    /** Returns the member that has the meaning of a word of other policy languages. */
    private static Optional<Keyword> elsewhere(String member) {
        String word = member.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
        return switch (word) {
            case "argument", "parameter", "param", "pointer", "field", "key", "property" -> Optional.of(Keyword.ARG);
            case "equals", "equal", "eq", "is", "value", "constant", "exact" -> Optional.of(Keyword.CONST);
            case "oneof", "in", "values", "anyof", "isin" -> Optional.of(Keyword.ENUM);
            case "regex", "regexp", "matches", "expression" -> Optional.of(Keyword.PATTERN);
            case "startswith", "beginswith", "under", "below" -> Optional.of(Keyword.PREFIX);
            case "globs", "wildcard", "like", "paths" -> Optional.of(Keyword.GLOB);
            case "hosts", "hostname", "domain", "domains", "url" -> Optional.of(Keyword.HOST);
            case "command", "cmd", "bash", "shell" -> Optional.of(Keyword.COMMANDS);
            case "min", "gte", "ge", "atleast" -> Optional.of(Keyword.MINIMUM);
            case "max", "lte", "le", "atmost" -> Optional.of(Keyword.MAXIMUM);
            case "gt", "greaterthan", "above" -> Optional.of(Keyword.EXCLUSIVE_MINIMUM);
            case "lt", "lessthan" -> Optional.of(Keyword.EXCLUSIVE_MAXIMUM);
            case "caseinsensitive", "nocase" -> Optional.of(Keyword.IGNORE_CASE);
            case "scheme", "protocol" -> Optional.of(Keyword.SCHEMES);
            case "port" -> Optional.of(Keyword.PORTS);
            case "and", "allof", "conditions", "when", "if" -> Optional.of(Keyword.ALL);
            case "foreach", "items", "elements" -> Optional.of(Keyword.EACH);
            case "action", "decision", "effect", "then", "permission" -> Optional.of(Keyword.MODE);
            case "id", "title" -> Optional.of(Keyword.NAME);
            case "message", "description", "because", "why", "comment" -> Optional.of(Keyword.REASON);
            default ->
                Stream.of(Keyword.values())
                        .filter(each -> each.word().replace("_", "").equals(word))
                        .findFirst();
        };
    }

    /** Returns what to do instead of what the language doesn't have. */
    private static Optional<String> advice(String member) {
        return switch (member.toLowerCase(Locale.ROOT)) {
            case "not", "except", "unless", "exclude", "not_in" ->
                Optional.of("put a rule for the exception above this one");
            case "or", "any", "any_of", "anyof" -> Optional.of("write one rule for each alternative");
            case "endswith", "ends_with", "suffix" -> Optional.of("write a \"glob\" such as \"*.md\"");
            case "contains", "includes" -> Optional.of("write a \"pattern\", which is found anywhere in the text");
            default -> Optional.empty();
        };
    }
}
