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

/** Contains our own failures: each is one error at the type it happened on, and the others go on. */
final class Failures {

    private Failures() {}

    /**
     * Does some work on a type, then prints what was found, a failure of ours included.
     *
     * @throws UndefinedException if the type mentions something that isn't declared, or not yet; nothing is printed then
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
        StringWriter trace = new StringWriter();
        bug.printStackTrace(new PrintWriter(trace));
        return ProcessorWords.internal(type.getQualifiedName().toString(), trace.toString().strip());
    }
}
