package dev.toolpolicy.runtime.automaton;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The class of every code point by two look-ups: the block of a page of 256, and the place in it. Pages that are alike
 * share their block. The first page is a table of its own.
 */
final class ClassTable {
    private static final int PAGE_BITS = 8;
    private static final int PAGE = 1 << PAGE_BITS;

    private final char[] latin;
    private final char[] pages = new char[CodePointSet.END >> PAGE_BITS];
    private final char[] blocks;

    /** An alphabet of at most 65,536 classes. */
    ClassTable(Alphabet alphabet) {
        Map<Object, Integer> numbers = new HashMap<>();
        StringBuilder all = new StringBuilder();
        char[] block = new char[PAGE];
        int interval = 0;
        for (int page = 0; page < pages.length; page++) {
            int start = page << PAGE_BITS;
            while (alphabet.end(interval) <= start) {
                interval++;
            }
            boolean isOneClass = alphabet.end(interval) >= start + PAGE;
            if (isOneClass) {
                Arrays.fill(block, (char) alphabet.classAt(interval));
            } else {
                interval = fill(block, start, alphabet, interval);
            }
            Object key = isOneClass ? alphabet.classAt(interval) : new String(block);
            Integer known = numbers.putIfAbsent(key, numbers.size());
            if (known == null) {
                all.append(block);
            }
            pages[page] = (char) (known == null ? numbers.size() - 1 : known);
        }
        blocks = all.toString().toCharArray();
        latin = Arrays.copyOf(blocks, PAGE);
    }

    private static int fill(char[] block, int start, Alphabet alphabet, int from) {
        int interval = from;
        for (int i = 0; i < PAGE; i++) {
            while (alphabet.end(interval) <= start + i) {
                interval++;
            }
            block[i] = (char) alphabet.classAt(interval);
        }
        return interval;
    }

    int classOf(int codePoint) {
        return codePoint < PAGE
                ? latin[codePoint]
                : blocks[pages[codePoint >> PAGE_BITS] << PAGE_BITS | codePoint & PAGE - 1];
    }
}
