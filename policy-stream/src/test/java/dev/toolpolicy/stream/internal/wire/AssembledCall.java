package dev.toolpolicy.stream.internal.wire;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A call put together from parts in the simplest way there is; one of the provider's has no text. */
record AssembledCall(String id, String name, boolean provided, String text) {

    /** The calls in the order in which they start. */
    static List<AssembledCall> of(List<WirePart> parts) {
        List<AssembledCall> calls = new ArrayList<>();
        Map<Integer, Integer> at = new HashMap<>();
        for (WirePart part : parts) {
            Integer open = at.get(part.position());
            switch (part.kind()) {
                case CALL, PROVIDER_CALL -> {
                    if (open == null || !calls.get(open).id.equals(part.id())) {
                        at.put(part.position(), calls.size());
                        calls.add(new AssembledCall(
                                part.id(), part.text(), part.kind() == WirePart.Kind.PROVIDER_CALL, ""));
                    } else {
                        AssembledCall call = calls.get(open);
                        calls.set(open, new AssembledCall(call.id, call.name + part.text(), false, call.text));
                    }
                }
                case ARGUMENTS -> {
                    AssembledCall call = calls.get(open);
                    calls.set(open, new AssembledCall(call.id, call.name, false, call.text + part.text()));
                }
                case TEXT, COMPLETE, CUT -> {}
            }
        }
        return calls;
    }
}
