package dev.toolpolicy.runtime.internal.fault;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** An executor that runs tasks on the thread that waits for their result. For one wait. */
public final class CallerThread implements Executor {
    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    /**
     * Waits for a result, and runs the tasks that come until then.
     *
     * @param result the result, which always completes
     * @param abandon ends the work if this thread is interrupted; its argument says why
     * @param <T> the type of the result
     * @return the result; the thread's interrupt status stays set if it was interrupted
     */
    @SuppressWarnings("FutureReturnValueIgnored") // wakes this thread, which asks the result itself
    public <T> T await(CompletionStage<T> result, Consumer<String> abandon) {
        CompletableFuture<T> future = result.toCompletableFuture();
        future.whenComplete((done, failure) -> tasks.add(() -> {}));
        boolean interrupted = false;
        while (!future.isDone()) {
            try {
                tasks.take().run();
            } catch (InterruptedException e) {
                interrupted = true;
                abandon.accept("the thread that waited for it was interrupted");
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return future.join();
    }
}
