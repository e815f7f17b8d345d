/** The behaviour of each database on which the statements of its dialect rely. */
package io.rowlock.engines.facts;
