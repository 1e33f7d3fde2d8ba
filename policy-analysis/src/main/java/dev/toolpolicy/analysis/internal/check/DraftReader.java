package dev.toolpolicy.analysis.internal.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A reader of one rule as it was written. If a rule has several errors, it reports the first in the documented order:
 * those of the rule itself, then those of its conditions in order.
 */
record DraftReader(RuleCheck check, ObjectNode members) {
    /** The word of a floor's rules that end the floor without an answer. They are read as rules that allow. */
    private static final String PASS = "pass";

    RuleSpec read() throws ProblemException {
        for (String member : ConditionReader.names(members)) {
            if (Keyword.of(member).isEmpty()) {
                throw new ProblemException(MemberWords.unknown(check.rule(), member, !has(Keyword.MODE), check.syntax())
                        .at(check.rule(), member));
            }
        }
        Mode mode = mode(members.get(Keyword.MODE.word()));
        RuleSpec spec = has(Keyword.ALL) || has(Keyword.EACH) ? ofSeveral(mode) : ofOwn(mode);
        return check.words(ofFloor(described(spec)));
    }

    private boolean has(Keyword keyword) {
        return members.has(keyword.word());
    }

    /** Returns a rule with what only rules of floors have. */
    private RuleSpec ofFloor(RuleSpec spec) throws ProblemException {
        JsonNode present = members.get(Keyword.WHERE_PRESENT.word());
        if (present != null && !present.isBoolean()) {
            throw check.at(
                    Keyword.WHERE_PRESENT,
                    ConditionWords.noFlag(check.syntax().nameOf(Keyword.WHERE_PRESENT.word()), present));
        }
        RuleSpec passing = passes(members.get(Keyword.MODE.word())) ? spec.passing() : spec;
        return present != null && present.booleanValue() ? passing.wherePresent() : passing;
    }

    private static boolean passes(@Nullable JsonNode mode) {
        return mode != null && mode.asText().equals(PASS);
    }

    private Mode mode(@Nullable JsonNode written) throws ProblemException {
        if (written == null) {
            throw new ProblemException(RuleWords.noMode(check.rule()).at(check.rule()));
        }
        Optional<Mode> mode =
                passes(written) ? Optional.of(Mode.ALLOW) : Mode.of(written.isTextual() ? written.textValue() : "");
        if (mode.isEmpty()) {
            throw check.at(Keyword.MODE, RuleWords.unknownMode(check.rule(), written));
        }
        return mode.get();
    }

    /** Reads a rule without {@code all}: its one condition stands in it, or it is a catch-all. */
    private RuleSpec ofOwn(Mode mode) throws ProblemException {
        if (ConditionReader.keywords(members).anyMatch(Keyword::isConditional)) {
            return RuleSpec.when(new ConditionReader(check.context(-1, mode, Optional.empty()), members).read(), mode);
        } else if (has(Keyword.MATCH)) {
            throw check.at(Keyword.MATCH, RuleWords.quantifierWithoutPointer(check.rule()));
        }
        return RuleSpec.otherwise(mode);
    }

    /** Reads a rule whose conditions stand in {@code all}, perhaps about the elements of an array. */
    private RuleSpec ofSeveral(Mode mode) throws ProblemException {
        for (String member : ConditionReader.names(members)) {
            if (Keyword.of(member).filter(Keyword::isConditional).isPresent()) {
                throw new ProblemException(
                        ConditionWords.conditionTwice(check.rule(), member, has(Keyword.ALL), check.syntax())
                                .at(check.rule(), member));
            }
        }
        JsonNode written = written();
        Optional<RuleSpec.Each> each = Optional.empty();
        Optional<PointerReader.Place> elements = Optional.empty();
        if (has(Keyword.EACH)) {
            elements = Optional.of(check.elements(Objects.requireNonNull(members.get(Keyword.EACH.word()), "each")));
            each = Optional.of(new RuleSpec.Each(elements.get().pointer(), match().orElse(null)));
        } else if (has(Keyword.MATCH)) {
            throw check.at(Keyword.MATCH, ConditionWords.quantifierBesideAll());
        }
        List<Condition> conditions = new ArrayList<>();
        for (JsonNode condition : written) {
            ConditionContext context = check.context(conditions.size(), mode, elements);
            requireMembers(context, condition);
            conditions.add(new ConditionReader(context, condition).read());
        }
        return each.map(of -> RuleSpec.whenEach(of, conditions, mode))
                .orElseGet(() -> RuleSpec.whenAll(conditions, mode));
    }

