package dev.toolpolicy.processor.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.palantir.javapoet.CodeBlock;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.processor.model.PolicyDeclaration.Key;
import dev.toolpolicy.processor.model.PolicyDeclaration.Requires;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ExactNumber;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The writer of rules and requirements, in terms of the tool's typed arguments.
 *
 * <pre>{@code
 * RuleList.of(
 *         RuleSpec.when(PATH.prefix("src/"), Mode.ALLOW),
 *         RuleSpec.whenAll(List.of(AMOUNT.maximum(100), Argument.Text.fact("/role").constant("clerk")), Mode.ALLOW)
 *                 .named("small-payments"),
 *         RuleSpec.otherwise(Mode.ASK))
 * }</pre>
 */
record RuleWriter(ArgumentTable arguments, RuleScope scope) {
    CodeBlock rules(RuleList list) {
        if (list.rules().isEmpty()) {
            return CodeBlock.of("$T.empty()", RuleList.class);
        }
        return list(RuleList.class, list.rules().stream().map(this::rule));
    }

    private CodeBlock rule(RuleSpec rule) {
        CodeBlock name = rule.name()
                .map(text -> CodeBlock.of("\n.named($L)", Literals.text(text)))
                .orElse(CodeBlock.of(""));
        CodeBlock reason = rule.reason()
                .map(text -> CodeBlock.of("\n.because($L)", Literals.text(text)))
                .orElse(CodeBlock.of(""));
        return CodeBlock.of("$L$>$>$L$L$<$<", plain(rule), name, reason);
    }

    private CodeBlock plain(RuleSpec rule) {
        CodeBlock mode = CodeBlock.of("$T.$L", Mode.class, rule.mode());
        if (rule.each().isPresent()) {
            return CodeBlock.of(
                    "$T.whenEach($L, $L, $L)", RuleSpec.class, each(rule.each().get()), conditions(rule), mode);
        } else if (rule.isCatchAll()) {
            return CodeBlock.of("$T.otherwise($L)", RuleSpec.class, mode);
        }
        return rule.conditions().size() == 1
                ? CodeBlock.of(
                        "$T.when($L, $L)",
                        RuleSpec.class,
                        condition(rule, rule.conditions().get(0)),
                        mode)
                : CodeBlock.of("$T.whenAll($L, $L)", RuleSpec.class, conditions(rule), mode);
    }

    private static CodeBlock each(RuleSpec.Each each) {
        Match match = each.match();
        CodeBlock elements = CodeBlock.of(
                "$T.of($L)", RuleSpec.Each.class, Literals.text(each.array().toString()));
        return match == null ? elements : CodeBlock.of("$L.match($T.$L)", elements, Match.class, match);
    }

    private CodeBlock conditions(RuleSpec rule) {
        return list(List.class, rule.conditions().stream().map(condition -> condition(rule, condition)));
    }

    private CodeBlock condition(RuleSpec rule, Condition condition) {
        if (condition.label().isPresent()) {
            return CodeBlock.of(
                    "$T.onLabel($L)",
                    Condition.class,
                    Literals.text(condition.label().get()));
        }
        CodeBlock tests = tests(rule, condition);
        return condition.matchesAbsent() ? CodeBlock.of("$L.orAbsent()", tests) : tests;
    }

    private CodeBlock tests(RuleSpec rule, Condition condition) {
        Match match = condition.match().orElse(Match.ANY);
        List<CodeBlock> parts = new ArrayList<>();
        for (Matcher matcher : condition.matchers()) {
            ArgumentTable.Kind kind = kind(rule, condition, matcher);
            String all = match == Match.ALL ? ".all()" : "";
            CodeBlock part = CodeBlock.of("$L$L.$L", argument(rule, condition, kind), all, call(kind, matcher));
            parts.add(condition.ignoresCase() ? CodeBlock.of("$L.ignoringCase()", part) : part);
        }
        CodeBlock joined = parts.get(0);
        for (CodeBlock part : parts.subList(1, parts.size())) {
            joined = CodeBlock.of("$L.and($L)", joined, part);
        }
        return joined;
    }

