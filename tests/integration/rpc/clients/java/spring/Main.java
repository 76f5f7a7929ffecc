// Spring Data Redis on Lettuce, its default: numbers of a tag; see ../../README.md.
import java.util.List;
import java.util.stream.IntStream;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.data.redis.core.SessionCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.support.atomic.RedisAtomicLong;

public class Main extends Told {
    final StringRedisTemplate ids;
    final boolean clustered;

    Main(StringRedisTemplate ids, boolean clustered) {
        this.ids = ids;
        this.clustered = clustered;
    }

    /** It takes answers to commands that it does not know for text, which GENID AS text gives. */
    @Override
    void tellOfIds() {
        tell("counts", List.of());
        tell("type", List.of("String, for `AS text`"));
        tell("one", List.of((Object) ids.execute((RedisCallback<Object>) to -> to.execute("GENID", "AS".getBytes(), "text".getBytes()))));
    }

    @Override
    Object ask(String... words) {
        throw new UnsupportedOperationException();
    }

    @Override
    Object one() {
        return incr("order");
    }

    @Override
    List<?> pipelined(int count) {
        return ids.executePipelined((RedisCallback<Object>) to -> {
            IntStream.range(0, count).forEach(each -> to.stringCommands().incr("order".getBytes()));
            return null;
        });
    }

    @Override
    List<?> multi() {
        if (clustered) return null;
        return ids.execute(new SessionCallback<List<?>>() {
            @Override
            @SuppressWarnings("unchecked")
            public <K, V> List<?> execute(RedisOperations<K, V> to) throws DataAccessException {
                to.multi();
                to.opsForValue().increment((K) "order");
                to.opsForValue().increment((K) "order");
                return to.exec();
            }
        });
    }

    @Override
    Object incr(String tag) {
        return ids.opsForValue().increment(tag);
    }

    @Override
    Object incrBy(String tag, long more) {
        return new RedisAtomicLong(tag, ids.getConnectionFactory()).addAndGet(more);
    }

    @Override
    Object get(String tag) {
        return ids.opsForValue().get(tag);
    }

    @Override
    boolean exists(String tag) {
        return ids.hasKey(tag);
    }

    static LettuceConnectionFactory connect(Words given) {
        if (given.clustered()) {
            var where = new RedisClusterConfiguration(List.of("127.0.0.1:" + given.port()));
            where.setPassword(RedisPassword.of(given.password()));
            return new LettuceConnectionFactory(where);
        }
        var where = new RedisStandaloneConfiguration("127.0.0.1", given.port());
        where.setPassword(RedisPassword.of(given.password()));
        return new LettuceConnectionFactory(where);
    }

    public static void main(String[] words) throws Exception {
        var given = Words.of(words);
        var by = connect(given);
        by.afterPropertiesSet();
        by.start();
        new Main(new StringRedisTemplate(by), given.clustered()).run(given.count());
        by.destroy();
    }
}
