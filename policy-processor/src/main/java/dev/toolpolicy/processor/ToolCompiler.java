package dev.toolpolicy.processor;

import com.palantir.javapoet.JavaFile;
import dev.toolpolicy.rule.RuleList;
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
            Optional<ToolModel> model = reader.read(type, findings).map(tool -> check(tool, findings));
            return findings.hasErrors() ? Optional.empty() : model.map(each -> ToolWriter.write(each, elements, type));
        };
    }

    private static ToolModel check(ToolDeclaration tool, Findings findings) {
        Optional<RuleList> run = tool.policy().run().flatMap(rules -> RuleCheck.check(tool, rules, findings));
        Optional<RuleList> result = tool.policy().result().flatMap(rules -> RuleCheck.check(tool, rules, findings));
        tool.policy().requires().forEach(requires -> {
            requires.faults().forEach(findings::add);
            requires.key().ifPresent(key -> KeyCheck.checkOwn(tool, key, findings));
        });
        return new ToolModel(tool, run, result);
    }
}
