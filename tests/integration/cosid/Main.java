import java.time.Duration;

import javax.sql.DataSource;

import me.ahoo.cosid.jdbc.JdbcIdSegmentDistributor;
import me.ahoo.cosid.jdbc.JdbcIdSegmentInitializer;
import me.ahoo.cosid.jdbc.JdbcMachineIdDistributor;
import me.ahoo.cosid.jdbc.JdbcMachineIdInitializer;
import me.ahoo.cosid.machine.ClockBackwardsSynchronizer;
import me.ahoo.cosid.machine.InMemoryMachineStateStorage;
import me.ahoo.cosid.machine.InstanceId;
import me.ahoo.cosid.segment.IdSegmentDistributor;
import me.ahoo.cosid.segment.IdSegmentDistributorDefinition;
import me.ahoo.cosid.segment.DefaultSegmentId;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import me.ahoo.cosid.spring.redis.SpringRedisIdSegmentDistributorFactory;
import org.mariadb.jdbc.MariaDbDataSource;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** A node of CosId, of its own classes, which prints what it gives. */
public class Main {
    static void numbers(IdSegmentDistributor from, int count) {
        DefaultSegmentId made = new DefaultSegmentId(from);
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < count; i++) {
            out.append(made.generate()).append('\n');
            if (i % 100 == 99) {
                System.out.print(out);
                out.setLength(0);
                Thread.yield();
            }
        }
        System.out.print(out);
    }

    /** IDs by a machine ID that is distributed, guarded, and given back at the end, if `how` is not "crash". */
    static void ids(DataSource from, String instance, int seconds, String how) throws Exception {
        Duration guarded = Duration.ofMinutes(5);
        JdbcMachineIdDistributor by =
            new JdbcMachineIdDistributor(from, new InMemoryMachineStateStorage(), ClockBackwardsSynchronizer.DEFAULT);
        InstanceId id = InstanceId.of(instance, false);
        int machine = by.distribute("shop", 10, id, guarded).getMachineId();
        MillisecondSnowflakeId made = new MillisecondSnowflakeId(machine);
        long end = System.currentTimeMillis() + seconds * 1000L;
        while (System.currentTimeMillis() < end) {
            for (int i = 0; i < 50; i++) System.out.println(made.generate());
            by.guard("shop", id, guarded);
            Thread.sleep(5);
        }
        if (!how.equals("crash")) by.revert("shop", id);
    }

    public static void main(String[] words) throws Exception {
        DataSource database = words[0].equals("redis") ? null : new MariaDbDataSource(words[1]);
        switch (words[0]) {
            case "init":
                new JdbcIdSegmentInitializer(database).initCosIdTable();
                new JdbcIdSegmentInitializer(database).initIdSegment("shop.order", 0);
                new JdbcMachineIdInitializer(database).initCosIdMachineTable();
                break;
            case "jdbc":
                numbers(new JdbcIdSegmentDistributor("shop", "order", Long.parseLong(words[2]), database), Integer.parseInt(words[3]));
                break;
            case "redis":
                LettuceConnectionFactory link = new LettuceConnectionFactory("127.0.0.1", Integer.parseInt(words[1]));
                link.afterPropertiesSet();
                link.start();
                StringRedisTemplate template = new StringRedisTemplate(link);
                IdSegmentDistributorDefinition of =
                    new IdSegmentDistributorDefinition("shop", "order", 0, Long.parseLong(words[2]));
                numbers(new SpringRedisIdSegmentDistributorFactory(template).create(of), Integer.parseInt(words[3]));
                link.destroy();
                break;
            case "machine":
                ids(database, words[2], Integer.parseInt(words[3]), words[4]);
                break;
            default:
                throw new IllegalArgumentException(words[0]);
        }
        System.out.flush();
        System.exit(0);
    }
}
