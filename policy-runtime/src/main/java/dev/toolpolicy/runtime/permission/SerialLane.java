package dev.toolpolicy.runtime.permission;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;

/** Runs tasks one after the other, in their order, on threads of an executor. Used from any thread. */
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
            if (running) {
                return;
            }
            running = true;
        }
        start();
    }

    /** One task for each turn on a thread, so that an executor of few threads is shared fairly. */
    private void start() {
        try {
            threads.execute(this::runOne);
        } catch (RuntimeException | Error e) {
            synchronized (this) {
                running = false;
                tasks.clear();
            }
            throw e;
        }
    }

    private void runOne() {
        Runnable task;
        synchronized (this) {
            task = tasks.remove();
        }
        try {
            task.run();
        } finally {
            boolean more;
            synchronized (this) {
                running = !tasks.isEmpty();
                more = running;
            }
            if (more) {
                start();
            }
        }
    }
}
