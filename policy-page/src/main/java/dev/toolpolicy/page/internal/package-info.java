/** What our other servers share with the approval page; not for users. */
@NullMarked
package dev.toolpolicy.page.internal;

import org.jspecify.annotations.NullMarked;
