package dev.toolpolicy;

import static org.assertj.core.api.Assertions.assertThat;

import com.anthropic.models.messages.Message;
import com.openai.models.chat.completions.ChatCompletion;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.service.tool.ToolExecutor;
import io.micrometer.core.instrument.MeterRegistry;
import io.modelcontextprotocol.spec.McpSchema;
import io.opentelemetry.api.OpenTelemetry;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.ai.tool.ToolCallback;

/** Names of public types beside those of the hosts: a user who imports both packages must name one of them in full. */
class HostNamesTest {
    private static final List<Class<?>> HOSTS = List.of(
            ChatCompletion.class,
            Message.class,
            ToolSpecification.class,
            ToolExecutor.class,
            ToolCallback.class,
            McpSchema.class,
            OpenTelemetry.class,
            MeterRegistry.class);

    /** {@code @Tool} is what each of them calls it; the others are of packages that an adapter's users don't import. */
    @Test
    void onlyTheseNamesAreAlsoTheHosts() throws Exception {
        Set<String> ours =
                PublicTypes.topLevel().stream().map(Class::getSimpleName).collect(Collectors.toSet());
        Set<String> theirs = new TreeSet<>();
        for (Class<?> host : HOSTS) {
            theirs.addAll(names(host));
        }
        assertThat(theirs).hasSizeGreaterThan(1000).contains("ChatCompletion", "ToolExecutor", "Prompt");
        theirs.retainAll(ours);
        assertThat(theirs).containsExactly("Result", "StreamedTurn", "Tool", "ToolCall", "ToolCatalog");
    }

    /** Returns the simple names of the types at the top of their files in a type's jar. */
    private static Set<String> names(Class<?> type) throws IOException, URISyntaxException {
        Path jar =
                Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith(".class") && !name.contains("$") && !name.contains("/internal/"))
                    .map(name -> name.substring(name.lastIndexOf('/') + 1, name.length() - ".class".length()))
                    .collect(Collectors.toSet());
        }
    }
}
