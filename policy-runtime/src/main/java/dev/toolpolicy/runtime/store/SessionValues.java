package dev.toolpolicy.runtime.store;

import dev.toolpolicy.event.PolicyEvent;
import dev.toolpolicy.runtime.approval.Approval;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The values of settings with their defaults. Only a copy that belongs to no settings yet is changed. */
final class SessionValues implements Cloneable {
    SessionStore store = SessionStore.inMemory();
    boolean storeGiven;
    boolean countsApart;
    Clock clock = Clock.systemUTC();
    List<Consumer<? super PolicyEvent>> listeners = List.of();
    boolean everyCheck;
    UnaryOperator<PolicyEvent> redactor = denied -> denied;
    Duration retryTimeout = Duration.ofSeconds(5);
    int openCalls = 1000;
    Duration outcomeTimeout = Duration.ofHours(1);

    @Nullable
    Duration approvalValidity;

    boolean resentCalls;
    Set<String> independentTools = Set.of();
    List<Consumer<? super Approval>> pendingListeners = List.of();

    @Nullable
    BiPredicate<? super Approval, String> mayAnswer;

    String secret = "";
    int setValues = 2_000;
    int requestValues = 20_000;
    int messageLength = 4_000;

    SessionValues copy() {
        try {
            return (SessionValues) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }
}
