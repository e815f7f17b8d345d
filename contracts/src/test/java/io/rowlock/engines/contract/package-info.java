/** Promises that need a server which can be cut off, stopped or made a replica, and processes that die. */
package io.rowlock.engines.contract;
