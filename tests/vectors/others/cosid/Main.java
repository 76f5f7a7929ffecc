import java.time.ZoneOffset;

import me.ahoo.cosid.CosId;
import me.ahoo.cosid.converter.Radix62IdConverter;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeIdStateParser;
import me.ahoo.cosid.snowflake.SafeJavaScriptSnowflakeId;
import me.ahoo.cosid.snowflake.SecondSnowflakeId;
import me.ahoo.cosid.snowflake.SecondSnowflakeIdStateParser;
import me.ahoo.cosid.snowflake.SnowflakeId;
import me.ahoo.cosid.snowflake.SnowflakeIdState;
import me.ahoo.cosid.snowflake.SnowflakeIdStateParser;

/** IDs of CosId's generators, what its parsers read from them, and its text of radix 62. */
public class Main {
    static void three(String kind, SnowflakeId made, SnowflakeIdStateParser parser) {
        for (int i = 0; i < 3; i++) {
            long id = made.generate();
            SnowflakeIdState state = parser.parse(id);
            long at = state.getTimestamp().toInstant(ZoneOffset.UTC).toEpochMilli();
            System.out.println(kind + " " + id + " " + state.getMachineId() + " " + state.getSequence() + " " + at + " " + at);
            System.out.println("base62 " + id + " " + Radix62IdConverter.PAD_START.asString(id));
        }
    }

    public static void main(String[] ignored) {
        for (int machine : new int[] {0, 5, 1023}) {
            MillisecondSnowflakeId fine = new MillisecondSnowflakeId(machine);
            three("cosid", fine, MillisecondSnowflakeIdStateParser.of(fine, ZoneOffset.UTC, false));
            SecondSnowflakeId coarse = new SecondSnowflakeId(machine);
            three("cosid-second", coarse, SecondSnowflakeIdStateParser.of(coarse, ZoneOffset.UTC, false));
        }
        for (int machine : new int[] {0, 7}) {
            MillisecondSnowflakeId safe = SafeJavaScriptSnowflakeId.ofMillisecond(machine);
            three("cosid-js-1970", safe, MillisecondSnowflakeIdStateParser.of(safe, ZoneOffset.UTC, false));
            MillisecondSnowflakeId given = SafeJavaScriptSnowflakeId.ofMillisecond(CosId.COSID_EPOCH, 41, 3, 9, machine, 255);
            three("cosid-js", given, MillisecondSnowflakeIdStateParser.of(given, ZoneOffset.UTC, false));
        }
        for (long each : new long[] {0, 1, 61, 62, 9007199254740991L, Long.MAX_VALUE})
            System.out.println("base62 " + each + " " + Radix62IdConverter.PAD_START.asString(each));
    }
}
