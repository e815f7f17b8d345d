package io.rowlock.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rowlock.LockKey;
import io.rowlock.table.LockTable.Comparison;
import io.rowlock.table.LockTable.Release;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class LockTableTest {
    private static final LockTable DIST_LOCK = LockTable.distLock().inZone(ZoneOffset.UTC);

    @Test
    void theKnownTablesAreDescribedInFull() {
        assertThat(List.of(
                        LockTable.pessimisticLock(),
                        DIST_LOCK,
                        LockTable.springIntegration("r"),
                        LockTable.shedlock().inZone(ZoneOffset.UTC),
                        LockTable.locks().inZone(ZoneOffset.UTC)))
                .extracting(LockTable::toString)
                .containsExactly(
                        "LockTable[table=TBL_PESSIMISTIC_LOCK, key=Key[form=NAME, columns=[LOCK_NAME], width=64, region=],"
                                + " columns=Columns[owner=LOCK_HOLDER, ownerWidth=64, expiry=EXPIRED_TIME,"
                                + " acquired=Optional[LOCK_TIME], status=Optional[LOCK_STATUS]], release=FREE_STATUS,"
                                + " time=Time[zone=Optional.empty, fraction=OptionalInt[0], skew=PT0S,"
                                + " comparison=Comparison[equalIsOver=false, fraction=OptionalInt[0]]]]",
                        "LockTable[table=dist_lock, key=Key[form=NAME, columns=[name], width=100, region=],"
                                + " columns=Columns[owner=owner, ownerWidth=100, expiry=expiry,"
                                + " acquired=Optional.empty, status=Optional.empty], release=EXPIRED_LONG_AGO,"
                                + " time=Time[zone=Optional[Z], fraction=OptionalInt.empty, skew=PT0S,"
                                + " comparison=Comparison[equalIsOver=false, fraction=OptionalInt[6]]]]",
                        "LockTable[table=INT_LOCK, key=Key[form=REGION_AND_UUID, columns=[REGION, LOCK_KEY], width=200,"
                                + " region=r], columns=Columns[owner=CLIENT_ID, ownerWidth=36, expiry=EXPIRED_AFTER,"
                                + " acquired=Optional[CREATED_DATE], status=Optional.empty], release=NO_ROW,"
                                + " time=Time[zone=Optional[Z], fraction=OptionalInt[3], skew=PT0S,"
                                + " comparison=Comparison[equalIsOver=false, fraction=OptionalInt[6]]]]",
                        "LockTable[table=shedlock, key=Key[form=NAME, columns=[name], width=64, region=],"
                                + " columns=Columns[owner=locked_by, ownerWidth=255, expiry=lock_until,"
                                + " acquired=Optional[locked_at], status=Optional.empty], release=EXPIRED_NOW,"
                                + " time=Time[zone=Optional[Z], fraction=OptionalInt[3], skew=PT0S,"
                                + " comparison=Comparison[equalIsOver=true, fraction=OptionalInt[3]]]]",
                        "LockTable[table=locks, key=Key[form=TYPE_AND_ID, columns=[type, id], width=255, region=],"
                                + " columns=Columns[owner=lockid, ownerWidth=255, expiry=expiration_time,"
                                + " acquired=Optional.empty, status=Optional.empty], release=NO_ROW,"
                                + " time=Time[zone=Optional[Z], fraction=OptionalInt.empty, skew=PT0S,"
                                + " comparison=Comparison[equalIsOver=false, fraction=OptionalInt[3]]]]");
    }

    @Test
    void descriptionsAreEqualIfAllTheirPartsAre() {
        LockTable same = LockTable.distLock().inZone(ZoneOffset.UTC);
        assertThat(same).isEqualTo(DIST_LOCK).hasSameHashCodeAs(DIST_LOCK);
        assertThat(List.of(
                        DIST_LOCK.named("other"),
                        DIST_LOCK.inZone(ZoneId.of("Asia/Seoul")),
                        DIST_LOCK.withFraction(3),
                        DIST_LOCK.withSkew(Duration.ofSeconds(1)),
                        DIST_LOCK.withComparison(Comparison.atExpiry()),
                        DIST_LOCK.withComparison(Comparison.pastExpiry()),
                        own("owner", Release.EXPIRED_LONG_AGO),
                        own("holder", Release.EXPIRED_LONG_AGO),
                        own("owner", Release.NO_ROW)))
                .doesNotHaveDuplicates()
                .doesNotContain(DIST_LOCK);
    }

    @Test
    void aTableOfAnotherShapeHasTheDatabasesTimeUntilChanged() {
        LockTable own = own("owner", Release.NO_ROW);
        assertThat(own.time().zone()).isEmpty();
        assertThat(own.time().fraction()).isEmpty();
        assertThat(own.time().skew()).isZero();
        assertThat(own.time().comparison()).isEqualTo(Comparison.pastExpiry());
        assertThat(own.key().values(LockKey.of("a"))).containsExactly("a");
    }

    @Test
    void badPartsAreRejected() {
        assertThatIllegalArgumentException().isThrownBy(() -> TableKey.ofName("name; DROP", 100));
        assertThatIllegalArgumentException().isThrownBy(() -> TableColumns.of("owner", 100, "a b"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TableColumns.of("owner", 100, "expiry").withStatus("a b"));
        assertThatIllegalArgumentException().isThrownBy(() -> DIST_LOCK.withFraction(7));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Comparison.atExpiry().withFraction(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> DIST_LOCK.withSkew(Duration.ofMillis(-1)));
    }

    private static LockTable own(String owner, Release release) {
        return LockTable.of("own", TableKey.ofName("name", 100), TableColumns.of(owner, 100, "expiry"), release);
    }
}
