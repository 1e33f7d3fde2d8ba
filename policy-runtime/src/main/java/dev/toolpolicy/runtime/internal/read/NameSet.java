package dev.toolpolicy.runtime.internal.read;

import java.security.SecureRandom;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The names seen in one open object. A few names are compared one by one; more go into a table with open addressing,
 * whose hash a sender can't predict: the name as a polynomial at a secret point, modulo the prime 2^61 - 1. Two
 * different names of n characters collide with a probability of at most n / 2^61 (J. L. Carter, M. N. Wegman,
 * "Universal classes of hash functions", 1979), so a million chosen names cost no more than any others.
 */
final class NameSet {
    private static final int FEW = 8;
    private static final int KEPT_TABLE = 64;
    private static final long PRIME = (1L << 61) - 1;
    private static final long POINT = secretPoint();

    private final @Nullable String[] few = new String[FEW];
    private @Nullable String[] table = new String[0];
    private int size;

    private static long secretPoint() {
        return 256 + Long.remainderUnsigned(new SecureRandom().nextLong(), PRIME - 512);
    }

    /** Adds a name; false if it is there already. */
    boolean add(String name) {
        return size < FEW ? addToFew(name) : addToTable(name);
    }

    private boolean addToFew(String name) {
        for (int i = 0; i < size; i++) {
            if (name.equals(few[i])) {
                return false;
            }
        }
        few[size++] = name;
        return true;
    }

    private boolean addToTable(String name) {
        if (size == FEW) {
            moveToTable();
        } else if (size * 2 >= table.length) {
            rehash(table.length * 2);
        }
        if (!insert(name)) {
            return false;
        }
        size++;
        return true;
    }

    private void moveToTable() {
        if (table.length == 0) {
            table = new String[KEPT_TABLE];
        }
        for (int i = 0; i < FEW; i++) {
            String name = few[i];
            if (name != null) {
                insert(name);
            }
        }
    }

    private void rehash(int capacity) {
        @Nullable String[] old = table;
        table = new String[capacity];
        for (String name : old) {
            if (name != null) {
                insert(name);
            }
        }
    }

    private boolean insert(String name) {
        int mask = table.length - 1;
        int slot = (int) hash(name) & mask;
        for (String other = table[slot]; other != null; other = table[slot]) {
            if (other.equals(name)) {
                return false;
            }
            slot = slot + 1 & mask;
        }
        table[slot] = name;
        return true;
    }

    private static long hash(String name) {
        long hash = name.length() + 1L;
        for (int i = 0; i < name.length(); i++) {
            hash = timesPoint(hash) + name.charAt(i) + 1;
            hash = hash >= PRIME ? hash - PRIME : hash;
        }
        return timesPoint(hash);
    }

    /** Returns the product with the secret point, modulo 2^61 - 1, for a factor below 2^61. */
    private static long timesPoint(long factor) {
        long high = Math.multiplyHigh(factor, POINT);
        long low = factor * POINT;
        long sum = (low & PRIME) + (low >>> 61 | high << 3);
        return sum >= PRIME ? sum - PRIME : sum;
    }

    /** Forgets all names, in time that grows with their number. */
    void clear() {
        if (size > FEW) {
            if (table.length > KEPT_TABLE) {
                table = new String[0];
            } else {
                Arrays.fill(table, null);
            }
        }
        Arrays.fill(few, null);
        size = 0;
    }
}
