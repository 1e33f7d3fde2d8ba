package dev.toolpolicy.processor;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.processor.mirror.Location;
import dev.toolpolicy.processor.mirror.UndefinedException;
import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.model.Problem;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.Consumer;
import javax.annotation.processing.Messager;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The printer of problems at their places. It omits warnings that {@code @SuppressWarnings} silences. A failure of the
 * processor becomes one error at the type, and the other types are still processed.
 */
final class Reporter {
    private final Messager messager;
    private final boolean losesPlaces;

    private Reporter(Messager messager) {
        this.messager = messager;
        this.losesPlaces = messager.getClass().getName().startsWith("org.eclipse.jdt.");
    }

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

    private void print(Findings findings) {
        findings.problems().stream().filter(problem -> !problem.isSilenced()).forEach(this::print);
    }

    private void print(Problem problem) {
        Diagnostic diagnostic = problem.diagnostic();
        print(diagnostic.isError() ? Kind.ERROR : Kind.WARNING, diagnostic.message(), problem.place());
        for (int i = 0; i < problem.related().size(); i++) {
            print(
                    Kind.NOTE,
                    diagnostic.related().get(i).line(),
                    problem.related().get(i));
        }
    }

    private void print(Kind kind, String text, Location place) {
        messager.printMessage(kind, text + inWords(place.element()), place.element(), place.mirror(), place.value());
    }

    /**
     * Returns the tool's name for Eclipse's compiler, which has no positions inside records. Other compilers get an
     * empty text.
     */
    private String inWords(Element element) {
        @Nullable Element type = element;
        while (type != null && !(type instanceof TypeElement)) {
            type = type.getEnclosingElement();
        }
        return losesPlaces && type != null && type.getKind() == ElementKind.RECORD ? "\nnote: in " + type : "";
    }
}
