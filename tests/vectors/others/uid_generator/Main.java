import com.xfvape.uid.BitsAllocator;
import com.xfvape.uid.impl.DefaultUidGenerator;

/**
 * IDs as uid-generator's allocator puts them together by its default widths, at times before they ended in 2024, when its generator
 * began to refuse; each is read by its own parseUID.
 */
public class Main {
    public static void main(String[] ignored) throws Exception {
        DefaultUidGenerator reader = new DefaultUidGenerator();
        reader.setWorkerIdAssigner(() -> 1);
        reader.afterPropertiesSet();
        BitsAllocator made = new BitsAllocator(28, 22, 13);
        long[][] all = {{0, 1, 0}, {1, 2, 8191}, {86400, 4194303, 5}, {268435455, 77, 4096}};
        for (long[] each : all) {
            long id = made.allocate(each[0], each[1], each[2]);
            if (!reader.parseUID(id).contains("\"workerId\":\"" + each[1] + "\",\"sequence\":\"" + each[2] + "\""))
                throw new IllegalStateException(reader.parseUID(id));
            long at = 1463673600000L + each[0] * 1000;
            System.out.println("uid-generator " + id + " " + each[1] + " " + each[2] + " " + at + " " + at);
        }
    }
}
