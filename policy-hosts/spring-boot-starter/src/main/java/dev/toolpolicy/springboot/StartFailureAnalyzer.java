package dev.toolpolicy.springboot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** What is wrong with the policies, and what to do, in place of a stack trace. */
final class StartFailureAnalyzer extends AbstractFailureAnalyzer<StartException> {
    @Override
    protected FailureAnalysis analyze(Throwable root, StartException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
    }
}
