package io.rowlock.cli.demo.message;

/**
 * News, and whose.
 *
 * @param clerk who told it
 * @param news what
 */
public record Message(Badge clerk, News news) {}
