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

/** Leads one tool from its declaration to its code: read, check, write. */
interface ToolCompiler {

    /**
     * Compiles one tool.
     *
     * @param type a type with {@code @Tool}
     * @param findings takes what is wrong
     * @return the code, unless something is wrong
     * @throws UndefinedException if the tool mentions something that isn't declared, or not yet
     */
    Optional<JavaFile> compile(TypeElement type, Findings findings);

    /** The compiler of tools in a module's terms. */
    static ToolCompiler of(Elements elements, Types types) {
        ToolReader reader = new ToolReader(elements, types);
        return (type, findings) -> {
            Optional<ToolModel> model = reader.read(type, findings).map(tool -> ToolCheck.check(tool, findings));
            return findings.hasErrors() ? Optional.empty() : model.map(each -> ToolWriter.write(each, ToolProcessor.class, elements, type));
        };
    }
}
