/** What each database does, as the statements of its dialect rely on it. */
package io.rowlock.engines.facts;
