package dev.toolpolicy.runtime.internal.remember;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The same at once on virtual threads; on a Java runtime that has none, on platform threads made one a task. */
class VirtualThreadConcurrencyTest extends PolicyRegistryConcurrencyTest {

    /** By reflection, since the project is compiled for Java 17. */
    @Override
    ExecutorService threads() {
        if (Runtime.version().feature() < 21) {
            return Executors.newCachedThreadPool();
        }
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Java runtime is said to have virtual threads", e);
        }
    }
}
