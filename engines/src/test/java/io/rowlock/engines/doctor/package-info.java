/**
 * What the examination of a database must find, and on a healthy one must not. These tests change servers' settings, so
 * they run one at a time, apart from the other contracts.
 */
package io.rowlock.engines.doctor;
