package io.rowlock.chaos.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.chaos.check.HistoryBuilder;
import io.rowlock.chaos.history.Kind;
import io.rowlock.chaos.plan.Amounts;
import org.junit.jupiter.api.Test;

class ReportTest {
    private final HistoryBuilder broken = new HistoryBuilder()
            .granted("worker-1", 1, 0, 10)
            .granted("worker-2", 2, 15, 30)
            .fault("cut", 5, 50)
            .released("worker-1", 1, 31)
            .released("worker-2", 2, 40);

    private final HistoryBuilder clean =
            new HistoryBuilder().granted("worker-1", 1, 0, 10).released("worker-1", 1, 31);

    @Test
    void theTextCountsByFaultAndNamesWhatIsBroken() {
        String text = TextReport.of(Verdict.of(broken.histories()));
        assertThat(text)
                .contains("BROKEN: no two overlapping beliefs (S2), 1 times")
                .contains("cut");
        assertThat(TextReport.of(Verdict.of(clean.histories()))).contains("0 violations");
    }

    @Test
    void theReportComparesTheRunWithWhatItWasAskedFor() {
        Amounts asked = new Amounts(1, 0, 2_000);
        assertThat(Amounts.asked(asked.in(clean.histories().facts()))).isEqualTo(asked);
        clean.fact("asked.acquisitions", "1").fact("asked.cuts-at-a-byte", "2000");
        Verdict verdict = Verdict.of(clean.histories());
        assertThat(verdict.isGoalReached()).isFalse();
        assertThat(TextReport.of(verdict))
                .contains("  1 acquisitions asked for, 1 made\n")
                .contains("  2,000 cuts at a byte asked for, 0 made: not reached\n")
                .doesNotContain("guard races asked for");
        assertThat(Page.of(verdict)).contains("2,000 cuts at a byte asked for, 0 made: not reached.<br>");
    }

    @Test
    void secondsAreRounded() {
        HistoryBuilder history = new HistoryBuilder()
                .granted("worker-1", 1, 0, 10)
                .fault("cut", 100, 900)
                .released("worker-1", 1, 1_000)
                .granted("worker-2", 2, 1_100, 1_110);
        assertThat(TextReport.of(Verdict.of(history.histories()))).containsPattern("cut +1 +1 ");
    }

    @Test
    void thePageNeedsNothingElse() {
        assertThat(Page.of(Verdict.of(broken.histories())))
                .doesNotContain("http", "<script", "<img", "<link", "@import");
    }

    @Test
    void thePageExplainsAViolationAndPointsAtIt() {
        String page = Page.of(Verdict.of(broken.histories()));
        assertThat(page)
                .contains("Two processes believed at the same moment that the lock was theirs")
                .contains("worker-2 (token 2) was granted the lock while worker-1 (token 1) still had it")
                .contains("connections are reset, again and again (cut)")
                .contains("href=\"#v1\"")
                .contains("id=\"v1\"");
    }

    @Test
    void thePageTellsTheMomentOfAViolationThatNamesNoLock() {
        HistoryBuilder dropped = new HistoryBuilder()
                .granted("worker-1", 1, 0, 10)
                .event("worker-1", Kind.RELEASE_DROPPED, 20, 0, "2")
                .released("worker-1", 1, 31);
        assertThat(Page.of(Verdict.of(dropped.histories())))
                .contains(
                        "<b>At 0.020 s, while nothing was broken.</b> worker-1 was about to release 2 grants that it held");
    }

    @Test
    void thePageExplainsItsWordsAndColours() {
        assertThat(Page.of(Verdict.of(broken.histories())))
                .contains("<dt>guard race</dt>", "<dt>busy</dt>", "<dt>lease</dt>")
                .contains("<dt>cut</dt><dd>connections are reset, again and again</dd>")
                .contains("</span>worker-1</li>", "</span>a fault, with its name above and below</li>")
                .contains("prefers-color-scheme: dark");
    }

    @Test
    void theTextAndThePageSayWhyRequestsFailed() {
        Verdict verdict = Verdict.of(new HistoryBuilder()
                .granted("worker-1", 1, 0, 10)
                .failed("worker-1", 2, 20, 30, "LockStoreException")
                .histories());
        assertThat(TextReport.of(verdict))
                .contains(
                        "why requests failed",
                        "no answer, or an error",
                        "nothing broken  = intended  + meanwhile",
                        "soon after:");
        assertThat(Page.of(verdict))
                .contains("why requests failed", "no answer, or an error", "<dt>soon after</dt>", "<dt>otherwise</dt>");
    }

    @Test
    void aRunInWhichNothingFailedSaysNothingOfReasons() {
        assertThat(TextReport.of(Verdict.of(clean.histories()))).doesNotContain("why requests failed");
    }

    @Test
    void aPageWithoutViolationsSaysSo() {
        assertThat(Page.of(Verdict.of(clean.histories())))
                .contains("0 violations")
                .doesNotContain("Broken:");
    }

    @Test
    void wordsFromOutsideAreEscaped() {
        assertThat(Html.escaped("<b>&\"")).isEqualTo("&lt;b&gt;&amp;&quot;");
    }
}
