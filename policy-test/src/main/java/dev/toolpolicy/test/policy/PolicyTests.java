package dev.toolpolicy.test.policy;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests in a file as tests of JUnit 5 or 6, each with its name and its place. The method gets the tests and returns
 * them:
 *
 * <pre>{@code
 * @PolicyTests("policy.test.toml")
 * Stream<DynamicTest> policy(Stream<DynamicTest> tests) {
 *     return tests;
 * }
 * }</pre>
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestFactory
@ExtendWith(PolicyTestsExtension.class)
public @interface PolicyTests {
    /** Returns the test file, by its path from the working directory: in most builds that of the module. */
    String value();
}
