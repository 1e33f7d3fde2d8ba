package dev.toolpolicy.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.shared.CodeBlock;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What the guide says of mistakes. Its application is built and run with those of other guides. */
class SpringGuideTest {
    private static final Path PAGE = Path.of("../../docs/how-to/spring-ai.md");

    /** The tools of the guide, in this process. */
    static class OfficeTools {
        @Tool
        public String readFile(String path) {
            throw new AssertionError(path);
        }

        @Tool
        public String sendMail(String to, String text) {
            throw new AssertionError(to + text);
        }
    }

    @Test
    void aMistakeStopsTheStartAsTheGuideSays() throws Exception {
        String policy = block("The policy", 0).replace("/to\"", "/too\"");
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ToolPolicyAutoConfiguration.class))
                .withBean(OfficeTools.class)
                .withBean(
                        HostPolicies.class,
                        () -> HostPolicies.of(
                                PolicyConfiguration.of(ConfigurationFormat.TOML, "tool-policy.toml", policy)))
                .run(context -> assertThat(new StartFailureAnalyzer()
                                .analyze(context.getStartupFailure())
                                .getDescription())
                        .isEqualToIgnoringNewLines(block("What you see", 1)));
    }

    private static String block(String section, int index) {
        List<CodeBlock> blocks = CodeBlock.all(PAGE).stream()
                .filter(block -> block.section().equals(section))
                .toList();
        return blocks.get(index).text();
    }
}
