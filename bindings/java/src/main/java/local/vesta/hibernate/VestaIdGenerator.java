package local.vesta.hibernate;

import java.time.Duration;
import local.vesta.Generator;
import local.vesta.Ids;
import local.vesta.Query;
import org.hibernate.HibernateException;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.id.IdentifierGenerator;

/** What {@link VestaId} stands for. */
public class VestaIdGenerator implements IdentifierGenerator {
    /** The setting of Hibernate that holds the {@link Ids}. */
    public static final String IDS = "vesta.ids";

    private static final long serialVersionUID = 1;

    private final transient Query query;
    private transient volatile Generator from; // null: not found yet

    /** For Hibernate. */
    public VestaIdGenerator(VestaId of) {
        var all = Query.of(of.generator()).prefetch(of.prefetch(), Duration.ofMillis(of.maxAgeMs()));
        query = of.tag().isEmpty() ? all : all.tag(of.tag());
    }

    @Override
    public Object generate(SharedSessionContractImplementor session, Object entity) {
        if (from == null) find(session);
        return from.next();
    }

    /** Here, since the settings that Hibernate 6 and 7 show when they make a generator differ. */
    private synchronized void find(SharedSessionContractImplementor session) {
        if (from != null) return;
        if (!(session.getFactory().getProperties().get(IDS) instanceof Ids ids))
            throw new HibernateException("@VestaId needs the setting '" + IDS + "': a local.vesta.Ids");
        from = ids.generator(query);
    }
}
