/**
 * The findings of the doctor: those it must make, and on a healthy database none. These tests change servers' settings, so
 * they run one at a time, apart from the other contracts.
 */
package io.rowlock.engines.doctor;
