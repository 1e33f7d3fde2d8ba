package dev.toolpolicy.springboot;

import dev.toolpolicy.page.StoredApprovalPage;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.Optional;

/** The page over stored requests at a path of the application, for signed-in users with the role of approvers. */
final class ApprovalFilter implements Filter {
    private static final int LONGEST = (8 << 20) + 1;

    private final String path;
    private final String role;
    private final StoredApprovalPage page;

    ApprovalFilter(String path, String role, StoredApprovalPage page) {
        String slashed = path.startsWith("/") ? path : "/" + path;
        this.path = slashed.endsWith("/") ? slashed : slashed + "/";
        this.role = role;
        this.page = page;
    }

    @Override
    public void doFilter(ServletRequest asked, ServletResponse given, FilterChain chain)
            throws IOException, ServletException {
        if (asked instanceof HttpServletRequest request
                && given instanceof HttpServletResponse response
                && (inside(request) + "/").startsWith(path)) {
            if (inside(request).length() < path.length()) {
                response.sendRedirect(request.getContextPath() + path); // the page's own links begin there
            } else {
                send(response, page.respond(read(request)));
            }
        } else {
            chain.doFilter(asked, given);
        }
    }

    /** Returns the path within the application. */
    private static String inside(HttpServletRequest request) {
        return request.getRequestURI().substring(request.getContextPath().length());
    }

    private StoredApprovalPage.Request read(HttpServletRequest request) throws IOException {
        Optional<String> user = Optional.ofNullable(request.getUserPrincipal())
                .map(Principal::getName)
                .filter(name -> request.isUserInRole(role));
        return new StoredApprovalPage.Request(
                request.getMethod(),
                inside(request).substring(path.length()),
                user,
                name -> Optional.ofNullable(request.getHeader(name)),
                request.getInputStream().readNBytes(LONGEST));
    }

    private static void send(HttpServletResponse response, StoredApprovalPage.Response page) throws IOException {
        response.setStatus(page.status());
        page.headers().forEach(response::setHeader);
        response.getOutputStream().write(page.body());
    }
}
