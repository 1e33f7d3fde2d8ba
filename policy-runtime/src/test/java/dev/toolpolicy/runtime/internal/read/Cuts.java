package dev.toolpolicy.runtime.internal.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** The ways to cut a text that tests try. */
final class Cuts {
    private static final int RANDOM_CUTS = 20;
    private static final int MOST_SINGLE_CUTS = 400;

    private Cuts() {}

    /** One unit at a time, every single cut (of a long text a sample), and random cuts with empty chunks. */
    static void forEach(String text, Random random, Consumer<List<String>> check) {
        check.accept(Texts.chunks(text, 1));
        int step = Math.max(1, text.length() / MOST_SINGLE_CUTS);
        for (int at = step == 1 ? 0 : random.nextInt(step); at <= text.length(); at += step) {
            check.accept(List.of(text.substring(0, at), text.substring(at)));
        }
        for (int i = 0; i < RANDOM_CUTS; i++) {
            check.accept(random(text, random));
        }
    }

    static List<String> random(String text, Random random) {
        int longest = 1 + random.nextInt(12);
        List<String> chunks = new ArrayList<>();
        for (int from = 0; from < text.length(); ) {
            int to = Math.min(text.length(), from + random.nextInt(longest + 1));
            chunks.add(text.substring(from, to));
            from = to;
        }
        return chunks;
    }
}
