package dev.toolpolicy.runtime.internal.rule;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.PathLanguage;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.schema.NormalPath;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A matcher compiled for paths; both sides are normal forms. */
sealed interface PathTest {

    /** Returns a matcher that fits paths. */
    static PathTest of(Matcher matcher, NormalPath.Form form) {
        if (matcher instanceof Matcher.Constant constant) {
            return AnyOf.of(List.of(constant.value()), form);
        } else if (matcher instanceof Matcher.OneOf oneOf) {
            return AnyOf.of(oneOf.values(), form);
        } else if (matcher instanceof Matcher.Prefix prefix) {
            return Below.of(form.of(prefix.text()), form);
        }
        if (matcher instanceof Matcher.Pattern pattern) {
            return new Matching(compiled(pattern));
        }
        throw new IllegalArgumentException("matcher " + matcher.keyword() + " doesn't fit a path");
    }

    /** Returns a pattern's language, which is compiled here and nowhere again. */
    static TextLanguage.Compiled compiled(Matcher.Pattern pattern) {
        return new TextLanguage.Compiled(Language.of(TextLanguage.pattern(pattern.regex()), AutomatonLimits.DEFAULT));
    }

    boolean holds(NormalPath path);

    /** Returns which normal forms, as text, it holds for. */
    TextLanguage texts();

    /** One of some paths. */
    record AnyOf(Set<NormalPath> paths, TextLanguage texts) implements PathTest {

        static AnyOf of(List<JsonNode> values, NormalPath.Form form) {
            Set<NormalPath> paths = new HashSet<>();
            Set<String> texts = new HashSet<>();
            for (JsonNode value : values) {
                NormalPath path = form.of(value.asText());
                paths.add(path);
                texts.add(path.toString());
            }
            return new AnyOf(paths, new TextLanguage.Words(texts));
        }

        @Override
        public boolean holds(NormalPath path) {
            return paths.contains(path);
        }
    }

    /** A path at or below another. */
    record Below(NormalPath ancestor, TextLanguage texts) implements PathTest {

        static Below of(NormalPath ancestor, NormalPath.Form form) {
            return new Below(
                    ancestor,
                    new TextLanguage.Compiled(PathLanguage.under(ancestor.toString(), form.hasWindowsNames())));
        }

        @Override
        public boolean holds(NormalPath path) {
            return path.isAtOrBelow(ancestor);
        }
    }

    /** A path in whose normal form a pattern is found. */
    record Matching(TextLanguage.Compiled texts) implements PathTest {
        @Override
        public boolean holds(NormalPath path) {
            return texts.language().contains(path.toString());
        }
    }
}
