package io.rowlock.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.cli.database.Access;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://host/shop?user=me&password=s3cret",
                "jdbc:postgresql://host/shop?password=s3cret&ssl=true",
                "jdbc:postgresql://host/shop?sslpassword=a;s3cret",
                "jdbc:mysql://me:s3cret@host/shop",
                "jdbc:mysql://me:s3/cr@et:s3cret@host/shop?a=b",
                "jdbc:mysql://address=(host=h)(password=s3cret)/shop",
                "jdbc:mysql://host/shop?password1=s3cret",
                "jdbc:mariadb://host/shop?keyStorePassword=s3cret",
                "jdbc:oracle:thin:scott/s3cret@//host/shop",
                "jdbc:oracle:thin:scott/s3cret@host:1521:shop",
                "jdbc:oracle:thin:scott/un\"balanced-s3cret@host",
                "jdbc:oracle:oci:\"sc/o@tt\"/\"a @s3cret\"@shop",
                "JDBC:ORACLE:thin:scott/s3@cr/s3cret@(DESCRIPTION=(ADDRESS=(HOST=h)))",
                "jdbc:h2:tcp://host/shop;USER=me;PASSWORD=with blank s3cret"
            })
    void aShownUrlHoldsNoPassword(String url) {
        assertThat(Secrets.hideIn(url)).contains("***").doesNotContain("s3cret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:postgresql://host:5432/shop?user=me&ssl=true", "jdbc:oracle:thin:@//host:1521/shop"})
    void aUrlWithoutSecretsIsShownAsItIs(String url) {
        assertThat(Secrets.hideIn(url)).isEqualTo(url);
    }

    @Test
    void theRestOfAMessageStays() {
        assertThat(Secrets.hideInText("cannot connect to jdbc:postgresql://h/db?password=s3cret (refused)"))
                .isEqualTo("cannot connect to jdbc:postgresql://h/db?password=*** (refused)");
    }

    @Test
    void aMessageAboutAHiddenUrlStaysWhole() {
        String message = "no driver for 'jdbc:x:y?password=***'; it should look otherwise";

        assertThat(Secrets.hideInText(message)).isEqualTo(message);
    }

    @Test
    void anAccessNeverShowsItsPassword() {
        Access access = new Access("jdbc:h2:tcp://h/x", java.util.Optional.of("me"), java.util.Optional.of("s3cret"));

        assertThat(access).hasToString("jdbc:h2:tcp://h/x");
    }
}
