package dev.toolpolicy.runtime.internal.place;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.decision.RuleDecision;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The evaluation of a call's values by a list of rules. What walks the arguments tells it of each value at a place that
 * {@linkplain Place#isUsed() rules look at}, and of each path that is guarded. Not thread-safe.
 */
public interface Evaluation {

    /** Returns how paths are judged. */
    PathJudge judge();

    /**
     * Records that an object or array begins.
     *
     * @return true if {@link #container} is to be called with its whole value
     */
    boolean opened(Place place);

    /** Evaluates a whole object or array. */
    void container(Place place, JsonNode value);

    /** Begins a string that isn't a path. */
    void start(Place place);

    /**
     * Reads more of the open string, up to the first character that changes what is known.
     *
     * @return the index behind that character, or the end
     */
    int step(CharSequence text, int start, int end);

    /** Ends the open string. */
    void end(Place place);

    /** Evaluates a complete path, for the rules and the guard of its place. */
    void path(Place place, CharSequence text);

    /** Evaluates a number. */
    void number(Place place, CharSequence literal);

    /** Evaluates a boolean. */
    void bool(Place place, boolean value);

    /** Records that the value at a place has ended, or that there is none in the object around it. */
    void exhaust(Place place);

    /** Sees what follows from what became known. */
    void conclude();

    /** Returns the verdict, or null while it is open. */
    @Nullable
    RuleDecision verdict();

    /** Returns the place that the verdict waits for; empty once there is one. */
    Optional<String> waitingOn();
}
