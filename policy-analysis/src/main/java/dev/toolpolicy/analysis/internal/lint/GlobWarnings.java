package dev.toolpolicy.analysis.internal.lint;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;

/** The warning about a prefix that is written as a glob, whose {@code *} is a plain character. Stateless. */
final class GlobWarnings {
    private GlobWarnings() {}

    static List<Diagnostic> find(int index, Matcher matcher, ParameterType type, ValueSyntax syntax) {
        boolean isPath = type.kind() == ParameterType.Kind.PATH;
        return isPath && matcher.kind() == Matcher.Kind.PREFIX && matcher.text().indexOf('*') >= 0
                ? List.of(
                        WarningWords.globInPrefix(index, matcher.text(), syntax).at(index, Keyword.PREFIX.word()))
                : List.of();
    }
}
