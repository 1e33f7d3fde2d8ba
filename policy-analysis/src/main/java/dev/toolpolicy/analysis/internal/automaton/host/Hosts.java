package dev.toolpolicy.analysis.internal.automaton.host;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.TextSyntaxException;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The languages of plain URLs, whose host every client reads alike, and of those with some hosts, schemes and ports.
 * Stateless.
 */
public final class Hosts {
    private static final AutomatonLimits LIMITS =
            new AutomatonLimits(200, 100_000, 50_000, 5_000_000, 20_000_000, 2_000);

    static final String HTTP = "[hH][tT][tT][pP]";
    private static final String HTTPS = HTTP + "[sS]";
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;
    private static final int LARGEST_PORT = 65_535;
    /** A port from 0 to {@link #LARGEST_PORT}, with any leading zeros. */
    static final String PORT = "0*(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{1,4})";

    /** The rest of a URL behind host and port: none, or no backslash, blank or control character. */
    static final String REST = "(?:[/?#][^\\\\ \\x00-\\x1f\\x7f-\\x9f]*)?$";

    static final String LABEL = "[0-9A-Za-z-]+";
    /** The addresses that carry one of IPv4, and those of them that don't. */
    static final List<Ipv6> CARRIERS = List.of(
            Ipv6.startingWith(0, 0, 0, 0, 0, 0xFFFF),
            Ipv6.startingWith(0, 0, 0, 0, 0, 0),
            Ipv6.startingWith(0x64, 0xFF9B, 0, 0, 0, 0),
            Ipv6.startingWith(0x2002));

    static final List<Ipv6> NO_CARRIERS =
            List.of(Ipv6.startingWith(0, 0, 0, 0, 0, 0, 0, 0), Ipv6.startingWith(0, 0, 0, 0, 0, 0, 0, 1));

    private Hosts() {}

    /** All texts but plain URLs; read on first use. */
    private static final class NotPlain {
        static final Language ALL = read();

        private NotPlain() {}

        /** Reads the automaton that a test computes from regular expressions: they would take half a second of a start. */
        private static Language read() {
            try (DataInputStream in = new DataInputStream(new BufferedInputStream(
                    Objects.requireNonNull(Hosts.class.getResourceAsStream("plain-urls.dfa"))))) {
                return Language.read(in, LIMITS).complement();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Returns the texts that clients may read differently: those that aren't plain URLs. */
    public static Language notPlain() {
        return NotPlain.ALL;
    }

    /**
     * Checks a host that a rule names.
     *
     * @throws TextSyntaxException if no plain URL can have it
     */
    public static void check(String name) {
        name(name);
    }

    /**
     * Returns the plain URLs of some hosts.
     *
     * @param names the hosts, at least one
     * @param schemes the schemes in small letters; empty for both
     * @param ports the ports; empty for all
     * @throws TextSyntaxException if no plain URL can have one of the hosts or schemes
     * @throws dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException if it exceeds a limit
     */
    public static Language of(List<String> names, List<String> schemes, List<Integer> ports) {
        String hosts = "(?:" + String.join("|", names.stream().map(Hosts::name).toList()) + ")";
        List<String> starts = new ArrayList<>();
        List<String> wanted = schemes.isEmpty() ? List.of("http", "https") : schemes;
        for (String scheme : wanted) {
            boolean secure = scheme.equals("https");
            if (!secure && !scheme.equals("http")) {
                throw new TextSyntaxException(scheme, "a scheme other than \"http\" and \"https\"", 0);
            }
            starts.add((secure ? HTTPS : HTTP) + "://" + hosts + port(ports, secure ? HTTPS_PORT : HTTP_PORT));
        }
        return language("^(?:" + String.join("|", starts) + ")" + REST);
    }

    /** Returns a regular expression of the end of host and port, for some ports of a scheme. */
    private static String port(List<Integer> ports, int fallback) {
        if (ports.isEmpty()) {
            return "(?::" + PORT + ")?";
        }
        String written =
                "(?::0*(?:" + String.join("|", ports.stream().map(Hosts::digits).toList()) + "))";
        return ports.contains(fallback) ? written + "?" : written;
    }

    private static String digits(int port) {
        if (port < 0 || port > LARGEST_PORT) {
            throw new TextSyntaxException(Integer.toString(port), "a port that doesn't exist", 0);
        }
        return Integer.toString(port);
    }

    static String bracketed(List<Ipv6> addresses) {
        return "\\[(?:"
                + String.join("|", addresses.stream().map(Ipv6::spellings).toList()) + ")\\]";
    }

    static Language language(String pattern) {
        return Language.of(TextLanguage.pattern(pattern), LIMITS);
    }

    /**
     * Returns a regular expression of a host that a rule names.
     *
     * @throws TextSyntaxException if no plain URL can have it
     */
    private static String name(String name) {
        if (name.startsWith("[")) {
            return address(name);
        }
        boolean wildcard = name.startsWith("*.");
        String host = wildcard ? name.substring(2) : name;
        int from = name.length() - host.length();
        String bare = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        if (!wildcard && Ipv4.isAddress(bare)) {
            return bare.replace(".", "\\.") + "\\.?";
        }
        String[] labels = bare.split("\\.", -1);
        for (int i = 0, at = from; i < labels.length; at += labels[i++].length() + 1) {
            check(name, labels[i], at, i == labels.length - 1);
        }
        return (wildcard ? "(?:" + LABEL + "\\.)+" : "") + ignoringCase(bare) + "\\.?";
    }

    private static void check(String name, String label, int at, boolean last) {
        if (label.isEmpty()) {
            throw new TextSyntaxException(name, "an empty label", at);
        }
        for (int i = 0; i < label.length(); i++) {
            char c = label.charAt(i);
            if (c >= 0x80 || !Character.isLetterOrDigit(c) && c != '-') {
                throw new TextSyntaxException(name, "a character that isn't a letter, a digit or \"-\"", at + i);
            }
        }
        boolean number = label.chars().allMatch(Character::isDigit)
                || label.toLowerCase(Locale.ROOT).startsWith("0x");
        if (last && number) {
            throw new TextSyntaxException(name, "a number as the last label, which is not an address", at);
        }
    }

    private static String address(String name) {
        if (!name.endsWith("]")) {
            throw new TextSyntaxException(name, "an unclosed \"[\"", 0);
        }
        Ipv6 address = Ipv6.read(name.substring(1, name.length() - 1))
                .orElseThrow(() -> new TextSyntaxException(name, "no IPv6 address between the brackets", 1));
        boolean carries = CARRIERS.stream().anyMatch(each -> each.contains(address)) && !NO_CARRIERS.contains(address);
        if (carries) {
            throw new TextSyntaxException(
                    name, "an IPv6 address that carries one of IPv4, which clients read differently", 1);
        }
        return bracketed(List.of(address));
    }

    private static String ignoringCase(String host) {
        StringBuilder pattern = new StringBuilder();
        for (char c : host.toCharArray()) {
            char small = Character.toLowerCase(c);
            char capital = Character.toUpperCase(c);
            pattern.append(c == '.' ? "\\." : c == '-' ? "-" : small == capital ? "" + c : "[" + small + capital + "]");
        }
        return pattern.toString();
    }
}
