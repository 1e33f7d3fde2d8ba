package dev.toolpolicy.processor.model;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.processor.mirror.Location;
import java.util.ArrayList;
import java.util.List;

/** The problems of one tool, collected so that one error doesn't hide the next. */
public final class Findings {
    private final List<Problem> problems = new ArrayList<>();
    private final List<Problem> ofComponents = new ArrayList<>();

    public void add(Diagnostic diagnostic, Location place) {
        add(new Problem(diagnostic, place));
    }

    public void add(Problem problem) {
        problems.add(problem.atUse());
    }

    /**
     * Adds the problems of components. They are printed last, since components follow the annotations in the source.
     */
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
