package dev.toolpolicy.analysis.internal.automaton.host;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * IPv6 addresses by value, in all spellings of RFC 4291, section 2.2: eight groups of hexadecimal digits, one run of
 * zero groups as {@code ::}, the last two groups also as four decimals. Immutable.
 *
 * @param groups the value of each of the eight groups; {@link #ANY} for any
 */
record Ipv6(List<Integer> groups) {
    static final int ANY = -1;
    private static final int COUNT = 8;
    private static final int DECIMALS_FROM = 6;
    private static final int LARGEST = 0xFFFF;

    /** Checks and copies the components. */
    Ipv6 {
        groups = List.copyOf(groups);
    }

    /** Returns the addresses whose first groups have these values. */
    static Ipv6 startingWith(Integer... first) {
        List<Integer> all = new ArrayList<>(Arrays.asList(first));
        while (all.size() < COUNT) {
            all.add(ANY);
        }
        return new Ipv6(all);
    }

    /** Returns whether an address is one of these. */
    boolean contains(Ipv6 address) {
        return IntStream.range(0, COUNT)
                .allMatch(i -> groups.get(i) == ANY || groups.get(i).equals(address.groups.get(i)));
    }

    /** Reads an address in one of its spellings; empty if it is none. */
    static Optional<Ipv6> read(String text) {
        int gap = text.indexOf("::");
        if (gap >= 0 && text.indexOf("::", gap + 1) >= 0) {
            return Optional.empty();
        }
        Optional<List<Integer>> before = groups(gap < 0 ? text : text.substring(0, gap), gap < 0);
        Optional<List<Integer>> after = gap < 0 ? Optional.of(List.of()) : groups(text.substring(gap + 2), true);
        if (before.isEmpty() || after.isEmpty()) {
            return Optional.empty();
        }
        int missing = COUNT - before.get().size() - after.get().size();
        if (gap < 0 ? missing != 0 : missing < 1) {
            return Optional.empty();
        }
        List<Integer> all = new ArrayList<>(before.get());
        all.addAll(Collections.nCopies(missing, 0));
        all.addAll(after.get());
        return Optional.of(new Ipv6(all));
    }

    private static Optional<List<Integer>> groups(String text, boolean mayEndInDecimals) {
        List<Integer> groups = new ArrayList<>();
        if (text.isEmpty()) {
            return Optional.of(groups);
        }
        String[] parts = text.split(":", -1);
        for (int i = 0; i < parts.length; i++) {
            boolean decimals = mayEndInDecimals && i == parts.length - 1 && parts[i].indexOf('.') >= 0;
            Optional<List<Integer>> values =
                    decimals ? Ipv4.groups(parts[i]) : group(parts[i]).map(List::of);
            if (values.isEmpty()) {
                return Optional.empty();
            }
            groups.addAll(values.get());
        }
        return Optional.of(groups);
    }

    private static Optional<Integer> group(String text) {
        boolean hexadecimal = !text.isEmpty()
                && text.length() <= 4
                && text.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 0x80);
        return hexadecimal ? Optional.of(Integer.parseInt(text, 16)) : Optional.empty();
    }

    /** Returns a regular expression of all spellings. */
    String spellings() {
        List<String> spellings = new ArrayList<>();
        addSpellings(spellings, "", 0);
        for (int before = 0; before < COUNT; before++) {
            for (int after = 0; before + after < COUNT; after++) {
                if (groups.subList(before, COUNT - after).stream().allMatch(group -> group == 0 || group == ANY)) {
                    addSpellings(spellings, join(0, before) + "::", COUNT - after);
                }
            }
        }
        return "(?:" + String.join("|", spellings) + ")";
    }

    /** Adds the spellings with some text before the last groups, of which the last two may be written as decimals. */
    private void addSpellings(List<String> spellings, String start, int from) {
        spellings.add(start + join(from, COUNT));
        if (from <= DECIMALS_FROM) {
            String before = join(from, DECIMALS_FROM) + (from < DECIMALS_FROM ? ":" : "");
            spellings.add(start + before + Ipv4.spelling(groups.get(DECIMALS_FROM), groups.get(COUNT - 1)));
        }
    }

    private String join(int from, int to) {
        return String.join(
                ":", groups.subList(from, to).stream().map(Ipv6::spelling).toList());
    }

    private static String spelling(int group) {
        if (group == ANY) {
            return "[0-9a-fA-F]{1,4}";
        } else if (group > LARGEST) {
            throw new IllegalArgumentException("no group: " + group);
        }
        StringBuilder digits = new StringBuilder();
        String hexadecimal = Integer.toHexString(group);
        for (char c : hexadecimal.toCharArray()) {
            String lower = String.valueOf(c);
            digits.append(Character.isDigit(c) ? lower : "[" + lower + lower.toUpperCase(Locale.ROOT) + "]");
        }
        return "0{0," + (4 - hexadecimal.length()) + "}" + digits;
    }
}
