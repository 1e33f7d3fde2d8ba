package dev.toolpolicy.processor;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.processor.mirror.Place;
import dev.toolpolicy.processor.mirror.UndefinedException;
import dev.toolpolicy.processor.model.Findings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.Consumer;
import javax.annotation.processing.Messager;
import javax.lang.model.element.TypeElement;

/**
 * The containment of processor failures: a failure becomes one error at the type, and the other types are still
 * processed.
 */
final class Failures {

    private Failures() {}

    /**
     * Runs some work on a type, then prints the findings, including a failure of the work itself.
     *
     * @throws UndefinedException if the type mentions an undefined type; then nothing is printed
     */
    static void contain(TypeElement type, Messager messager, Consumer<Findings> work) {
        Findings findings = new Findings();
        try {
            work.accept(findings);
        } catch (UndefinedException notYet) {
            throw notYet;
        } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError bug) {
            findings.add(internal(type, bug), Place.of(type));
        }
        new Reporter(messager).print(findings);
    }

    private static Diagnostic internal(TypeElement type, Throwable bug) {
        if (bug instanceof NoClassDefFoundError missing) {
            return ProcessorWords.missingClass(
                    type.getQualifiedName().toString(), String.valueOf(missing.getMessage()));
        }
        StringWriter trace = new StringWriter();
        bug.printStackTrace(new PrintWriter(trace));
        return ProcessorWords.internal(
                type.getQualifiedName().toString(), trace.toString().strip());
    }
}
