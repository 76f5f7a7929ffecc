import com.xiaoju.uemc.tinyid.client.utils.TinyId;

import java.io.BufferedOutputStream;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A program that uses TinyId's client as its guide shows: `TinyId.nextId(bizType)` in several threads. Prints each ID on a line and, to
 * stderr, each call that failed, which is made again. Ends with its standard input.
 *
 * <p>Ids BIZ_TYPE THREADS IDS_PER_SECOND, with tinyid_client.properties on the class path; 0 for no limit.
 */
public final class Ids {
    private static final AtomicBoolean ENDED = new AtomicBoolean();
    private static final PrintStream OUT = new PrintStream(new BufferedOutputStream(System.out, 1 << 16), false);

    private static void take(String tag, long nanos) {
        long next = System.nanoTime();
        while (!ENDED.get()) {
            try {
                Long id = TinyId.nextId(tag);
                synchronized (OUT) {
                    OUT.println(id);
                }
            } catch (RuntimeException failed) {
                System.err.println("failed: " + failed.getMessage());
                pause(10_000_000);
            }
            next += nanos;
            pause(next - System.nanoTime());
        }
    }

    private static void pause(long nanos) {
        if (nanos > 0) {
            try {
                Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
            } catch (InterruptedException ignored) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] words) throws Exception {
        Logger.getLogger("").setLevel(Level.OFF);
        int threads = Integer.parseInt(words[1]);
        long rate = Long.parseLong(words[2]);
        long nanos = rate == 0 ? 0 : threads * 1_000_000_000L / rate;
        Thread[] takers = new Thread[threads];
        for (int i = 0; i < threads; ++i) {
            takers[i] = new Thread(() -> take(words[0], nanos));
            takers[i].start();
        }
        while (System.in.read() >= 0) {
            synchronized (OUT) {
                OUT.flush();
            }
        }
        ENDED.set(true);
        for (Thread each : takers) {
            each.join();
        }
        OUT.flush();
        System.exit(0); // the client's own threads would keep it alive
    }
}
