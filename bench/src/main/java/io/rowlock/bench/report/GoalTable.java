package io.rowlock.bench.report;

import io.rowlock.bench.result.Goal;
import io.rowlock.bench.result.Results;
import io.rowlock.bench.result.Verdict;
import java.util.List;

/** Goals as a table: what was wanted, what was measured, whether that is enough. */
final class GoalTable {
    private GoalTable() {}

    static Table of(Results results, List<Goal> goals) {
        return Table.ofWords(
                List.of("work", "at least (hoped for)", "measured", "verdict"),
                goals.stream().map(goal -> row(results, goal)).toList());
    }

    private static List<String> row(Results results, Goal goal) {
        Verdict verdict = goal.judge(results);
        return List.of(
                goal.work(), goal.wanted(), verdict.reached(), verdict.grade().toString());
    }
}
