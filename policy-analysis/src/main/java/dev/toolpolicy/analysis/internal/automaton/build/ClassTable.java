package dev.toolpolicy.analysis.internal.automaton.build;

import dev.toolpolicy.analysis.internal.automaton.pattern.CodePointSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The class of every code point in two steps: the block of a page of 256, and the position in it. Equal pages share
 * their block. The first page is a table of its own.
 */
public final class ClassTable {
    private static final int PAGE_BITS = 8;
    private static final int PAGE = 1 << PAGE_BITS;

    private final char[] latin;
    private final char[] pages = new char[CodePointSet.END >> PAGE_BITS];
    private final char[] blocks;

    /** Creates the table of an alphabet of at most 65,536 classes. */
    public ClassTable(Alphabet alphabet) {
        Map<Object, Integer> numbers = new HashMap<>();
        StringBuilder all = new StringBuilder();
        char[] block = new char[PAGE];
        int interval = 0;
        for (int page = 0; page < pages.length; ) {
            int start = page << PAGE_BITS;
            while (alphabet.end(interval) <= start) {
                interval++;
            }
            int wholly = alphabet.end(interval) >> PAGE_BITS;
            boolean isOneClass = wholly > page;
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
            // Most pages are one run, since an automaton mostly distinguishes few characters.
            int end = isOneClass ? wholly : page + 1;
            Arrays.fill(pages, page, end, (char) (known == null ? numbers.size() - 1 : known));
            page = end;
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

    public int classOf(int codePoint) {
        return codePoint < PAGE
                ? latin[codePoint]
                : blocks[pages[codePoint >> PAGE_BITS] << PAGE_BITS | codePoint & PAGE - 1];
    }
}
