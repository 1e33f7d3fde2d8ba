package dev.toolpolicy.springboot;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts of what would have become of calls that ran in shadow mode. Thread-safe. */
final class ShadowCalls {
    private final Map<String, Map<String, LongAdder>> counts = new ConcurrentHashMap<>();

    void add(String tool, String answer) {
        counts.computeIfAbsent(tool, name -> new ConcurrentHashMap<>())
                .computeIfAbsent(answer, name -> new LongAdder())
                .increment();
    }

    /**
     * Returns the counts since the start.
     *
     * @return by tool and answer ({@code will_run}, {@code will_ask}, {@code denied}, {@code invalid}, {@code
     *     no_session}, {@code failed}), a number each; {@code _other} stands for all tools that the engine doesn't know
     */
    Map<String, Map<String, Long>> counts() {
        Map<String, Map<String, Long>> now = new TreeMap<>();
        counts.forEach((tool, answers) -> {
            Map<String, Long> numbers = new TreeMap<>();
            answers.forEach((answer, count) -> numbers.put(answer, count.sum()));
            now.put(tool, numbers);
        });
        return now;
    }
}
