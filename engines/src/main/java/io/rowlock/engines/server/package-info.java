/** An engine, and how a server is started, stopped and administered. */
@NullMarked
package io.rowlock.engines.server;

import org.jspecify.annotations.NullMarked;
