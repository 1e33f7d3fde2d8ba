package dev.toolpolicy.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * All messages to models and people, collected by running calls. {@code -Dgoldens.update=true} rewrites the
 * golden file.
 */
@Timeout(240)
class MessagesTest {
    private static final String GOLDEN = "golden/messages.txt";

    @Test
    void everyMessageIsAsReviewed() throws IOException {
        String text = Stream.of(new RuleMessages(), new PolicyMessages(), new FailureMessages(), new GateMessages())
                .map(MessageCases::text)
                .collect(Collectors.joining());
        if (Boolean.getBoolean("goldens.update")) {
            Files.writeString(Path.of("src/test/resources", GOLDEN), text);
        }
        try (var in = MessagesTest.class.getResourceAsStream("/" + GOLDEN)) {
            String golden = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(text)
                    .as("-Dgoldens.update=true rewrites the golden file")
                    .isEqualTo(golden);
        }
    }
}
