/** Sessions and approvals in a database. Use {@code JdbcSessionStore}. */
@NullMarked
package dev.toolpolicy.jdbc;

import org.jspecify.annotations.NullMarked;
