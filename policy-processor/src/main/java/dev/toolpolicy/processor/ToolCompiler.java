package dev.toolpolicy.processor;

import com.palantir.javapoet.JavaFile;
import dev.toolpolicy.processor.check.ToolCheck;
import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.model.ToolModel;
import dev.toolpolicy.processor.read.ToolReader;
import dev.toolpolicy.processor.write.ToolWriter;
import java.util.Optional;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** The steps from a tool's declaration to its generated code: read, check, write. */
interface ToolCompiler {

    /**
     * Compiles one tool.
     *
     * @param type a type with {@code @Tool}
     * @param findings takes the problems
     * @return the code; empty if the tool has errors
     * @throws UndefinedException if the tool mentions an undefined type, which another processor may still generate
     */
    Optional<JavaFile> compile(TypeElement type, Findings findings);

    /** Returns the compiler for a module's tools. */
    static ToolCompiler of(Elements elements, Types types) {
        ToolReader reader = new ToolReader(elements, types);
        return (type, findings) -> {
            Optional<ToolModel> model = reader.read(type, findings).map(tool -> ToolCheck.check(tool, findings));
            return findings.hasErrors()
                    ? Optional.empty()
                    : model.map(each -> ToolWriter.write(each, ToolProcessor.class, elements, type));
        };
    }
}
