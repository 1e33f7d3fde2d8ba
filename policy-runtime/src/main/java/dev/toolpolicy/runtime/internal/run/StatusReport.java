package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.runtime.call.ToolCallStream.Status;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The report of a call's status to one listener: each change once, in order, by one thread at a time. The listener is
 * called without a lock.
 */
final class StatusReport {

    private final Supplier<Status> now;
    private volatile @Nullable Consumer<? super Status> listener;
    private final Queue<Status> news = new ArrayDeque<>();
    private @Nullable Status last;
    private boolean telling;

    StatusReport(Supplier<Status> now) {
        this.now = now;
    }

    /** Sets the listener, which hears the status now and each change. */
    void to(Consumer<? super Status> newListener) {
        synchronized (this) {
            last = null;
            listener = newListener;
        }
        tell();
    }

    /** Tells the status if it has changed. If another thread is telling, that thread tells this change too. */
    void tell() {
        Consumer<? super Status> hears = listener;
        if (hears == null) {
            return;
        }
        synchronized (this) {
            Status status = now.get();
            if (status == last) {
                return;
            }
            last = status;
            news.add(status);
            if (telling) {
                return;
            }
            telling = true;
        }
        for (Status next = next(); next != null; next = next()) {
            Status told = next;
            try {
                UserCode.run(
                        CallLog.LOG,
                        Level.WARNING,
                        "a listener for a call's status failed; the call goes on",
                        () -> hears.accept(told));
            } catch (Throwable fatal) {
                stop();
                throw fatal;
            }
        }
    }

    private synchronized @Nullable Status next() {
        Status next = news.poll();
        telling = next != null;
        return next;
    }

    private synchronized void stop() {
        telling = false;
    }
}
