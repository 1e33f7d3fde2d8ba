package dev.toolpolicy.runtime.permission;

import dev.toolpolicy.runtime.fault.UserCode;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks one after the other, in their order, on threads of an executor. Each task asks the executor for a thread, and
 * takes the turn of the first that waits: where an executor drops one, the next makes up for it. Used from any thread.
 */
final class SerialLane implements Executor {
    private final Executor threads;
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private boolean running;

    SerialLane(Executor threads) {
        this.threads = threads;
    }

    @Override
    public void execute(Runnable task) {
        synchronized (this) {
            tasks.add(task);
        }
        try {
            threads.execute(this::runOne);
        } catch (Throwable refused) {
            remove(task);
            throw refused;
        }
    }

    private synchronized void remove(Runnable task) {
        tasks.remove(task);
    }

    /** One task for each turn on a thread, so that an executor of few threads is shared fairly. */
    private void runOne() {
        Runnable task = take();
        if (task == null) {
            return;
        }
        try {
            task.run();
        } finally {
            if (release()) {
                UserCode.run(OpenPrompt.LOG, Level.WARNING, "the executor of permission refuses what waits",
                        () -> threads.execute(this::runOne));
            }
        }
    }

    /** The next task, if it is its turn. */
    private synchronized @Nullable Runnable take() {
        if (running) {
            return null;
        }
        Runnable task = tasks.poll();
        running = task != null;
        return task;
    }

    private synchronized boolean release() {
        running = false;
        return !tasks.isEmpty();
    }
}