    private JsonNode written() throws ProblemException {
        JsonNode all = members.get(Keyword.ALL.word());
        if (all == null) {
            throw check.at(Keyword.EACH, ConditionWords.noConditions(check.rule(), Keyword.EACH));
        } else if (!all.isArray()) {
            throw check.at(Keyword.ALL, ConditionWords.allIsNoList(all));
        } else if (all.isEmpty()) {
            throw check.at(Keyword.ALL, ConditionWords.noConditions(check.rule(), Keyword.ALL));
        }
        return all;
    }

    private Optional<Match> match() throws ProblemException {
        JsonNode written = members.get(Keyword.MATCH.word());
        Optional<Match> match = Match.of(written == null || !written.isTextual() ? "" : written.textValue());
        if (written != null && match.isEmpty()) {
            throw check.at(Keyword.MATCH, RuleWords.unknownQuantifier(written));
        }
        return match;
    }

    /** Checks that what stands in {@code all} is a condition, with members that it may have. */
    private void requireMembers(ConditionContext context, JsonNode condition) throws ProblemException {
        if (!condition.isObject()) {
            throw context.here(ConditionWords.noCondition(condition));
        }
        for (String member : ConditionReader.names(condition)) {
            Optional<Keyword> known = Keyword.of(member);
            if (known.isEmpty()) {
                throw new ProblemException(MemberWords.unknownInCondition(context, member)
                        .at(check.rule(), member)
                        .inCondition(context.condition()));
            } else if (known.get() == Keyword.ALL || known.get() == Keyword.EACH) {
                throw context.at(known.get(), ConditionWords.nested(known.get()));
            } else if (!Keyword.OF_CONDITIONS.contains(known.get())) {
                throw context.at(known.get(), MemberWords.ofTheRule(known.get()));
            }
        }
    }

    /** Returns a rule with its name, reason and examples. */
    private RuleSpec described(RuleSpec spec) throws ProblemException {
        RuleSpec described = spec;
        JsonNode name = members.get(Keyword.NAME.word());
        if (name != null) {
            if (!name.isTextual()) {
                throw check.at(Keyword.NAME, ConditionWords.nameIsNoText(name));
            }
            described = described.named(name.textValue());
        }
        JsonNode reason = members.get(Keyword.REASON.word());
        if (reason != null) {
            if (!reason.isTextual()) {
                throw check.at(Keyword.REASON, ConditionWords.noText(Keyword.REASON.word(), reason));
            }
            described = described.because(reason.textValue());
        }
        return described
                .withExamples(examples(Keyword.EXAMPLES))
                .withCounterexamples(examples(Keyword.COUNTEREXAMPLES));
    }

    private List<RuleSpec.Example> examples(Keyword keyword) throws ProblemException {
        JsonNode written = members.get(keyword.word());
        List<RuleSpec.Example> examples = new ArrayList<>();
        if (written != null && !written.isArray()) {
            throw check.at(keyword, ConditionWords.noList(keyword.word(), written));
        }
        for (int i = 0; written != null && i < written.size(); i++) {
            try {
                examples.add(new RuleSpec.Example(example(written.get(i))));
            } catch (ProblemException wrong) {
                throw new ProblemException(wrong.problem().at(check.rule(), keyword.word(), i));
            }
        }
        return examples;
    }

    private JsonNode example(JsonNode written) throws ProblemException {
        if (check.syntax() == ValueSyntax.TYPED) {
            if (!written.isTextual() && !written.isObject()) {
                throw new ProblemException(ConditionWords.noExample(written));
            }
            return written;
        } else if (written.size() != 1) {
            throw new ProblemException(ConditionWords.noExample());
        } else if (written.has("value")) {
            return written.get("value");
        }
        String json = written.path("json").asText();
        try {
            JsonNode read = StrictJson.standard().read(json);
            if (read.isObject()) {
                return read;
            }
        } catch (MalformedJsonException e) {
            throw new ProblemException(ConditionWords.exampleIsNoJson(json, String.valueOf(e.getMessage())));
        }
        throw new ProblemException(ConditionWords.exampleIsNoJson(json, "it is not an object"));
    }
}
