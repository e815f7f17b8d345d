package io.rowlock.bench.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvTest {

    @Test
    void writtenRowsAreReadAgain(@TempDir Path directory) throws IOException {
        List<Measurement> measured = List.of(
                new Measurement(new Key("pairs", "PostgreSQL", "Redisson, AOF always", 64, Metric.PAIRS), 1, 1234.5),
                new Measurement(new Key("hand-over", "H2 (file)", "Rowlock", 2, Metric.HAND_OVER), 2, 0.125));
        Path file = directory.resolve("results.csv");
        Csv.write(new Results(measured), file);
        assertThat(Csv.read(file).measurements()).isEqualTo(measured);
    }
}
