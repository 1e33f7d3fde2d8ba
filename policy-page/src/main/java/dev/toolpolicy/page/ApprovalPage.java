package dev.toolpolicy.page;

import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.stream.CallProgress;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.CompletionStage;

/**
 * A local web page on which a person answers approval requests and watches calls.
 *
 * <pre>{@code
 * try (ApprovalPage page = ApprovalPage.open(0)) {
 *     System.out.println("Answer at " + page.address());
 *     PolicyEngine engine = PolicyEngine.builder().tools(catalog).permission(page).build();
 *     ...
 * }
 * }</pre>
 *
 * <p>Each client that knows the address can answer: it holds a token of 128 random bits, and the server listens on the
 * loopback alone. What comes from a call is shown as text. A request without an answer is declined at its time limit,
 * and open requests are declined when the page is closed.
 *
 * <p>Safe for any thread; one page serves any number of sessions.
 */
public final class ApprovalPage implements PermissionHandler, CallRecord.Listener, AutoCloseable {
    private static final int RECORDS = 200;

    private final Board board = new Board(RECORDS);
    private final Cards cards = new Cards();
    private final OpenRequests requests = new OpenRequests(board, cards);
    private final ArrivingCalls arriving = new ArrivingCalls(board, cards);
    private final PageServer server;

    private ApprovalPage(int port) throws IOException {
        server = new PageServer(port, board, requests);
    }

    /**
     * Opens a page.
     *
     * @param port where it listens on the loopback; 0 for any port that is free
     * @return the page
     * @throws IOException if the port is in use or can't be had
     */
    public static ApprovalPage open(int port) throws IOException {
        return new ApprovalPage(port);
    }

    /**
     * Returns its address.
     *
     * @return the address with its token, for the approver only
     */
    public URI address() {
        return server.address();
    }

    /**
     * Shows a piece of a call's arguments. Give this method to {@code PolicySession.onProgress}.
     *
     * @param progress the piece
     */
    public void progress(CallProgress progress) {
        arriving.add(progress);
    }

    /** Shows a call in the history. Give the page to {@code PolicyEngineBuilder.onCall}, so that it gets the calls. */
    @Override
    public void onCall(CallRecord call) {
        arriving.remove(call.serial());
        board.keep("record-" + call.serial(), RecordCard.of(cards, call));
    }

    @Override
    public CompletionStage<Answer> ask(ApprovalRequest request) {
        return requests.ask(request);
    }

    @Override
    public void refreshed(ApprovalRequest request) {
        requests.refreshed(request);
    }

    @Override
    public void answered(ApprovalRequest request) {
        requests.answered(request);
    }

    @Override
    public void withdrawn(ApprovalRequest request, String reason) {
        requests.withdrawn(request, reason);
    }

    /** Declines what is open and ends. Closing again changes nothing. */
    @Override
    public void close() {
        requests.close();
        board.close();
        server.close();
    }
}
