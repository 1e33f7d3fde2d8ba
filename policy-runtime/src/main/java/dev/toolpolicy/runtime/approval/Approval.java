package dev.toolpolicy.runtime.approval;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.runtime.internal.approve.StoredText;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A stored request to approve one call, its answer, and what became of the call. It can be requested on one node,
 * answered on another and run on a third, also after a restart. It allows one run of this call, with these arguments.
 * Immutable: it shows the state at the time of reading. Not to be implemented by users.
 */
public interface Approval {
    /** Returns the approval's id. It can't be guessed, and doesn't suffice to answer. */
    String id();

    /** Returns the session of the call. */
    String session();

    /** Returns the call that runs if it is approved: with its defaults, and as an approver edited it. */
    ToolCall call();

    /** Returns a copy of the arguments with which approval was requested, also if an approver edited them. */
    ObjectNode requested();

    /**
     * Returns the digest of what an answer covers: the tool, the arguments of {@link #call}, where links in its paths
     * lead, and the rule that asks.
     *
     * @return 64 hexadecimal digits; another call, or the same with other arguments, has another digest
     */
    String digest();

    /** Returns the time of the request. */
    Instant asked();

    /** Returns the time at which the request and its answer expire. A call that has begun doesn't expire. */
    Instant expires();

    /** Returns the status. */
    Status status();

    /**
     * Returns what asks for approval, in words.
     *
     * @return one line, such as {@code rule 2 (/path prefix "prod/" -> ask), policy 'approval_required'}
     */
    String askedBy();

    /**
     * Returns why approval is needed, for people and other programs.
     *
     * @return a copy with the members that are known: {@code rule}, {@code name}, {@code reason}, {@code place} (file
     *     and line of the rule list), {@code decided} (pointers of the arguments that decided), {@code links} (where
     *     paths lead), {@code policies} (names and reasons of the policies that need an approval), {@code flows} (the
     *     part of the session's labels and sets in the decision), {@code remedies} (changes of one argument with which
     *     the rules would have allowed the call), {@code warnings} (text in the arguments that could mislead a reader)
     */
    ObjectNode evidence();

    /** Returns whether an approver may edit the arguments: the rule that asks says {@code edit}. */
    boolean canEdit();

    /** Returns the id of the approval whose call must end before this one may run; empty if there is none. */
    Optional<String> behind();

    /** Returns who answered; empty without an answer, and if no answer was needed. */
    Optional<String> by();

    /** Returns the reason of the answer, if one was given. */
    Optional<String> reason();

    /**
     * Returns the request as safe text for people, with nothing cut: what asks, the call, and what could mislead.
     *
     * @return some lines of plain text
     */
    default String wholeText() {
        return StoredText.whole(this);
    }

    /**
     * Returns the approval as JSON for pages and other programs, as {@code approval.schema.json} describes it.
     *
     * @return a new object
     */
    default ObjectNode json() {
        return StoredText.json(this);
    }

    /** The status of an approval. The word is the same in code, stores, pages and commands. */
    enum Status {
        /** The request has no answer yet. */
        PENDING,
        /** The call may run once. */
        GRANTED,
        /** The call must not run. */
        DECLINED,
        /** The time was over before the call began. */
        EXPIRED,
        /** The call has begun and has no outcome yet. */
        RUNNING,
        /** The call ran and succeeded. */
        RAN,
        /** The call ran and failed. */
        FAILED,
        /** The call began, and its outcome is unknown: its process died, or the outcome never came. */
        LOST;

        /** Returns the status as one word, for records and messages. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns whether the call may still run or is running: it is pending, granted or running. */
        public boolean isOpen() {
            return this == PENDING || this == GRANTED || this == RUNNING;
        }
    }
}
