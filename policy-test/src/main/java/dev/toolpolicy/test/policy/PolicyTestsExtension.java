package dev.toolpolicy.test.policy;

import dev.toolpolicy.test.policy.internal.prove.Proof;
import dev.toolpolicy.test.policy.internal.run.CaseRun;
import dev.toolpolicy.test.policy.internal.suite.PolicySuite;
import java.net.URI;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Gives a method with {@link PolicyTests} the tests of its file. A file or policy with errors fails the method. */
final class PolicyTestsExtension implements ParameterResolver {

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Stream.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        String file = AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), PolicyTests.class)
                .map(PolicyTests::value)
                .orElseThrow();
        return tests(Path.of(file));
    }

    /** Runs the tests of a file, and returns the result of each as a test. */
    static Stream<DynamicTest> tests(Path file) {
        PolicySuite suite = PolicySuite.run(file, PolicySuite.toolsOfClassPath());
        return Stream.concat(
                suite.runs().stream().map(run -> test(file, run)),
                suite.proofs().stream().map(PolicyTestsExtension::test));
    }

    private static DynamicTest test(Proof proof) {
        return DynamicTest.dynamicTest(proof.claim().name(), () -> {
            if (!proof.isProved()) {
                throw new AssertionError(proof);
            }
        });
    }

    private static DynamicTest test(Path file, CaseRun run) {
        int line = run.test().place().line();
        URI place = URI.create(file.toAbsolutePath().normalize().toUri() + "?line=" + line);
        return DynamicTest.dynamicTest(
                run.test().name(),
                place,
                () -> run.failure().ifPresent(failure -> {
                    throw new AssertionError(failure);
                }));
    }
}
