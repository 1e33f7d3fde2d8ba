package dev.toolpolicy.runtime.internal.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolpolicy.runtime.call.ArgumentLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A visitor sees after which character of the text it gets an event, however the text is cut. */
class ReadingPositionTest {

    /** Notes where everything was heard, each unit of a string for itself. */
    private static final class Notes implements FragmentVisitor {
        private final List<String> heard = new ArrayList<>();
        private final TextPosition position = new TextPosition();

        private void note(String what) {
            heard.add(what + "@" + position.offset());
        }

        private void note(char unit, int index) {
            heard.add(Integer.toHexString(unit) + "@" + position.offset(index));
        }

        @Override
        public void objectStart() {
            note("{");
        }

        @Override
        public void name(String name) {
            note(name);
        }

        @Override
        public void objectEnd() {
            note("}");
        }

        @Override
        public void arrayStart() {
            note("[");
        }

        @Override
        public void arrayEnd() {
            note("]");
        }

        @Override
        public void stringStart() {
            note("start");
        }

        @Override
        public void text(CharSequence buffer, int start, int end) {
            for (int i = start; i < end; i++) {
                note(buffer.charAt(i), i + 1);
            }
            if (end - start > 1) {
                String last = heard.get(heard.size() - 1);
                assertTrue(position.offset(start + 1) <= position.offset(end), "asked again");
                note(buffer.charAt(end - 1), end);
                assertEquals(last, heard.remove(heard.size() - 1), "and again");
                List<String> piece = heard.subList(heard.size() - (end - start), heard.size());
                assertTrue(piece.get(0).endsWith("@" + position.offset(start + 1)), "in any order");
            }
        }

        @Override
        public void stringEnd() {
            note("end");
        }

        @Override
        public void number(CharSequence literal) {
            note(literal.toString());
        }

        @Override
        public void bool(boolean value) {
            note(String.valueOf(value));
        }

        @Override
        public void nullValue() {
            note("null");
        }
    }

    private static List<String> heard(List<String> chunks) {
        return heard(ArgumentLimits.defaults(), chunks);
    }

    /** What a visitor hears of a text, and where; last the error and how much was read. */
    static List<String> heard(ArgumentLimits limits, List<String> chunks) {
        return heard(limits, (FragmentParser parser) -> chunks.forEach(parser::append));
    }

    /** The same of what something appends. */
    static List<String> heard(ArgumentLimits limits, Consumer<FragmentParser> append) {
        Notes notes = new Notes();
        FragmentParser parser = new FragmentParser(limits, notes, notes.position);
        append.accept(parser);
        parser.finish();
        parser.error().ifPresent(error -> notes.heard.add(error + "@" + parser.offset()));
        return notes.heard;
    }

    @Test
    void everythingIsHeardBehindTheCharacterThatMakesItKnown() {
        String text = " {\"a\":\"xy\\n\\u00e9\\uD83D\\ude00\ud83d\ude00z\",\"b\":[12,true,null,\"\"]}";
        List<String> expected = List.of(
                "{@2",
                "a@5",
                "start@7",
                "78@8",
                "79@9",
                "a@11",
                "e9@17",
                "d83d@29",
                "de00@29",
                "d83d@31",
                "de00@31",
                "7a@32",
                "end@33",
                "b@37",
                "[@39",
                "12@42",
                "true@46",
                "null@51",
                "start@53",
                "end@54",
                "]@55",
                "}@56");
        assertEquals(expected, heard(List.of(text)));
        Cuts.forEach(text, new Random(7), chunks -> assertEquals(expected, heard(chunks), chunks::toString));
    }

    @Test
    void aNumberThatTheTextEndsIsHeardAtItsEnd() {
        assertEquals(List.of("12@2"), heard(List.of("1", "2")));
    }

    @Test
    void randomTextsAreHeardAlikeHoweverTheyAreCut() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        for (int round = 0; round < 200; round++) {
            Random random = new Random(seed + round);
            String text = new Documents(random).document(4);
            List<String> expected = heard(Texts.chunks(text, 1));
            String what = "seed " + (seed + round) + ": " + text;
            assertEquals(expected, heard(List.of(text)), what);
            assertEquals(expected, heard(Cuts.random(text, random)), what);
        }
    }
}
