package dev.toolpolicy.runtime.internal.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolpolicy.runtime.argument.ArgumentLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A visitor can ask behind which character of the text it hears of something, however the text is cut. */
class ReadingPositionTest {

    /** Notes where everything was heard, each unit of a string for itself. */
    private static final class Notes implements FragmentVisitor {
        private final List<String> heard = new ArrayList<>();
        private @Nullable FragmentParser parser;

        private void note(String what, CharSequence piece, int index) {
            heard.add(what + "@" + (parser == null ? -1 : parser.readBehind(piece, index)));
        }

        @Override
        public void objectStart() {
            note("{", "", 0);
        }

        @Override
        public void name(String name) {
            note(name, "", 0);
        }

        @Override
        public void objectEnd() {
            note("}", "", 0);
        }

        @Override
        public void arrayStart() {
            note("[", "", 0);
        }

        @Override
        public void arrayEnd() {
            note("]", "", 0);
        }

        @Override
        public void stringStart() {
            note("start", "", 0);
        }

        @Override
        public void text(CharSequence buffer, int start, int end) {
            for (int i = start; i < end; i++) {
                note(Integer.toHexString(buffer.charAt(i)), buffer, i + 1);
            }
            if (parser != null && end - start > 1) {
                String last = heard.get(heard.size() - 1);
                assertTrue(parser.readBehind(buffer, start + 1) <= parser.readBehind(buffer, end), "asked again");
                note(Integer.toHexString(buffer.charAt(end - 1)), buffer, end);
                assertEquals(last, heard.remove(heard.size() - 1), "and again");
                List<String> piece = heard.subList(heard.size() - (end - start), heard.size());
                assertTrue(piece.get(0).endsWith("@" + parser.readBehind(buffer, start + 1)), "in any order");
            }
        }

        @Override
        public void stringEnd() {
            note("end", "", 0);
        }

        @Override
        public void number(CharSequence literal) {
            note(literal.toString(), "", 0);
        }

        @Override
        public void bool(boolean value) {
            note(String.valueOf(value), "", 0);
        }

        @Override
        public void nullValue() {
            note("null", "", 0);
        }
    }

    private static List<String> heard(List<String> chunks) {
        return heard(ArgumentLimits.defaults(), chunks);
    }

    /** What a visitor hears of a text, and where; last the error and how much was read. */
    static List<String> heard(ArgumentLimits limits, List<String> chunks) {
        Notes notes = new Notes();
        FragmentParser parser = new FragmentParser(limits, notes);
        notes.parser = parser;
        chunks.forEach(parser::append);
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
        long seed = Long.getLong("toolpolicy.seed", System.nanoTime());
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
