package dev.toolpolicy.processor.read;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.TypeName;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.processor.mirror.Place;
import dev.toolpolicy.processor.model.Findings;
import java.util.List;
import java.util.Optional;
import javax.lang.model.type.TypeMirror;

/**
 * A component while it is read.
 *
 * @param tool the tool's record, next to which code is generated
 * @param place where its problems are reported: the field of the tool's own component
 * @param owner the component in words, {@code ModifyFile.path}
 * @param type its type
 * @param open the records around it, outermost first
 * @param earlier what an earlier build knew of the component and those beside it
 * @param findings takes its problems
 */
record Slot(
        ClassName tool, Place place, String owner, TypeMirror type, List<ClassName> open, EarlierDescriptions earlier,
        Findings findings) {

    /** The same place, as one around those of a record that it leads to. */
    Slot around(String parameter) {
        return new Slot(tool, place, owner, type, open, earlier.within(parameter), findings);
    }


    /** Notes a problem; returns empty, as a reader does then. */
    <T> Optional<T> report(Diagnostic diagnostic) {
        findings.add(diagnostic, place);
        return Optional.empty();
    }

    String typeName() {
        return simple(type);
    }

    /** A type as one writes it, without packages and annotations. */
    static String simple(TypeMirror type) {
        StringBuilder name = new StringBuilder();
        String full = TypeName.get(type).toString();
        int start = 0;
        for (int i = 0; i <= full.length(); i++) {
            boolean inName = i < full.length() && (Character.isJavaIdentifierPart(full.charAt(i)) || full.charAt(i) == '.');
            if (!inName) {
                String word = full.substring(start, i);
                name.append(withoutPackage(word)).append(i < full.length() ? full.substring(i, i + 1) : "");
                start = i + 1;
            }
        }
        return name.toString();
    }

    private static String withoutPackage(String name) {
        int start = 0;
        while (start < name.length() && Character.isLowerCase(name.charAt(start)) && name.indexOf('.', start) > 0) {
            start = name.indexOf('.', start) + 1;
        }
        return name.substring(start);
    }
}
