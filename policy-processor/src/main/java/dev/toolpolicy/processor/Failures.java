package dev.toolpolicy.processor;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.processor.mirror.Location;
import dev.toolpolicy.processor.mirror.UndefinedException;
import dev.toolpolicy.processor.model.Findings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.Consumer;
import javax.annotation.processing.Messager;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/**
 * The containment of processor failures: a failure becomes one error at the type, and the other types are still
 * processed.
 */
final class Failures {

    private Failures() {}

    /**
     * Runs some work on a type or a method, then prints the findings, including a failure of the work itself.
     *
     * @throws UndefinedException if it mentions an undefined type; then nothing is printed
     */
    static void contain(Element element, Messager messager, Consumer<Findings> work) {
        Findings findings = new Findings();
        try {
            work.accept(findings);
        } catch (UndefinedException notYet) {
            throw notYet;
        } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError bug) {
            findings.add(internal(element, bug), Location.of(element));
        }
        new Reporter(messager).print(findings);
    }

    private static Diagnostic internal(Element element, Throwable bug) {
        if (bug instanceof NoClassDefFoundError missing) {
            return ProcessorWords.missingClass(nameOf(element), String.valueOf(missing.getMessage()));
        }
        StringWriter trace = new StringWriter();
        bug.printStackTrace(new PrintWriter(trace));
        return ProcessorWords.internal(nameOf(element), trace.toString().strip());
    }

    private static String nameOf(Element element) {
        return element instanceof TypeElement type
                ? type.getQualifiedName().toString()
                : element.getEnclosingElement() + "." + element.getSimpleName();
    }
}
