package dev.toolpolicy.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.rule.ResultSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The labels and values that results of tools bring into a session, by {@code @Result}. */
class ResultsTest {
    private static final String HEAD = "package demo; import dev.toolpolicy.annotation.*; ";

    private static Compilation compile(String declarations) {
        return Compiling.tools(Compiling.source("Notes", HEAD + declarations));
    }

    @Test
    void methodsNeedNoPolicyForTheirResults() throws ReflectiveOperationException {
        Compilation compiled = compile("class Notes { @dev.langchain4j.agent.tool.Tool @Result(labels = \"private\")"
                + " String read(String name) { return name; } @dev.langchain4j.agent.tool.Tool String list() { return"
                + " \"\"; } }");
        assertThat(compiled.errors()).isEmpty();
        ToolCatalog.Provider catalog = (ToolCatalog.Provider) Compiling.load(compiled)
                .loadClass("dev.toolpolicy.catalog.Tools_demo_Notes")
                .getConstructor()
                .newInstance();
        assertThat(catalog.tools()).hasSize(1);
        ToolSpec<?> read = catalog.tools().get(0);
        assertThat(read.hostMethod()).contains("demo.Notes#read");
        assertThat(read.run()).isEmpty();
        assertThat(read.results()).isEqualTo(List.of(ResultSpec.labelled("private")));
    }

    @Test
    void resultsWithoutAToolAreErrors() {
        assertThat(Compiling.printed(compile("""
            @Result
            class Notes {
              @Result void read() {}
            }
            @Result
            @interface Private {}
            """))).isEqualTo("""
                1:51: error: [toolpolicy/policy-without-tool] @Result on Notes has no effect without @Tool
                  help: add @Tool, or delete @Result

                3:3: error: [toolpolicy/policy-without-tool] @Result on Notes.read has no effect, since no framework calls the method as a tool
                  help: add the framework's own annotation, or delete @Result
                  note: known are @Tool of LangChain4j and Spring AI, and @McpTool

                5:1: error: [toolpolicy/policy-without-tool] @Result on Private has no effect without @Tool
                  help: write @Result on each tool
                """);
    }
}
