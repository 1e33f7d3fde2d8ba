package dev.toolpolicy.runtime.rule;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.runtime.automaton.AutomatonLimits;
import dev.toolpolicy.runtime.automaton.Language;
import dev.toolpolicy.runtime.automaton.TextLanguage;
import dev.toolpolicy.schema.NormalPath;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A matcher made ready for paths: both sides are normal forms. */
sealed interface PathTest {

    /** A matcher that fits paths. */
    static PathTest of(Matcher matcher, NormalPath.Form form) {
        if (matcher instanceof Matcher.Constant constant) {
            return AnyOf.of(List.of(constant.value()), form);
        } else if (matcher instanceof Matcher.OneOf oneOf) {
            return AnyOf.of(oneOf.values(), form);
        } else if (matcher instanceof Matcher.Prefix prefix) {
            return new Below(form.of(prefix.text()));
        }
        if (matcher instanceof Matcher.Pattern pattern) {
            return new Matching(Language.of(TextLanguage.pattern(pattern.regex()), AutomatonLimits.DEFAULT));
        }
        throw new IllegalArgumentException("matcher " + matcher.keyword() + " doesn't fit a path");
    }

    boolean holds(NormalPath path);

    /** One of some paths. */
    record AnyOf(Set<NormalPath> paths) implements PathTest {

        static AnyOf of(List<JsonNode> values, NormalPath.Form form) {
            Set<NormalPath> paths = new HashSet<>();
            values.forEach(value -> paths.add(form.of(value.asText())));
            return new AnyOf(paths);
        }

        @Override
        public boolean holds(NormalPath path) {
            return paths.contains(path);
        }
    }

    /** A path at or below another. */
    record Below(NormalPath ancestor) implements PathTest {
        @Override
        public boolean holds(NormalPath path) {
            return path.isAtOrBelow(ancestor);
        }
    }

    /** A path in whose normal form a pattern is found. */
    record Matching(Language language) implements PathTest {
        @Override
        public boolean holds(NormalPath path) {
            return language.contains(path.toString());
        }
    }
}
