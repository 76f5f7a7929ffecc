import com.github.yitter.contract.IdGeneratorOptions;
import com.github.yitter.idgen.DefaultIdGenerator;

/** IDs of Yitter's generator with its default options. It has no reader: the machine ID and the time are those around the call. */
public class Main {
    public static void main(String[] ignored) throws Exception {
        for (short worker : new short[] {0, 1, 37, 63}) {
            DefaultIdGenerator made = new DefaultIdGenerator(new IdGeneratorOptions(worker));
            for (int i = 0; i < 3; i++) {
                long from = System.currentTimeMillis();
                long id = made.newLong();
                System.out.println("yitter " + id + " " + worker + " - " + from + " " + System.currentTimeMillis());
            }
        }
    }
}
