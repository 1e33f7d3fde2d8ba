package dev.toolpolicy.stream.run;

import dev.toolpolicy.stream.CompletedUnit;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Puts a stream's deltas together to whole texts and calls, for each choice by itself. */
final class CompletionAggregator {
    private final StreamSettings settings;

    private final Map<Integer, ChoiceUnits> choices = new TreeMap<>();
    private final List<CompletedUnit> completed = new ArrayList<>();
    private ChoiceUnits latest;
    private List<CompletedUnit> incomplete = List.of();
    /** How many of the completed units have been told. */
    private int told;
    /** How many characters were read, of all units. */
    private long text;

    CompletionAggregator(StreamSettings settings) {
        this.settings = settings;
        latest = new ChoiceUnits(0, settings, completed);
        choices.put(0, latest);
    }

    /** Takes a chunk; what it completes waits to be {@linkplain #next told}. */
    void read(StreamChunk chunk) {
        text += chunk.content().length();
        List<ToolCallDelta> deltas = chunk.toolCalls();
        for (int i = 0; i < deltas.size(); i++) {
            text += deltas.get(i).name().length() + deltas.get(i).arguments().length();
        }
        if (text > settings.text()) {
            throw new StreamException(
                    StreamException.Kind.LIMIT, "a response may have " + settings.text() + " characters");
        }
        latest = units(chunk.choice());
        latest.read(chunk);
    }

    private ChoiceUnits units(int choice) {
        ChoiceUnits known = choices.get(choice);
        if (known != null) {
            return known;
        }
        if (!settings.has(StreamSettings.Flag.CHOICES)) {
            throw new StreamException(
                    StreamException.Kind.CHOICES,
                    "the response has choice " + choice + ", and only choice 0 is allowed");
        }
        ChoiceUnits units = new ChoiceUnits(choice, settings, completed);
        choices.put(choice, units);
        return units;
    }

    /** Returns whether a completed unit hasn't been reported yet. */
    boolean hasNext() {
        return told < completed.size();
    }

    /** Returns the next completed unit to report. */
    CompletedUnit next() {
        return completed.get(told++);
    }

    /** Returns whether calls have started in a choice. */
    boolean hasCalls(int choice) {
        return units(choice).hasCalls();
    }

    /** Returns whether a call of a choice has started and isn't complete. */
    boolean hasOpenCall(int choice) {
        return units(choice).hasOpenCall();
    }

    /** Ends the stream: open units never become complete. */
    void end(boolean dropped) {
        if (!dropped) {
            incomplete = choices.values().stream()
                    .flatMap(units -> units.open().stream())
                    .toList();
        }
    }

    List<CompletedUnit> completed() {
        return List.copyOf(completed);
    }

    int callOf(int delta) {
        return latest.callOf(delta);
    }

    List<CompletedUnit> incomplete() {
        return incomplete;
    }
}
