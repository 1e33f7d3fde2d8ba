package dev.toolpolicy.runtime.internal.rule;

import dev.toolpolicy.analysis.internal.automaton.match.FirstMatch;
import dev.toolpolicy.analysis.internal.automaton.match.TextAutomaton;
import dev.toolpolicy.runtime.internal.place.JudgedPath;
import dev.toolpolicy.runtime.internal.place.PathJudge;
import dev.toolpolicy.runtime.internal.place.Place;
import org.jspecify.annotations.Nullable;

/**
 * The evaluation of strings and paths, complete or while they arrive, by the rules at their place. Results go to a
 * {@link RuleProgress}. Not thread-safe.
 */
final class TextProgress {
    private final FirstRules rules;
    private final RuleProgress progress;
    private final PathJudge judge;
    private final int[] state;
    private final int[] allState;
    /** The place of the text, and what its characters go through. */
    private @Nullable Place place;

    private @Nullable FirstMatch first;
    private @Nullable TextAutomaton all;
    private final TextAutomaton.Listener failing = (index, holds, at) -> fail(index, holds);

    TextProgress(FirstRules rules, RuleProgress progress) {
        this.rules = rules;
        this.progress = progress;
        judge = new PathJudge(rules.paths());
        state = new int[rules.stateSize()];
        allState = new int[rules.allStateSize()];
    }

    /** Forgets the call. */
    void reset() {
        judge.reset();
        place = null;
        first = null;
        all = null;
    }

    PathJudge judge() {
        return judge;
    }

    private void fail(int index, boolean holds) {
        PlaceRules own = place == null ? null : rules.at(place);
        if (!holds && place != null && own != null) {
            progress.fail(place, own, index);
        }
    }

    /** Starts a string that isn't a path. */
    void start(Place at, PlaceRules own) {
        place = at;
        first = own.texts();
        all = own.allTexts();
        if (first != null) {
            first.start(state, progress.matched());
            note(at, first);
        }
        if (all != null) {
            progress.reach(at);
            all.start(allState, 0, failing);
        }
    }

    /** Takes note of what is known of the open string. */
    private void note(Place at, FirstMatch automaton) {
        progress.match(automaton.certain(state));
        if (!at.isRepeated()) {
            progress.open(at, automaton.open(state));
        }
    }

    /**
     * Reads more of the open string, up to the first character that changes what is known; rules of both kinds go on
     * together, since what each knows counts at its character. Returns the index behind that character, or the end.
     */
    int step(CharSequence text, int start, int end) {
        if (place == null) {
            return end;
        }
        int i = end;
        if (all != null) {
            i = start + Character.charCount(Character.codePointAt(text, start));
            all.step(allState, text, start, i, failing);
        }
        if (first != null) {
            i = first.step(state, text, start, i);
            note(place, first);
        }
        return i;
    }

    /** Ends the open string. */
    void end() {
        if (first != null && place != null) {
            first.end(state);
            note(place, first);
        }
        if (all != null) {
            all.end(allState, 0, failing);
        }
        place = null;
    }

    /** Evaluates a complete text. */
    private void whole(Place at, PlaceRules own, CharSequence text) {
        FirstMatch some = own.texts();
        if (some != null) {
            progress.match(some.first(text, progress.matched(), state));
        }
        TextAutomaton every = own.allTexts();
        if (every != null) {
            place = at;
            progress.reach(at);
            every.start(allState, 0, failing);
            for (int i = 0; i < text.length(); ) {
                i = every.step(allState, text, i, text.length(), failing);
            }
            every.end(allState, 0, failing);
        }
    }

    /** Evaluates a complete string, or a path without its guard. */
    void string(Place at, PlaceRules own, String text) {
        if (!at.isPath()) {
            whole(at, own, text);
        } else if (judge.resolvesLinks()) {
            progress.value(at, own, own.path(judge.judge(text)));
        } else {
            whole(at, own, judge.normalForm(text));
        }
    }

    /** Evaluates a complete path, for all rules and the guard of its place. */
    void path(Place at, CharSequence text) {
        PlaceRules own = rules.at(at);
        if (judge.resolvesLinks()) {
            JudgedPath judged = judge.judge(text.toString());
            if (own != null) {
                progress.value(at, own, own.path(judged));
            }
            guard(at, judged.isAgainst());
        } else {
            CharSequence normal = judge.normalForm(text);
            boolean against = judge.isAgainst(text);
            if (own != null) {
                whole(at, own, normal);
            }
            guard(at, against);
        }
    }

    private void guard(Place at, boolean against) {
        if (against) {
            progress.guard(at.guard());
        }
    }
}
