package dev.toolpolicy.processor.model;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.processor.mirror.Place;
import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with one tool, so that one error doesn't hide the next. */
public final class Findings {
    private final List<Problem> problems = new ArrayList<>();
    private final List<Problem> ofComponents = new ArrayList<>();

    public void add(Diagnostic diagnostic, Place place) {
        add(new Problem(diagnostic, place));
    }

    public void add(Problem problem) {
        problems.add(problem.atUse());
    }

    /** Adds what is wrong with components: in the source they stand after the annotations, so they are told last. */
    public void addOfComponents(Findings others) {
        ofComponents.addAll(others.problems());
    }

    public boolean hasErrors() {
        return problems().stream().anyMatch(problem -> problem.diagnostic().isError());
    }

    public List<Problem> problems() {
        List<Problem> all = new ArrayList<>(problems);
        all.addAll(ofComponents);
        return all;
    }
}
