package dev.toolpolicy.runtime.internal.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.runtime.internal.adapter.ChatCompletionsCalls.Piece;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The assignment of pieces of chat completions to calls. */
class ChatCompletionsCallsTest {
    private final Written written = new Written();
    private final ChatCompletionsCalls calls = new ChatCompletionsCalls(written);

    /** The calls as text: each with its id, its name and its arguments. */
    private static final class Written implements CallSink {
        private final StringBuilder[] calls = new StringBuilder[10];

        private StringBuilder at(int position) {
            if (calls[position] == null) {
                calls[position] = new StringBuilder();
            }
            return calls[position];
        }

        @Override
        public void start(int position, String id, String name) {
            at(position).append(id).append(':').append(name).append(' ');
        }

        @Override
        public void startFreeText(int position, String id, String name) {
            start(position, id, name + "!");
        }

        @Override
        public void startProvided(int position, String id, String name) {
            throw new AssertionError("chat completions have no such calls");
        }

        @Override
        public void text(int position, String text) {
            at(position).append(text);
        }

        @Override
        public void end(int position) {
            at(position).append('.');
        }

        @Override
        public String toString() {
            StringBuilder all = new StringBuilder();
            for (StringBuilder call : calls) {
                all.append(call == null ? "" : all.isEmpty() ? call : " / " + call);
            }
            return all.toString();
        }
    }

    /** A piece is its index, id, name and text; a dash is what it lacks. A bar parts chunks. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "one call                        # 0 a x {       | 0 - - }                    # a:x {}",
                "id and name in every piece      # 0 a x {       | 0 a x }                    # a:x {a:x }",
                "two calls one after the other   # 0 a x {}      | 1 b y {}                   # a:x {} / b:y {}",
                "two calls interleaved           # 0 a x {  1 b y [ | 1 - - ]  0 - - }        # a:x {} / b:y []",
                "an index without an id          # 0 - x {       | 0 - - }                    # :x {}",
                "an id that comes late           # 0 - x {       | 0 a - }                    # :x {a: }",
                "an index with another id        # 0 a x {}      | 0 b y []                   # a:x {}. / b:y []",
                "the first id at that index again # 0 a x {}     | 0 b y []   | 0 a - 1       # a:x {}. / b:y []. / a:"
                        + " 1",
                "one id at two indexes           # 0 a x {}      | 1 a x {}                   # a:x {} / a:x {}",
                "gaps between indexes            # 7 a x {       | 2 b y [    | 7 - - } 2 - - ] # a:x {} / b:y []",
                "no index, another id            # - a x {}      | - b y {}                   # a:x {} / b:y {}",
                "no index, an id again           # - a x {       | - b y [    | - a - } - b - ] # a:x {a: } / b:y [b:"
                        + " ]",
                "an index, then only the id      # 0 a x {       | - a - }                    # a:x {a: }",
                "an id, then an index            # - a x {}      | 0 a x {}                   # a:x {} / a:x {}",
                "text without index and id       # 0 a x {       | - - - }                    # a:x {}",
                "text after the later call       # - a x {}      | - b y {    | - - - }       # a:x {} / b:y {}",
                "text before any call            # - - - {       | - - - }                    # {}",
                "names alone                     # - - x {}      | - - y {}                   # :x {} / :y {}",
                "the same name after a whole text # - - x {}     | - - x {}                   # :x {} / :x {}",
                "the same name within a text     # - - x {       | - - x }                    # :x {:x }",
                "another name within a text      # - - x {       | - - y {}                   # :x { / :y {}",
                "a name in two pieces            # - - x -       | - - y {}                   # :x :y {}",
                "two names in one chunk          # - - x -  - - y {}                          # :x  / :y {}",
            })
    void aPieceBelongsToOneCall(String title, String pieces, String expected) {
        for (String chunk : pieces.split("\\|")) {
            String[] words = chunk.strip().split(" +");
            for (int i = 0; i < words.length; i += 4) {
                int index = words[i].equals("-") ? CallLookup.NO_INDEX : Integer.parseInt(words[i]);
                Piece piece = new Piece(index, word(words[i + 1]), word(words[i + 2]), word(words[i + 3]), false);
                calls.piece(0, i == 0, piece);
            }
        }
        assertThat(written).as(title).hasToString(expected);
    }

    private static String word(String word) {
        return word.equals("-") ? "" : word;
    }

    @Test
    void choicesHaveCallsOfTheirOwn() {
        calls.piece(0, true, new Piece(0, "a", "x", "1", false));
        calls.piece(1, true, new Piece(0, "a", "x", "2", false));
        calls.piece(0, true, new Piece(0, "", "", "1", false));
        assertThat(written).hasToString("a:x 11 / a:x 2");
    }

    @Test
    void wholeCallsAreCallsOfTheirOwn() {
        Piece call = new Piece(0, "a", "x", "{}", false);
        calls.whole(0, call);
        calls.whole(0, call);
        assertThat(written).hasToString("a:x {} / a:x {}");
    }

    @Test
    void freeTextIsToldFromJson() {
        calls.piece(0, true, new Piece(0, "a", "x", "free", true));
        assertThat(written).hasToString("a:x! free");
    }

    @ParameterizedTest
    @CsvSource({
        "stop, '', true",
        "TOOL_CALLS, '', true",
        "length, '', false",
        "unheard_of, '', false",
        "length, stop, false",
        "stop, length, false",
        "'', '', false",
    })
    void aResponseIsCompleteByKnownReasonsOnly(String reason, String other, boolean complete) {
        calls.piece(0, true, new Piece(0, "a", "x", "{}", false));
        calls.finish(0, reason);
        calls.finish(1, other);
        assertThat(calls.isComplete()).isEqualTo(complete);
    }

    @Test
    void anOpenChoiceOrAnErrorCuts() {
        calls.piece(1, true, new Piece(0, "a", "x", "{}", false));
        calls.finish(0, "stop");
        assertThat(calls.isComplete()).as("choice 1 is open").isFalse();
        calls.finish(1, "stop");
        assertThat(calls.isComplete()).isTrue();
        calls.fail();
        assertThat(calls.isComplete()).isFalse();
    }
}
