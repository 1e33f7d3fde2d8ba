package dev.toolpolicy.analysis.internal.automaton.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.automaton.build.DfaBytes;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The automaton of plain URLs is a file, since it takes half a second to compute. Here it is computed from regular
 * expressions; with {@code -Dgoldens.update=true} the file is written.
 */
class PlainUrlsTest {
    private static final Path FILE =
            Path.of("src/main/resources/dev/toolpolicy/analysis/internal/automaton/host/plain-urls.dfa");

    /** A last label: not all digits, and not beginning with {@code 0x}. */
    private static final String LAST = "(?:[A-Za-z-][0-9A-Za-z-]*|[1-9][0-9]*[A-Za-z-][0-9A-Za-z-]*"
            + "|0[0-9]+[A-Za-z-][0-9A-Za-z-]*|0(?:[A-WYZa-wyz-][0-9A-Za-z-]*))";

    private static final String NAME =
            "(?:(?:" + Hosts.LABEL + "\\.)*" + LAST + "|" + Ipv4.spelling(Ipv6.ANY, Ipv6.ANY) + ")\\.?";

    @Test
    void theFileIsWhatTheExpressionsSay() throws IOException {
        Language addresses = url(Hosts.bracketed(List.of(Ipv6.startingWith())));
        Language carriers = url(Hosts.bracketed(Hosts.CARRIERS)).minus(url(Hosts.bracketed(Hosts.NO_CARRIERS)));
        Language plain = url(NAME).or(addresses.minus(carriers));
        byte[] bytes = DfaBytes.of(plain);
        if (Boolean.getBoolean("goldens.update")) {
            Files.write(FILE, bytes);
        }
        assertThat(Files.readAllBytes(FILE)).isEqualTo(bytes);
        assertThat(plain.and(Hosts.notPlain()).shortest()).isEmpty();
        assertThat(plain.or(Hosts.notPlain()).isEverything()).isTrue();
    }

    private static Language url(String host) {
        return Hosts.language("^" + Hosts.HTTP + "[sS]?://" + host + "(?::" + Hosts.PORT + ")?" + Hosts.REST);
    }
}
