package dev.toolpolicy.agents.importing.internal.arrange;

import dev.toolpolicy.agents.importing.internal.rule.Alternative;
import dev.toolpolicy.agents.importing.internal.rule.CommandStart;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The order of steps of which the first decides, with those of one mode together. Two of them change places only if no
 * command can match both. A list that often changes its mode becomes a few groups. Only exceptions from a denial stay
 * before it. Not thread-safe.
 */
final class StepOrder {
    /** The modes from the end of the list. */
    private static final List<Mode> FROM_END = List.of(Mode.ALLOW, Mode.ASK, Mode.DENY);

    /** Starts of commands by their words, with the last turns in which steps are that may match such commands. */
    private static final class Start {
        private final Map<String, Start> longer = new HashMap<>();
        private final int[] here = {-1, -1, -1};
        private final int[] within = {-1, -1, -1};
    }

    private final Start root = new Start();

    private StepOrder() {}

    /** Returns the steps in their new order. */
    static List<Step> of(List<Step> steps) {
        StepOrder order = new StepOrder();
        Map<Step, Integer> turns = new IdentityHashMap<>();
        List<Step> reversed = new ArrayList<>(steps);
        Collections.reverse(reversed);
        reversed.forEach(step -> turns.put(step, order.turn(step)));
        List<Step> ordered = new ArrayList<>(steps);
        ordered.sort(Comparator.comparing((Step step) -> -turns.getOrDefault(step, 0)));
        return ordered;
    }

    /** Returns the turn from the end in which a step can be: one of its mode, behind those that must follow it. */
    private int turn(Step step) {
        int mode = FROM_END.indexOf(step.entry().mode());
        List<List<String>> starts = starts(step);
        int turn = mode;
        for (List<String> start : starts) {
            int last = last(start, mode);
            while (turn <= last) {
                turn += FROM_END.size();
            }
        }
        for (List<String> start : starts) {
            add(start, mode, turn);
        }
        return turn;
    }

    private static List<List<String>> starts(Step step) {
        List<List<String>> starts = new ArrayList<>();
        for (Alternative alternative : step.alternatives()) {
            alternative.patterns().forEach(pattern -> starts.add(CommandStart.words(pattern)));
            if (alternative.patterns().isEmpty()) {
                starts.add(List.of());
            }
        }
        return starts;
    }

    /** Returns the last turn of another mode with commands that have a start. */
    private int last(List<String> words, int mode) {
        Start start = root;
        int last = most(start.here, mode);
        for (String word : words) {
            start = start.longer.get(word);
            if (start == null) {
                return last;
            }
            last = Math.max(last, most(start.here, mode));
        }
        return Math.max(last, most(start.within, mode));
    }

    private static int most(int[] turns, int mode) {
        int most = -1;
        for (int i = 0; i < turns.length; i++) {
            most = i == mode ? most : Math.max(most, turns[i]);
        }
        return most;
    }

    private void add(List<String> words, int mode, int turn) {
        Start start = root;
        start.within[mode] = Math.max(start.within[mode], turn);
        for (String word : words) {
            start = start.longer.computeIfAbsent(word, key -> new Start());
            start.within[mode] = Math.max(start.within[mode], turn);
        }
        start.here[mode] = Math.max(start.here[mode], turn);
    }
}
