package dev.toolpolicy.analysis.internal.automaton.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.pattern.TextSyntaxException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostsTest {
    private static final Language PLAIN = Hosts.notPlain().complement();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://docs.rs", "HTTP://Docs.RS./x", "https://docs.rs:443?x", "http://docs.rs#",
                        "https://docs.rs/\u00F6%20@",
                "http://127.0.0.1", "http://[::1]:80/", "http://[1:2:3:4:5:6:7:8]", "http://[1::1.2.3.4]",
                        "http://a:00080",
                "http://a-b.0x.c", "http://1a", "http://[1:2:3:4:5:6:7::]"
            })
    void aUrlThatEveryClientReadsAlikeIsPlain(String url) {
        assertThat(PLAIN.contains(url)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "docs.rs",
                "ftp://docs.rs",
                "https:/docs.rs",
                "https:///x",
                "https://docs.rs@evil.com",
                "https://docs.rs\\@a",
                " https://docs.rs",
                "https://docs.rs/a b",
                "https://docs.rs/\n",
                "https://docs.rs/\u0085",
                "https://docs%2ers",
                "https://d\u00F6cs.rs",
                "http://0x7f.1",
                "http://2130706433",
                "http://127.1",
                "http://0177.0.0.1",
                "http://1.2.3.0x4",
                "https://a:",
                "https://a:65536",
                "https://a:x",
                "https://a_b",
                "https://a..b",
                "https://.a",
                "http://[::ffff:1.2.3.4]",
                "http://[::2]",
                "http://[0:0:0:0:0:0:1:0]",
                "http://[64:ff9b::1]",
                "http://[2002:1::]",
                "http://[1:2:3:4:5:6:7]",
                "http://[1:2:3:4:5:6:7:8::]",
                "http://[::1",
                "http://[::1%25a]",
                "http://[]",
                "https://a/\\",
                "http://1.2.3.256",
                "http://a..",
                "http://."
            })
    void aTextThatClientsReadDifferentlyIsNotPlain(String text) {
        assertThat(PLAIN.contains(text)).isFalse();
    }

    @Test
    void hostsSchemesAndPortsAreCompared() {
        assertThat(matches("https://a.b.example.org/", "*.example.org")).isTrue();
        assertThat(matches("https://example.org/", "*.example.org")).isFalse();
        assertThat(matches("https://xexample.org/", "*.example.org")).isFalse();
        assertThat(matches("https://docs.rs.evil.com/", "docs.rs")).isFalse();
        assertThat(matches("http://127.0.0.1.", "127.0.0.1")).isTrue();
        assertThat(matches("http://[0:0::1]/", "[::1]")).isTrue();
        assertThat(matches("https://doc\u017F.rs/", "docs.rs")).isFalse();
        assertThat(Hosts.of(List.of("a"), List.of("https"), List.of()).contains("http://a"))
                .isFalse();
        assertThat(Hosts.of(List.of("a"), List.of(), List.of(443)).contains("https://a/"))
                .isTrue();
        assertThat(Hosts.of(List.of("a"), List.of(), List.of(443)).contains("http://a/"))
                .isFalse();
        assertThat(Hosts.of(List.of("a"), List.of(), List.of(443)).contains("http://a:0443/"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "docs.rs",
                "*.docs.rs.",
                "a",
                "-",
                "*.a-b.0-x",
                "1.a",
                "*.00x1",
                "0a.1z",
                "127.0.0.1.",
                "255.255.255.255",
                "[::1]",
                "[::]",
                "[1:2::8]",
                "[2003:102:304::]",
                "[fe80::ffff:0:1]"
            })
    void everyUrlOfAHostIsPlain(String name) {
        for (List<String> schemes : List.of(List.<String>of(), List.of("http"), List.of("https"))) {
            for (List<Integer> ports : List.of(List.<Integer>of(), List.of(0, 80), List.of(443, 65_535))) {
                assertThat(Hosts.of(List.of(name), schemes, ports).minus(PLAIN).shortest())
                        .isEmpty();
            }
        }
    }

    private static boolean matches(String url, String... names) {
        return Hosts.of(List.of(names), List.of(), List.of()).contains(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a..b",
                "a_b",
                "1.2",
                "0x1",
                "*",
                "*.1",
                "a.*",
                "[::1",
                "[x]",
                "[::ffff:1.2.3.4]",
                "http://a",
                "a:1",
                "\u00F6"
            })
    void aHostThatNoPlainUrlHasIsAMistake(String name) {
        assertThatThrownBy(() -> matches("", name)).isInstanceOf(TextSyntaxException.class);
    }

    /** The JDK reads addresses too: equal ones are equal, whatever their spelling. */
    @Test
    void addressesCompareByValue() throws UnknownHostException {
        long seed = 20_261_123;
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            String one = spelling(random);
            String other = random.nextBoolean() ? one : spelling(random);
            byte[] bytes = InetAddress.getByName(one).getAddress();
            boolean carries = PLAIN.contains("http://[" + one + "]") != (bytes.length == 16 && !embedded(bytes));
            assertThat(carries).as("%s, seed %d", one, seed).isFalse();
            if (bytes.length == 16 && !embedded(bytes)) {
                boolean equal =
                        Arrays.equals(bytes, InetAddress.getByName(other).getAddress());
                assertThat(matches("http://[" + other + "]", "[" + one + "]"))
                        .as("%s and %s, seed %d", one, other, seed)
                        .isEqualTo(equal);
            }
        }
    }

    private static boolean embedded(byte[] address) {
        boolean zeros = true;
        for (int i = 0; i < 12; i++) {
            zeros &= address[i] == 0;
        }
        boolean small = zeros && address[12] == 0 && address[13] == 0 && address[14] == 0 && (address[15] & 0xFE) == 0;
        boolean translated =
                address[0] == 0 && address[1] == 0x64 && address[2] == (byte) 0xFF && address[3] == (byte) 0x9B;
        for (int i = 4; i < 12; i++) {
            translated &= address[i] == 0;
        }
        return zeros && !small || translated || address[0] == 0x20 && address[1] == 0x02;
    }

    private static String spelling(Random random) {
        int gap = random.nextInt(8);
        StringBuilder text = new StringBuilder();
        String[] groups = {"0", "1", "00a", "2002", "64", "FF9b", "ffff"};
        for (int i = 0; i < gap; i++) {
            text.append(groups[random.nextInt(groups.length)]).append(i == gap - 1 ? "" : ":");
        }
        int left = random.nextInt(8 - gap);
        text.append("::");
        for (int i = 0; i < left; i++) {
            text.append(groups[random.nextInt(groups.length)]).append(i == left - 1 ? "" : ":");
        }
        return text.toString();
    }
}
