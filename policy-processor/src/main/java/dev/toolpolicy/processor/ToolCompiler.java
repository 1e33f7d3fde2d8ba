package dev.toolpolicy.processor;

import com.palantir.javapoet.JavaFile;
import dev.toolpolicy.processor.check.ToolCheck;
import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.model.ToolElement;
import dev.toolpolicy.processor.model.ToolModel;
import dev.toolpolicy.processor.read.ToolReader;
import dev.toolpolicy.processor.write.ToolWriter;
import java.util.Optional;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** The steps from a tool's declaration to its generated code: read, check, write. */
interface ToolCompiler {

    /**
     * Compiles one tool.
     *
     * @param tool the tool's declaration
     * @param findings takes the problems
     * @return the code; empty if the tool has errors
     * @throws UndefinedException if the tool mentions an undefined type, which another processor may still generate
     */
    Optional<JavaFile> compile(ToolElement tool, Findings findings);

    /** Returns the compiler for a module's tools. */
    static ToolCompiler of(Elements elements, Types types) {
        ToolReader reader = new ToolReader(elements, types);
        return (tool, findings) -> {
            Optional<ToolModel> model = reader.read(tool, findings).map(read -> ToolCheck.check(read, findings));
            return findings.hasErrors()
                    ? Optional.empty()
                    : model.map(each -> ToolWriter.write(each, ToolProcessor.class, elements, tool.type()));
        };
    }
}
