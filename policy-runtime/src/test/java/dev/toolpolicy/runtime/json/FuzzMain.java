package dev.toolpolicy.runtime.json;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Looks for texts that the parser reads differently when they are cut differently, or otherwise than Jackson. It
 * damages generated and found texts, again and again, and keeps those that led to something new. Run by
 * {@code gradlew fuzz -Pminutes=N}; it ends with a failure at the first text that doesn't hold, and prints it and the
 * seed.
 */
public final class FuzzMain {
    private static final int MOST_KEPT = 2_000;
    private static final int LONGEST_KEPT = 400;

    private final Random random;
    private final Documents documents;
    private final List<String> kept = new ArrayList<>();
    private final Set<String> outcomes = new HashSet<>();
    private long texts;

    private FuzzMain(long seed) {
        random = new Random(seed);
        documents = new Documents(random);
    }

    /**
     * Fuzzes.
     *
     * @param arguments the minutes, 1 if there is none; then the seed, from the clock if there is none
     */
    public static void main(String[] arguments) {
        double minutes = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 1;
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : System.nanoTime();
        FuzzMain fuzz = new FuzzMain(seed);
        System.out.println("fuzzing the argument parser for " + minutes + " minutes, seed " + seed);
        fuzz.run(Duration.ofMillis((long) (minutes * 60_000)));
        System.out.println(fuzz.texts + " texts, " + fuzz.outcomes.size() + " different outcomes, no fault");
    }

    private void run(Duration duration) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < duration.toNanos()) {
            String text = next();
            texts++;
            try {
                keep(text, Agreement.check(text, random));
            } catch (RuntimeException | Error fault) {
                throw new AssertionError("text " + texts + ": " + Words.quoted(text) + " " + text, fault);
            }
        }
    }

    private String next() {
        boolean anew = kept.isEmpty() || random.nextInt(4) == 0;
        String text = anew ? documents.document(random.nextInt(7)) : kept.get(random.nextInt(kept.size()));
        for (int damage = random.nextInt(4); damage > 0; damage--) {
            text = documents.damaged(text);
        }
        return text;
    }

    private void keep(String text, String outcome) {
        if (outcomes.add(outcome) && text.length() <= LONGEST_KEPT) {
            if (kept.size() < MOST_KEPT) {
                kept.add(text);
            } else {
                kept.set(random.nextInt(MOST_KEPT), text);
            }
        }
    }
}
