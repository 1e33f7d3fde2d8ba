package dev.toolpolicy.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.testng.SkipException;

/**
 * The processor passes the Reactive Streams TCK. Its tests are TestNG's; each is run here as one of ours, except those
 * that it calls untested, which test nothing. What the TCK itself skips are these, which it can't ask of a processor
 * for one subscriber.
 */
class StreamProcessorTckTest {
    private static final Set<String> FOR_SEVERAL_SUBSCRIBERS = Set.of(
            "optional_spec111_maySupportMultiSubscribe",
            "optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingManyUpfront",
            "optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingManyUpfront"
                + "AndCompleteAsExpected",
            "optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingOneByOne",
            "optional_spec111_registeredSubscribersMustReceiveOnNextOrOnCompleteSignals",
            "required_mustRequestFromUpstreamForElementsThatHaveBeenRequestedLongAgo",
            "required_spec104_mustCallOnErrorOnAllItsSubscribersIfItEncountersANonRecoverableError");
    private static final ExecutorService THREADS = Executors.newFixedThreadPool(4);

    @AfterAll
    static void end() {
        THREADS.shutdownNow();
    }

    private static List<Method> methods() {
        return Arrays.stream(ProcessorVerification.class.getMethods())
                .filter(method -> method.isAnnotationPresent(org.testng.annotations.Test.class))
                .filter(method -> !method.getName().startsWith("untested_"))
                .sorted(Comparator.comparing(Method::getName))
                .toList();
    }

    @Test
    void theKitIsThere() {
        assertThat(methods()).hasSizeGreaterThan(40);
    }

    @TestFactory
    Stream<DynamicTest> kit() {
        return methods().stream().map(method -> DynamicTest.dynamicTest(method.getName(), () -> run(method)));
    }

    private static void run(Method method) throws Throwable {
        ProcessorVerification verification = new ProcessorVerification(THREADS);
        verification.setUp();
        try {
            method.invoke(verification);
        } catch (InvocationTargetException e) {
            if (!(e.getCause() instanceof SkipException)) {
                throw e.getCause();
            }
            assertThat(FOR_SEVERAL_SUBSCRIBERS).as(e.getCause().getMessage()).contains(method.getName());
        }
    }
}
