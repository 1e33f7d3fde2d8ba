package dev.toolpolicy.langchain4j.methods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecifications;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.runtime.PolicySession;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A method gets the very number that rules judged, although LangChain4j reads a number with a fraction as a double. */
class NumbersTest {
    private final PolicySession session = HostPolicies.of()
            .start(ToolSpecifications.toolSpecificationsFrom(Numbers.class).stream()
                    .map(ShapesTest::described)
                    .toList())
            .engine()
            .session("chat-7");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "numberLong | 9007199254740993.0 | 9007199254740993",
                "numberLong | 9007199254740993000e-3 | 9007199254740993",
                "numberWhole | 123456789012345678901234567890123456789012345.0 |"
                        + " 123456789012345678901234567890123456789012345",
                "numberDecimal | 99.99999999999999999999 | 100",
                "numberDecimal | 0.1 | 0.1",
                "numberDouble | 9007199254740993 | 9007199254740992",
                "numberList | [9007199254740993.0] | [9007199254740993]",
                "numberObject | {\"id\":9007199254740993.0,\"limit\":0.99999999999999999999} |"
                        + " {\"id\":9007199254740993,\"limit\":1}",
            })
    void aMethodGetsTheNumberThatRulesJudge(String tool, String sent, String judged) {
        Method method = Arrays.stream(Numbers.class.getMethods())
                .filter(each -> each.getName().equals(tool))
                .findFirst()
                .orElseThrow();
        ToolExecutor executor = new DefaultToolExecutor(new Numbers(), method);
        List<String> seen = session.guard("c1", tool, "{\"a\":" + sent + "}")
                .run(
                        approved -> {
                            ToolExecutionRequest call = ToolExecutionRequest.builder()
                                    .name(tool)
                                    .arguments(approved.toString())
                                    .build();
                            return List.of(approved.get("a").toString(), executor.execute(call, "chat-7"));
                        },
                        ran -> ToolResult.success(TextNode.valueOf("done")))
                .returned()
                .orElseThrow();
        assertThat(seen).containsExactly(judged, judged);
    }
}
