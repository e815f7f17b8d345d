/** Promises under faults of the network, the server and processes; one class for each database. */
package io.rowlock.engines.fault;
