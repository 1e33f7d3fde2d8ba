package dev.toolpolicy.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.stream.EventDrivenPolicy;
import dev.toolpolicy.stream.StreamChunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The same output for every cutting of the text. */
class WordCapitalizerTest {
    private static final String TEXT = "the straße is\u00A0wide,  and \uD801\uDC28x ends\n";

    private static Client run(int every, List<StreamChunk> chunks) {
        Client client = new Client();
        checked(new WordCapitalizer(every)).run(Upstream.REQUEST, chunks.iterator(), client);
        assertThat(client.faults()).isEmpty();
        return client;
    }

    @Test
    void everySplitOfATextGivesTheSame() {
        String text = "ab cd  e";
        String expected = "ab CD  e";
        for (int cuts = 0; cuts < 1 << (text.length() - 1); cuts++) {
            List<StreamChunk> chunks = new ArrayList<>();
            int start = 0;
            for (int i = 1; i <= text.length(); i++) {
                if (i == text.length() || (cuts >> (i - 1) & 1) != 0) {
                    chunks.add(Upstream.text(text.substring(start, i)));
                    start = i;
                }
            }
            chunks.add(Upstream.finish("stop"));
            Client client = run(2, chunks);
            assertThat(client.text())
                    .as("cuts %s", Integer.toBinaryString(cuts))
                    .isEqualTo(expected);
            assertThat(client.chunks().get(client.chunks().size() - 1).finishReason())
                    .isEqualTo("stop");
        }
    }

    @Test
    void randomSplitsOfAHarderTextGiveTheSame() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        Random random = new Random(seed);
        for (int every = 1; every <= 4; every++) {
            String expected = run(every, List.of(Upstream.text(TEXT))).text();
            for (int round = 0; round < 200; round++) {
                List<StreamChunk> chunks = new ArrayList<>();
                for (int at = 0; at < TEXT.length(); ) {
                    int next = Math.min(TEXT.length(), at + 1 + random.nextInt(6));
                    chunks.add(Upstream.text(TEXT.substring(at, next)));
                    at = next;
                }
                assertThat(run(every, chunks).text())
                        .as("every %d, seed %d", every, seed)
                        .isEqualTo(expected);
            }
        }
    }

    /** Writes every n-th word of a complete text in capitals: a twin written without a state, a stream or a policy. */
    private static String twin(String text, int every) {
        List<String> parts = new ArrayList<>(); // words and white space, in turn
        for (String character : text.split("")) {
            boolean blank = Character.isWhitespace(character.charAt(0));
            int last = parts.size() - 1;
            if (last >= 0 && Character.isWhitespace(parts.get(last).charAt(0)) == blank) {
                parts.set(last, parts.get(last) + character);
            } else {
                parts.add(character);
            }
        }
        int first = Character.isWhitespace(parts.get(0).charAt(0)) ? 1 : 0;
        for (int word = every; first + 2 * (word - 1) < parts.size(); word += every) {
            parts.set(first + 2 * (word - 1), parts.get(first + 2 * (word - 1)).toUpperCase(Locale.ROOT));
        }
        return String.join("", parts);
    }

    @Test
    void randomTextsAreThoseOfATwinWrittenByHand() {
        long seed = Long.getLong("toolpolicy.seed", 20_262);
        Random random = new Random(seed);
        for (int round = 0; round < 1_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = 1 + random.nextInt(30); i > 0; i--) {
                text.append("abß1.É  \n\t\u00A0".charAt(random.nextInt(11)));
            }
            int every = 1 + random.nextInt(5);
            List<StreamChunk> chunks = new ArrayList<>();
            for (int at = 0; at < text.length(); ) {
                int next = Math.min(text.length(), at + 1 + random.nextInt(1 + random.nextInt(8)));
                chunks.add(Upstream.text(text.substring(at, next)));
                at = next;
            }
            chunks.add(Upstream.finish("stop"));
            assertThat(run(every, chunks).text())
                    .as("%s, every %d, seed %d, round %d", chunks, every, seed, round)
                    .isEqualTo(twin(text.toString(), every));
        }
    }

    @Test
    void wordsChangeWithAllTheirLetters() {
        assertThat(run(1, List.of(Upstream.text("stra"), Upstream.text("ße \uD801"), Upstream.text("\uDC28")))
                        .text())
                .isEqualTo("STRASSE \uD801\uDC00");
    }

    @Test
    void theLastWordIsNeitherLostNorAfterACallOrTheFinish() {
        StreamChunk call = Upstream.call(0, "a", "f", "{}");
        assertThat(run(1, List.of(Upstream.text("la"), Upstream.text("st"), call, Upstream.finish("tool_calls")))
                        .chunks())
                .containsExactly(call.withContent("LAST"), Upstream.finish("tool_calls"));
        assertThat(run(1, List.of(Upstream.text("last"), Upstream.finish("stop"), Upstream.usage(1)))
                        .chunks())
                .containsExactly(Upstream.finish("stop").withContent("LAST"), Upstream.usage(1));
        assertThat(run(1, List.of(Upstream.text("cut"))).text()).isEqualTo("CUT");
    }

    @Test
    void keepAlivesPassAndChunksThatDoNotChangeStayAsTheyCame() {
        StreamChunk raw = Upstream.text("a ").withRaw("raw");
        assertThat(run(2, List.of(StreamChunk.empty(), raw)).chunks()).containsExactly(StreamChunk.empty(), raw);
    }

    private static StreamRunner checked(EventDrivenPolicy<?>... policies) {
        return StreamRunner.of(StreamSettings.defaults().checkingOutput(), List.of(policies));
    }
}
