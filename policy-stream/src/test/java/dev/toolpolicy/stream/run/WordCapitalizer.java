package dev.toolpolicy.stream.run;

import dev.toolpolicy.stream.CompletedUnit;
import dev.toolpolicy.stream.EventDrivenPolicy;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamContext;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Writes every n-th word of a model's text in capitals; all else passes as it is. A word that is to be changed is held
 * back until its end has come, so the text that goes out doesn't depend on how it was cut. An example of a policy that
 * rewrites.
 */
public final class WordCapitalizer implements EventDrivenPolicy<WordCapitalizer.Texts> {
    private final int every;

    /**
     * Creates a policy.
     *
     * @param interval selects words: 1 for each, 2 for the second, the fourth and so on
     * @throws IllegalArgumentException if it is less than one
     */
    public WordCapitalizer(int interval) {
        if (interval < 1) {
            throw new IllegalArgumentException("interval must be positive, was " + interval);
        }
        this.every = interval;
    }

    /** The texts of one stream, one for each choice. */
    public static final class Texts {
        private final Map<Integer, Words> choices = new HashMap<>();

        private Texts() {}

        private Words of(StreamChunk chunk) {
            return choices.computeIfAbsent(chunk.choice(), unseen -> new Words());
        }
    }

    /** The state of a text. */
    private static final class Words {
        private final StringBuilder held = new StringBuilder();
        private final StringBuilder out = new StringBuilder();
        private boolean inWord;
        private int count;

        void read(String text, int every) {
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (Character.isWhitespace(c)) {
                    endWord();
                    out.append(c);
                } else {
                    if (!inWord) {
                        inWord = true;
                        count++;
                    }
                    (count % every == 0 ? held : out).append(c);
                }
            }
        }

        void endWord() {
            inWord = false;
            out.append(held.toString().toUpperCase(Locale.ROOT));
            held.setLength(0);
        }

        String take() {
            String text = out.toString();
            out.setLength(0);
            return text;
        }
    }

    @Override
    public Texts createState() {
        return new Texts();
    }

    @Override
    public void onContent(String content, StreamChunk chunk, Texts state, StreamContext context) {
        state.of(chunk).read(content, every);
    }

    @Override
    public void onMessageCompleted(CompletedUnit message, StreamChunk chunk, Texts state, StreamContext context) {
        state.of(chunk).endWord();
    }

    @Override
    public void onChunkComplete(StreamChunk chunk, Texts state, StreamContext context) {
        String text = state.of(chunk).take();
        StreamChunk changed = text.equals(chunk.content()) ? chunk : chunk.withContent(text);
        if (chunk.isEmpty() || !changed.isEmpty()) {
            context.send(changed);
        }
    }

    /** Sends the half word that a truncated response may have left. */
    @Override
    public void onStreamCompleting(Texts state, StreamContext context) {
        state.choices.forEach((choice, words) -> {
            words.endWord();
            String text = words.take();
            if (!text.isEmpty()) {
                context.send(StreamChunk.text(text).withChoice(choice));
            }
        });
    }
}
