package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.approve.Desk;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.shared.BriefJava;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Test;

/** The engine's threads, in a process of their own, where no other test has some. */
class EngineThreadsTest {
    private static PolicyEngine engine(Desk desk) {
        DeclaredTool ask = DeclaredTool.of("ask", ToolSchema.of()).withRun(RuleList.always(Mode.ASK));
        DeclaredTool run = DeclaredTool.of("run", ToolSchema.of()).withRun(RuleList.always(Mode.ALLOW));
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(ask, run)))
                .permission(PermissionSettings.of(desk).withExecutor(Runnable::run))
                .build();
    }

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().startsWith("tool-policy"))
                .toList();
    }

    /** What a process prints that runs one of the scenes below. */
    private static String inAProcess(String scene) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(BriefJava.main(Scenes.class, scene))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return printed;
    }

    /** The scenes. */
    static final class Scenes {
        private Scenes() {}

        public static void main(String[] arguments) throws InterruptedException {
            Desk desk = new Desk();
            PolicyEngine engine = engine(desk);
            PolicySession session = engine.session("s");
            session.guard("c", "run", null).run(given -> "done");
            ToolCallStream waiting = session.calls().call("c", "ask").append("{}");
            var outcome = waiting.conclude().toCompletableFuture();
            if (arguments[0].equals("interrupt")) {
                interrupt(desk);
            } else {
                engine.close();
                engine.close();
                assertThat(outcome.join()).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.DECLINED);
                session.close();
            }
            end(arguments[0].equals("interrupt") ? 1_500 : 200);
        }

        /**
         * Looks so many times, every ten milliseconds, so that a process that was stopped meanwhile isn't late. A thread
         * that isn't told to end does so when it was idle for five seconds.
         */
        private static void end(int looks) throws InterruptedException {
            for (int i = 0; i < looks && !threads().isEmpty(); i++) {
                Thread.sleep(10);
            }
            System.out.println(threads());
        }

        private static void interrupt(Desk desk) throws InterruptedException {
            List<Thread> all = threads();
            all.forEach(Thread::interrupt);
            Thread.sleep(100);
            long before = cpu(all);
            Thread.sleep(1_000);
            long spent = cpu(all) - before;
            desk.answer(request -> request.approve());
            System.out.print(all.isEmpty() ? "no threads" : spent < 200_000_000 ? "still " : "spins: " + spent);
        }

        private static long cpu(List<Thread> threads) {
            return threads.stream()
                    .mapToLong(each ->
                            Math.max(0, ManagementFactory.getThreadMXBean().getThreadCpuTime(each.getId())))
                    .sum();
        }
    }

    @Test
    void anInterruptedThreadDoesntSpin() throws IOException, InterruptedException {
        assertThat(inAProcess("interrupt")).isEqualTo("still []");
    }

    @Test
    void aClosedEngineHasNoThreads() throws IOException, InterruptedException {
        assertThat(inAProcess("close")).isEqualTo("[]");
    }

    @Test
    void aClosedEngineRefusesInClearWords() {
        PolicyEngine engine = engine(new Desk());
        PolicySession session = engine.session("s");
        engine.close();
        for (ThrowableAssert.ThrowingCallable use : List.<ThrowableAssert.ThrowingCallable>of(
                () -> engine.session("t"),
                engine::newSession,
                engine::reload,
                engine::reloadShadow,
                () -> engine.replace(DeclaredTool.of("more", ToolSchema.of())),
                () -> session.calls().call("c", "run"),
                () -> session.guard("c", "run", null).run(given -> "done"),
                () -> session.calls().preview("run", null))) {
            assertThatThrownBy(use)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the engine is closed: it decides about no further call");
        }
        assertThat(engine.openRequests()).isZero();
        session.close();
    }
}
