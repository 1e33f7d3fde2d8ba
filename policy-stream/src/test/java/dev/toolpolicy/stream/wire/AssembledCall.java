package dev.toolpolicy.stream.wire;

import dev.toolpolicy.stream.wire.WirePart.ArgumentText;
import dev.toolpolicy.stream.wire.WirePart.CallStarted;
import dev.toolpolicy.stream.wire.WirePart.Owner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A call put together from parts in the simplest way there is. */
record AssembledCall(String id, String name, Owner owner, String text) {

    /** The calls in the order in which they start. */
    static List<AssembledCall> of(List<WirePart> parts) {
        List<AssembledCall> calls = new ArrayList<>();
        Map<Integer, Integer> at = new HashMap<>();
        for (WirePart part : parts) {
            if (part instanceof CallStarted start) {
                Integer open = at.get(start.position());
                if (open != null && calls.get(open).id.equals(start.id())) {
                    AssembledCall call = calls.get(open);
                    calls.set(open, new AssembledCall(call.id, call.name + start.name(), call.owner, call.text));
                } else {
                    at.put(start.position(), calls.size());
                    calls.add(new AssembledCall(start.id(), start.name(), start.owner(), ""));
                }
            } else if (part instanceof ArgumentText more) {
                int open = at.get(more.position());
                AssembledCall call = calls.get(open);
                calls.set(open, new AssembledCall(call.id, call.name, call.owner, call.text + more.text()));
            }
        }
        return calls;
    }
}