    /** Returns the constant of an argument, or the expression for a fact or for a place in an element. */
    private CodeBlock argument(RuleSpec rule, Condition condition, ArgumentTable.Kind kind) {
        if (!condition.isOnFact()
                && rule.each().isEmpty()
                && kind == arguments.entry(condition.pointer()).kind()) {
            return CodeBlock.of("$L", arguments.entry(condition.pointer()).name());
        }
        String factory = condition.isOnFact() ? "fact" : "at";
        return CodeBlock.of(
                "$T.$L($L)",
                kind.type(),
                factory,
                Literals.text(condition.pointer().toString()));
    }

    /** Returns the kind of an argument that has a matcher. That of text has those that other types have, too. */
    private ArgumentTable.Kind kind(RuleSpec rule, Condition condition, Matcher matcher) {
        return matcher.kind() == Matcher.Kind.COMMANDS || matcher.kind() == Matcher.Kind.IN_FACT
                ? ArgumentTable.Kind.TEXT
                : ArgumentTable.Kind.of(scope.place(rule, condition).type());
    }

    /** Returns the call that makes a condition of a typed argument. */
    private static CodeBlock call(ArgumentTable.Kind kind, Matcher matcher) {
        return switch (matcher.kind()) {
            case CONST ->
                CodeBlock.of("constant($L)", value(kind, matcher.values().get(0), true));
            case ENUM -> CodeBlock.of("oneOf($L)", values(kind, matcher.values()));
            case PATTERN, PREFIX, GLOB -> CodeBlock.of("$L($L)", matcher.keyword(), Literals.text(matcher.text()));
            case BOUND -> bound(matcher.bound().orElseThrow(), matcher.limit().orElseThrow());
            case HOST -> host(matcher);
            case COMMANDS ->
                CodeBlock.of("$L($L)", matcher.lines() ? "commandLines" : "commands", Literals.texts(matcher.texts()));
            case IN_FACT ->
                CodeBlock.of(
                        "inFact($L)", Literals.text(matcher.fact().orElseThrow().toString()));
            case FROM -> CodeBlock.of("from($L)", Literals.texts(matcher.texts()));
        };
    }

    private static CodeBlock host(Matcher host) {
        CodeBlock names = Literals.texts(host.texts());
        if (host.schemes().isEmpty() && host.ports().isEmpty()) {
            return CodeBlock.of("host($L)", names);
        }
        String ports = host.ports().stream().map(String::valueOf).collect(Collectors.joining(", "));
        return CodeBlock.of(
                "host($1T.of($2L), $1T.of($3L), $1T.of($4L))",
                List.class,
                names,
                Literals.texts(host.schemes()),
                ports);
    }

    private static CodeBlock values(ArgumentTable.Kind kind, List<JsonNode> values) {
        if (kind == ArgumentTable.Kind.TEXT) {
            return Literals.texts(values.stream().map(JsonNode::textValue).toList());
        } else if (kind == ArgumentTable.Kind.NUMERIC && values.size() > Literals.MANY) {
            CodeBlock texts = Literals.texts(
                    values.stream().map(each -> ExactNumber.of(each).toString()).toList());
            return CodeBlock.of("$1T.of($2L).map($3T::new).toArray($3T[]::new)", Stream.class, texts, BigDecimal.class);
        }
        return values.stream().map(value -> value(kind, value, false)).collect(CodeBlock.joining(", "));
    }

    private static CodeBlock value(ArgumentTable.Kind kind, JsonNode value, boolean takesLong) {
        return switch (kind) {
            case TEXT -> Literals.text(value.textValue());
            case FLAG -> CodeBlock.of("$L", value.booleanValue());
            case NUMERIC -> takesLong ? number(ExactNumber.of(value)) : Literals.decimal(ExactNumber.of(value));
            case VALUE -> Literals.json(value);
        };
    }

    private static CodeBlock bound(Matcher.Bound bound, ExactNumber limit) {
        return switch (bound) {
            case MINIMUM -> CodeBlock.of("minimum($L)", number(limit));
            case MAXIMUM -> CodeBlock.of("maximum($L)", number(limit));
            case EXCLUSIVE_MINIMUM -> CodeBlock.of("exclusiveMinimum($L)", Literals.decimal(limit));
            case EXCLUSIVE_MAXIMUM -> CodeBlock.of("exclusiveMaximum($L)", Literals.decimal(limit));
        };
    }

    private static CodeBlock number(ExactNumber number) {
        boolean isInt = number.isInteger()
                && number.compareTo(ExactNumber.of(Integer.toString(Integer.MIN_VALUE))) >= 0
                && number.compareTo(ExactNumber.of(Integer.toString(Integer.MAX_VALUE))) <= 0;
        return isInt ? CodeBlock.of("$L", number) : Literals.decimal(number);
    }

