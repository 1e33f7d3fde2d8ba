package dev.toolpolicy.processor;

import dev.toolpolicy.analysis.Diagnostic;
import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with one tool, so that one error doesn't hide the next. */
final class Findings {
    private final List<Problem> problems = new ArrayList<>();
    private final List<Problem> ofComponents = new ArrayList<>();

    void add(Diagnostic diagnostic, Place place) {
        add(new Problem(diagnostic, place));
    }

    void add(Problem problem) {
        problems.add(problem.atUse());
    }

    /** Adds what is wrong with components: in the source they stand after the annotations, so they are told last. */
    void addOfComponents(Findings others) {
        ofComponents.addAll(others.problems());
    }

    boolean hasErrors() {
        return problems().stream().anyMatch(problem -> problem.diagnostic().isError());
    }

    List<Problem> problems() {
        List<Problem> all = new ArrayList<>(problems);
        all.addAll(ofComponents);
        return all;
    }
}
