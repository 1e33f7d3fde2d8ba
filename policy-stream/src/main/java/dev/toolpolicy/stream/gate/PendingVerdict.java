package dev.toolpolicy.stream.gate;

import java.util.concurrent.CompletionStage;

/**
 * A call that is being decided about.
 *
 * @param fate what becomes of it, when that is known
 * @param withdraw withdraws the approval request
 */
record PendingVerdict(CompletionStage<GateVerdict> fate, Runnable withdraw) {}
