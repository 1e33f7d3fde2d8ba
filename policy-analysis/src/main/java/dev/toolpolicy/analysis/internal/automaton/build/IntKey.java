package dev.toolpolicy.analysis.internal.automaton.build;

import java.util.Arrays;

/** Numbers as the key of a map. The array must not change afterwards. */
public final class IntKey {
    private final int[] numbers;
    private final int hash;

    public IntKey(int[] numbers) {
        this.numbers = numbers;
        this.hash = Arrays.hashCode(numbers);
    }

    int at(int index) {
        return numbers[index];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IntKey key && hash == key.hash && Arrays.equals(numbers, key.numbers);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
