import org.apache.seata.common.util.IdWorker;

/** IDs of Seata's IdWorker, whose time is that of its start and then counts. It has no reader. */
public class Main {
    public static void main(String[] ignored) {
        for (long worker : new long[] {0, 1, 700, 1023}) {
            long from = System.currentTimeMillis();
            IdWorker made = new IdWorker(worker);
            long until = System.currentTimeMillis();
            for (int i = 0; i < 3; i++)
                System.out.println("seata " + made.nextId() + " " + worker + " - " + from + " " + until);
        }
    }
}
