// Spring Data Redis on Lettuce, its default: numbers of a tag; see ../../README.md.
import java.util.List;
import java.util.stream.IntStream;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.data.redis.core.SessionCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.support.atomic.RedisAtomicLong;

public class Main extends Told {
    final StringRedisTemplate ids;

    Main(StringRedisTemplate ids) {
        this.ids = ids;
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

    public static void main(String[] words) throws Exception {
        var where = new RedisStandaloneConfiguration("127.0.0.1", Integer.parseInt(words[0]));
        if (words.length > 2) where.setPassword(words[2]);
        var by = new LettuceConnectionFactory(where);
        by.afterPropertiesSet();
        by.start();
        new Main(new StringRedisTemplate(by)).run(Integer.parseInt(words[1]));
        by.destroy();
    }
}
