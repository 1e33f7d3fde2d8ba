package dev.toolpolicy.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.internal.approve.ArgumentDisplay;
import dev.toolpolicy.stream.CallProgress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** The calls whose arguments are arriving. A call that is never said to be over goes when many others have come. */
final class ArrivingCalls {
    private static final int MOST = 32;

    private final Board board;
    private final Cards cards;
    private final Map<Long, Arriving> calls = new LinkedHashMap<>();

    ArrivingCalls(Board board, Cards cards) {
        this.board = board;
        this.cards = cards;
    }

    void add(CallProgress progress) {
        Arriving call;
        synchronized (this) {
            call = calls.computeIfAbsent(
                    progress.serial(),
                    serial -> new Arriving(progress.tool(), key(serial), cards.display(progress.tool())));
            if (calls.size() > MOST) {
                Iterator<Long> oldest = calls.keySet().iterator();
                board.remove(key(oldest.next()));
                oldest.remove();
            }
        }
        synchronized (call) {
            call.display.add(progress.fragment());
        }
        board.put(call.key, call::card);
    }

    synchronized void remove(long serial) {
        calls.remove(serial);
        board.remove(key(serial));
    }

    private static String key(long serial) {
        return "call-" + serial;
    }

    /** One call; its lock guards its display. */
    private record Arriving(String tool, String key, ArgumentDisplay display) {

        synchronized ObjectNode card() {
            ObjectNode card = Cards.card("call", key).put("title", VisibleText.line(tool));
            card.set("parameters", Cards.parameters(display));
            return card;
        }
    }
}