    static CodeBlock results(List<ResultSpec> results) {
        return list(List.class, results.stream().map(RuleWriter::result));
    }

    private static CodeBlock result(ResultSpec result) {
        CodeBlock.Builder code = CodeBlock.builder();
        code.add("$T.labelled($L)", ResultSpec.class, Literals.texts(List.copyOf(result.labels())));
        result.values().forEach((set, source) -> {
            List<String> places =
                    source.at().stream().map(ArgumentPointer::toString).toList();
            CodeBlock at = source.isTrusted()
                    ? CodeBlock.of("$T.at($L).trusted()", ResultSpec.Source.class, Literals.texts(places))
                    : Literals.texts(places);
            code.add("\n$>$>.filling($L, $L)$<$<", Literals.text(set), at);
        });
        return code.build();
    }

    CodeBlock requirements(List<Requires> requires) {
        return list(List.class, requires.stream().map(this::requirement));
    }

    private CodeBlock requirement(Requires requires) {
        CodeBlock tools = CodeBlock.of("$T.of($L)", List.class, Literals.texts(requires.toolNames()));
        CodeBlock all = requires.key()
                .map(key -> CodeBlock.of("$T.sameKey($L, $L)", Requirement.class, tools, key(key)))
                .orElseGet(() -> CodeBlock.of("$T.allOf($L)", Requirement.class, tools));
        CodeBlock external = requires.external() ? CodeBlock.of("$L.asExternal()", all) : all;
        return because(external, requires.reason());
    }

    private CodeBlock key(Key key) {
        return CodeBlock.of(
                "$L$L$L",
                bareKey(key),
                key.unlessNew() ? ".allowingNewFiles()" : "",
                key.fresh() ? ".requiringFresh()" : "");
    }

    private CodeBlock bareKey(Key key) {
        String own = key.own().text();
        boolean denies = !key.allowWhenMissing();
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

    static CodeBlock limits(List<CallLimit> limits) {
        return list(List.class, limits.stream().map(RuleWriter::limit));
    }

    private static CodeBlock limit(CallLimit limit) {
        CodeBlock time = limit.per().map(RuleWriter::time).orElse(CodeBlock.of(""));
        CodeBlock plain = switch (limit.kind()) {
            case CALLS -> timed(CodeBlock.of("$T.calls($L)", CallLimit.class, limit.most()), time);
            case TOTAL ->
                timed(
                        CodeBlock.of(
                                "$T.total($L, $L)",
                                CallLimit.class,
                                Literals.text(limit.most().toString()),
                                Literals.text(limit.amount().orElseThrow().toString())),
                        time);
            case FAILURES -> CodeBlock.of("$T.failures($L, $L)", CallLimit.class, limit.most(), time);
        };
        CodeBlock ruled = limit.rule()
                .map(name -> CodeBlock.of("$L.rule($L)", plain, Literals.text(name)))
                .orElse(plain);
        CodeBlock counted = limit.by()
                .map(fact -> CodeBlock.of("$L.by($L)", ruled, Literals.text(fact.toString())))
                .orElse(ruled);
        return because(counted, limit.reason());
    }

    private static CodeBlock because(CodeBlock plain, Optional<String> reason) {
        return reason.map(text -> CodeBlock.of("$L.because($L)", plain, Literals.text(text)))
                .orElse(plain);
    }

    private static CodeBlock timed(CodeBlock limit, CodeBlock time) {
        return time.isEmpty() ? limit : CodeBlock.of("$L.per($L)", limit, time);
    }

    private static CodeBlock time(Duration time) {
        long seconds = time.toSeconds();
        String literal = seconds > Integer.MAX_VALUE ? seconds + "L" : String.valueOf(seconds);
        return time.toMillis() % 1_000 == 0
                ? CodeBlock.of("$T.ofSeconds($L)", Duration.class, literal)
                : CodeBlock.of("$T.ofMillis($L)", Duration.class, time.toMillis());
    }

    /** Returns the call of a factory named {@code of}, with each value on a line. */
    private static CodeBlock list(Class<?> type, Stream<CodeBlock> values) {
        return CodeBlock.of("$T.of(\n$>$>$L$<$<)", type, values.collect(CodeBlock.joining(",\n")));
    }
}
