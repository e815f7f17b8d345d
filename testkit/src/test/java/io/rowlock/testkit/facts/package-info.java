/** What the statements take for granted of each database, tried on the database itself. */
package io.rowlock.testkit.facts;
