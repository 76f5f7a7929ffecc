import cn.hutool.core.lang.Snowflake;

/** IDs of Hutool's generator, and what Hutool reads from them. */
public class Main {
    public static void main(String[] ignored) {
        long[][] places = {{0, 0}, {31, 31}, {5, 17}};
        for (long[] each : places) {
            Snowflake made = new Snowflake(each[0], each[1]);
            for (int i = 0; i < 3; i++) {
                long id = made.nextId();
                long at = made.getGenerateDateTime(id);
                long machine = made.getDataCenterId(id) << 5 | made.getWorkerId(id);
                System.out.println("snowflake " + id + " " + machine + " - " + at + " " + at);
            }
        }
    }
}
