package dev.toolpolicy.processor.read;

import com.palantir.javapoet.ClassName;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.processor.mirror.Location;
import dev.toolpolicy.processor.mirror.Names;
import dev.toolpolicy.processor.model.Findings;
import java.util.List;
import java.util.Optional;
import javax.lang.model.type.TypeMirror;

/**
 * The context in which a component is read.
 *
 * @param tool the tool's record
 * @param place the place for problems: the field of the tool's own component
 * @param owner the component's name in messages, {@code ModifyFile.path}
 * @param type its type
 * @param open the enclosing records, outermost first
 * @param earlier the descriptions of an earlier build for the component and its siblings
 * @param findings takes its problems
 */
record Slot(
        ClassName tool,
        Location place,
        String owner,
        TypeMirror type,
        List<ClassName> open,
        EarlierDescriptions earlier,
        Findings findings) {

    /** Returns the context for the components of a nested record. */
    Slot around(String parameter) {
        return new Slot(tool, place, owner, type, open, earlier.within(parameter), findings);
    }

    /** Adds a problem, and returns empty for the reader to return. */
    <T> Optional<T> report(Diagnostic diagnostic) {
        findings.add(diagnostic, place);
        return Optional.empty();
    }

    String typeName() {
        return Names.simple(type);
    }
}
