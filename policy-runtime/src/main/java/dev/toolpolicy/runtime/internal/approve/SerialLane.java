package dev.toolpolicy.runtime.internal.approve;

import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * An executor that runs tasks one after the other, on threads of another executor. Each task requests a thread, and
 * each thread runs the first waiting task. If the executor drops a task, the next thread makes up for it. Safe for use
 * from any thread.
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
        } catch (Throwable rejected) {
            remove(task);
            throw rejected;
        }
    }

    private synchronized void remove(Runnable task) {
        tasks.remove(task);
    }

    /** Runs one task for each turn on a thread, so that an executor with few threads is shared fairly. */
    private void runOne() {
        Runnable task = take();
        if (task == null) {
            return;
        }
        try {
            task.run();
        } finally {
            if (release()) {
                UserCode.run(
                        OpenRequest.LOG,
                        Level.WARNING,
                        "the permission executor rejected waiting tasks",
                        () -> threads.execute(this::runOne));
            }
        }
    }

    /** Takes the next task, if it is its turn. */
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
