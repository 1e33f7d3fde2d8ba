/**
 * A local server that plays recorded responses of models, so that real SDKs can be run against them.
 *
 * <p>Read {@link dev.toolpolicy.test.replay.ReplayServer} first: a {@link dev.toolpolicy.test.replay.Replay}
 * says what is played and how it is cut, an {@link dev.toolpolicy.test.replay.Exchange} what became of it.
 */
@NullMarked
package dev.toolpolicy.test.replay;

import org.jspecify.annotations.NullMarked;
