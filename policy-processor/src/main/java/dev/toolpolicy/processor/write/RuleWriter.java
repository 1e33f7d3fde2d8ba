package dev.toolpolicy.processor.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.palantir.javapoet.CodeBlock;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.processor.model.PolicyDeclaration.Key;
import dev.toolpolicy.processor.model.PolicyDeclaration.Requires;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Match;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ExactNumber;
import java.util.List;

/**
 * The writer of rules and requirements, in terms of the tool's typed arguments.
 *
 * <pre>{@code
 * RuleList.of(
 *         RuleSpec.when(PATH.prefix("src/"), Mode.ALLOW),
 *         RuleSpec.otherwise(Mode.ASK))
 * }</pre>
 */
final class RuleWriter {
    private final ArgumentTable arguments;

    RuleWriter(ArgumentTable arguments) {
        this.arguments = arguments;
    }

    CodeBlock rules(RuleList list) {
        if (list.rules().isEmpty()) {
            return CodeBlock.of("$T.empty()", RuleList.class);
        }
        CodeBlock rules = list.rules().stream().map(this::rule).collect(CodeBlock.joining(",\n"));
        return CodeBlock.of("$T.of(\n$>$>$L$<$<)", RuleList.class, rules);
    }

    private CodeBlock rule(RuleSpec rule) {
        return rule.condition()
                .map(condition -> CodeBlock.of(
                        "$T.when($L, $T.$L)", RuleSpec.class, condition(condition), Mode.class, rule.mode()))
                .orElseGet(() -> CodeBlock.of("$T.otherwise($T.$L)", RuleSpec.class, Mode.class, rule.mode()));
    }

    private CodeBlock condition(Condition condition) {
        ArgumentTable.Entry argument = arguments.entry(condition.pointer());
        String all = condition.match().orElse(Match.ANY) == Match.ALL ? ".all()" : "";
        return CodeBlock.of(
                "$L$L.$L",
                argument.name(),
                all,
                matcher(argument.kind(), condition.matchers().get(0)));
    }

    private static CodeBlock matcher(ArgumentTable.Kind kind, Matcher matcher) {
        return matcher.accept(new Matcher.Visitor<>() {
            @Override
            public CodeBlock constant(Matcher.Constant constant) {
                return CodeBlock.of("constant($L)", value(kind, constant.value(), true));
            }

            @Override
            public CodeBlock oneOf(Matcher.OneOf oneOf) {
                return CodeBlock.of(
                        "oneOf($L)",
                        oneOf.values().stream()
                                .map(value -> value(kind, value, false))
                                .collect(CodeBlock.joining(", ")));
            }

            @Override
            public CodeBlock pattern(Matcher.Pattern pattern) {
                return CodeBlock.of("pattern($L)", Literals.text(pattern.regex()));
            }

            @Override
            public CodeBlock prefix(Matcher.Prefix prefix) {
                return CodeBlock.of("prefix($L)", Literals.text(prefix.text()));
            }

            @Override
            public CodeBlock bound(Matcher.Bound bound) {
                return RuleWriter.bound(bound);
            }

            @Override
            public CodeBlock glob(Matcher.Glob glob) {
                return CodeBlock.of("glob($L)", Literals.text(glob.pattern()));
            }

            @Override
            public CodeBlock host(Matcher.Host host) {
                return CodeBlock.of("host($L)", Literals.texts(host.names()));
            }

            @Override
            public CodeBlock commands(Matcher.Commands commands) {
                return CodeBlock.of("commands($L)", Literals.texts(commands.patterns()));
            }

            @Override
            public CodeBlock inFact(Matcher.InFact inFact) {
                return CodeBlock.of("inFact($L)", Literals.text(inFact.fact().toString()));
            }
        });
    }

    private static CodeBlock value(ArgumentTable.Kind kind, JsonNode value, boolean takesLong) {
        return switch (kind) {
            case TEXT -> Literals.text(value.textValue());
            case FLAG -> CodeBlock.of("$L", value.booleanValue());
            case NUMERIC -> takesLong ? number(ExactNumber.of(value)) : Literals.decimal(ExactNumber.of(value));
            case VALUE -> Literals.json(value);
        };
    }

    private static CodeBlock bound(Matcher.Bound bound) {
        return switch (bound.kind()) {
            case MINIMUM -> CodeBlock.of("minimum($L)", number(bound.limit()));
            case MAXIMUM -> CodeBlock.of("maximum($L)", number(bound.limit()));
            case EXCLUSIVE_MINIMUM -> CodeBlock.of("exclusiveMinimum($L)", Literals.decimal(bound.limit()));
            case EXCLUSIVE_MAXIMUM -> CodeBlock.of("exclusiveMaximum($L)", Literals.decimal(bound.limit()));
        };
    }

    private static CodeBlock number(ExactNumber number) {
        boolean isInt = number.isInteger()
                && number.compareTo(ExactNumber.of(Integer.toString(Integer.MIN_VALUE))) >= 0
                && number.compareTo(ExactNumber.of(Integer.toString(Integer.MAX_VALUE))) <= 0;
        return isInt ? CodeBlock.of("$L", number) : Literals.decimal(number);
    }

    CodeBlock requirements(List<Requires> requires) {
        if (requires.isEmpty()) {
            return CodeBlock.of("$T.of()", List.class);
        }
        CodeBlock all = requires.stream().map(this::requirement).collect(CodeBlock.joining(",\n"));
        return CodeBlock.of("$T.of(\n$>$>$L$<$<)", List.class, all);
    }

    private CodeBlock requirement(Requires requires) {
        CodeBlock tools = CodeBlock.of("$T.of($L)", List.class, Literals.texts(requires.toolNames()));
        return requires.key()
                .map(key -> CodeBlock.of("$T.sameKey($L, $L)", Requirement.class, tools, key(key)))
                .orElseGet(() -> CodeBlock.of("$T.allOf($L)", Requirement.class, tools));
    }

    private CodeBlock key(Key key) {
        String own = key.own().text();
        boolean denies = key.whenMissing().orElse(true);
        if (own.equals(key.theirs().text()) && key.match() == Match.ANY && denies) {
            return CodeBlock.of("$T.at($L)", Requirement.Key.class, Literals.text(own));
        }
        return CodeBlock.of(
                "new $T($L.pointer(), $T.parse($L), $T.$L, $L)",
                Requirement.Key.class,
                arguments.entry(ArgumentPointer.parse(own)).name(),
                ArgumentPointer.class,
                Literals.text(key.theirs().text()),
                Match.class,
                key.match(),
                denies);
    }
}
