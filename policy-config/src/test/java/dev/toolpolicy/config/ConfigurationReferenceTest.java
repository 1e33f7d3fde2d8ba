package dev.toolpolicy.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every example of the reference is read, and says what the page says it does. */
class ConfigurationReferenceTest {
    private static final String PAGE = "docs/reference/configuration.md";

    private static String page() throws IOException {
        Path here = Path.of(PAGE);
        return Files.readString(Files.exists(here) ? here : Path.of("..").resolve(PAGE));
    }

    /** A fenced block: its language, its text and the text of the plain block right behind it, if there is one. */
    private record Example(String language, String text, String messages) {}

    private static List<Example> examples(String page) {
        List<Example> examples = new ArrayList<>();
        String fence = "\n```";
        for (int at = page.indexOf(fence); at >= 0; at = page.indexOf(fence, at)) {
            int line = page.indexOf('\n', at + fence.length());
            int end = page.indexOf(fence, line);
            String language = page.substring(at + fence.length(), line);
            String text = page.substring(line + 1, end + 1);
            boolean plain = page.startsWith(fence + fence + "\n", end);
            String messages = "";
            if (plain) {
                int start = end + 2 * fence.length() + 1;
                end = page.indexOf(fence, start);
                messages = page.substring(start, end);
            }
            examples.add(new Example(language, text, messages));
            at = end + fence.length();
        }
        return examples;
    }

    @Test
    void everyExampleSaysWhatThePageSays() throws IOException {
        int read = 0;
        for (Example example : examples(page())) {
            if (example.language().equals("toml")) {
                assertThat(ConfigurationTools.printed(ConfigurationTools.toml(example.text())))
                        .as(example.text())
                        .isEqualTo(example.messages());
                read++;
            } else if (example.language().equals("json")) {
                assertThat(ConfigurationTools.messages(ConfigurationTools.json(example.text())))
                        .isEmpty();
                read++;
            }
        }
        assertThat(read).isEqualTo(17);
    }

    /** Each key that the published schema has, also in a text such as {@code calls, total with of}. */
    @Test
    void everyKeyIsOnThePage() throws IOException {
        JsonNode schema = new ObjectMapper()
                .readTree(Path.of("../docs/reference/policy-file.schema.json").toFile());
        Set<String> keys = new TreeSet<>();
        schema.findValues("properties")
                .forEach(properties -> properties.fieldNames().forEachRemaining(keys::add));
        keys.remove("$schema");
        assertThat(keys).hasSizeGreaterThan(50);
        String code = Pattern.compile("`([^`\n]+)`")
                .matcher(page())
                .results()
                .map(each -> each.group(1))
                .collect(Collectors.joining(" "));
        assertThat(List.of(code.split("[^a-zA-Z_]+"))).containsAll(keys);
    }
}
