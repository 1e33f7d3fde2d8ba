package dev.toolpolicy.analysis.internal.automaton.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** IPv4 addresses as four decimals without leading zeros. Stateless. */
final class Ipv4 {
    private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
    private static final int LARGEST = 255;
    private static final int COUNT = 4;

    private Ipv4() {}

    static boolean isAddress(String text) {
        return groups(text).isPresent();
    }

    /** Returns an address as two groups of 16 bits; empty if it is none. */
    static Optional<List<Integer>> groups(String text) {
        String[] parts = text.split("\\.", -1);
        List<Integer> octets = new ArrayList<>();
        for (String part : parts) {
            boolean decimal = !part.isEmpty()
                    && part.length() <= 3
                    && part.chars().allMatch(c -> c >= '0' && c <= '9')
                    && (part.length() == 1 || part.charAt(0) != '0');
            if (!decimal || Integer.parseInt(part) > LARGEST) {
                return Optional.empty();
            }
            octets.add(Integer.parseInt(part));
        }
        return octets.size() == COUNT
                ? Optional.of(List.of(octets.get(0) << 8 | octets.get(1), octets.get(2) << 8 | octets.get(3)))
                : Optional.empty();
    }

    /** Returns a regular expression of the address of two groups, each of which may be any. */
    static String spelling(int high, int low) {
        return half(high) + "\\." + half(low);
    }

    private static String half(int group) {
        return group == Ipv6.ANY ? OCTET + "\\." + OCTET : (group >> 8) + "\\." + (group & LARGEST);
    }
}
