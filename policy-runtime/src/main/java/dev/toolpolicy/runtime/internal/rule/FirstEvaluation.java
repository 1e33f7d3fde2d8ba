package dev.toolpolicy.runtime.internal.rule;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.decision.RuleDecision;
import dev.toolpolicy.runtime.internal.place.Evaluation;
import dev.toolpolicy.runtime.internal.place.PathJudge;
import dev.toolpolicy.runtime.internal.place.Place;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The evaluation of rules with one condition each. A place without an array above it has one value, so its rules are
 * settled when that value is complete or known to be absent. A place below an array may get more values until the
 * outermost array closes. {@link RuleProgress} keeps what is known.
 */
final class FirstEvaluation implements Evaluation {
    private final FirstRules rules;
    private final RuleProgress progress;
    private final TextProgress strings;

    FirstEvaluation(FirstRules rules) {
        this.rules = rules;
        progress = new RuleProgress(rules);
        strings = new TextProgress(rules, progress);
    }

    @Override
    public PathJudge judge() {
        return strings.judge();
    }

    @Override
    public boolean opened(Place place) {
        PlaceRules own = rules.at(place);
        if (own == null) {
            return false;
        }
        progress.reach(place);
        progress.fail(place, own, own.opening());
        if (!place.isRepeated()) {
            progress.open(place, own.opening().first());
        }
        return own.takesContainers();
    }

    @Override
    public void container(Place place, JsonNode value) {
        PlaceRules own = rules.at(place);
        if (own != null) {
            progress.value(place, own, own.container(value, strings.judge()));
        }
    }

    @Override
    public void start(Place place) {
        PlaceRules own = rules.at(place);
        if (own != null) {
            strings.start(place, own);
        }
    }

    @Override
    public int step(CharSequence text, int start, int end) {
        return strings.step(text, start, end);
    }

    @Override
    public void end(Place place) {
        strings.end();
    }

    @Override
    public void path(Place place, CharSequence text) {
        strings.path(place, text);
    }

    @Override
    public void number(Place place, CharSequence literal) {
        PlaceRules own = rules.at(place);
        if (own != null) {
            progress.value(place, own, own.numbers().of(literal));
        }
    }

    @Override
    public void bool(Place place, boolean value) {
        PlaceRules own = rules.at(place);
        if (own != null) {
            progress.value(place, own, own.bool(value));
        }
    }

    @Override
    public void exhaust(Place place) {
        if (!place.isRepeated()) {
            progress.exhaust(place);
        }
    }

    @Override
    public void conclude() {
        progress.conclude();
    }

    @Override
    public @Nullable RuleDecision verdict() {
        return progress.verdict();
    }

    @Override
    public Optional<String> waitingOn() {
        return progress.waitingOn();
    }
}
