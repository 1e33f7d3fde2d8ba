package dev.toolpolicy.stream.gate;

import java.util.concurrent.CompletionStage;

/**
 * A verdict on a call at the gate, which may still wait for an approver.
 *
 * @param verdict completes with the verdict
 * @param withdraw withdraws the approval request; does nothing if there is none
 */
record PendingVerdict(CompletionStage<GateVerdict> verdict, Runnable withdraw) {}
