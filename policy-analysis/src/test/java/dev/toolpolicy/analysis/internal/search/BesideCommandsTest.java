package dev.toolpolicy.analysis.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A text beside {@code commands} on the same argument only narrows what they mean, so it needs no warning. */
class BesideCommandsTest {
    private static final ToolSchema TOOL = ToolSchema.of(
            Parameter.required("command", ParameterType.string()), Parameter.required("other", ParameterType.string()));

    private static List<String> codes(String conditions) throws JsonProcessingException {
        String list = "[{'all': [" + conditions + "], 'mode': 'allow'}, {'mode': 'ask'}]";
        return RuleListReader.read(
                        RuleScope.of(TOOL, PathReading.PLAIN), new ObjectMapper().readTree(list.replace('\'', '"')))
                .diagnostics()
                .stream()
                .map(each -> each.code().id())
                .toList();
    }

    @Test
    void theTextOfReadCommandsHasNoWarning() throws JsonProcessingException {
        String text = "{'arg': '/command', 'pattern': '^git log [^<>]*$'}";
        assertThat(codes("{'arg': '/command', 'commands': ['git log *']}, " + text))
                .isEmpty();
        assertThat(codes("{'arg': '/other', 'const': 'x'}, " + text)).containsExactly("command-by-prefix");
        assertThat(codes("{'arg': '/other', 'commands': ['ls *']}, " + text)).containsExactly("command-by-prefix");
    }
}
