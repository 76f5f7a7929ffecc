package user.dubbo;

import java.util.Date;
import local.vesta.Generator;
import local.vesta.Parts;

/**
 * Puts a generator in place of the reference that a Dubbo consumer has. Safe for threads.
 *
 * <p>Fields that a caller leaves out are the generator's own, as with Vesta for Java: they are those of one ID, which is
 * made for that when they are first needed.
 */
final class VestaIdService implements IdService {
    private final Generator from;
    private volatile Parts own;

    VestaIdService(Generator from) {
        this.from = from;
    }

    @Override
    public long genId() {
        return from.next();
    }

    @Override
    public Id expId(long id) {
        var parts = from.explain(id);
        return new Id(parts.machine(), parts.seq(), parts.time(), parts.genMethod(), parts.type(), parts.version());
    }

    @Override
    public long makeId(long time, long seq) {
        return makeId(time, seq, own().machine());
    }

    @Override
    public long makeId(long time, long seq, long machine) {
        return makeId(own().genMethod(), time, seq, machine);
    }

    @Override
    public long makeId(long genMethod, long time, long seq, long machine) {
        return makeId(own().type(), genMethod, time, seq, machine);
    }

    @Override
    public long makeId(long type, long genMethod, long time, long seq, long machine) {
        return makeId(own().version(), type, genMethod, time, seq, machine);
    }

    @Override
    public long makeId(long version, long type, long genMethod, long time, long seq, long machine) {
        if (type != own().type())
            throw new IllegalArgumentException("type is " + type + "; the generator's is " + own().type());
        return from.make(new Parts(version, type, genMethod, machine, time, seq, null));
    }

    @Override
    public Date transTime(long time) {
        return Date.from(from.explain(makeId(time, 0)).at());
    }

    private Parts own() {
        if (own == null) own = from.explain(from.next());
        return own;
    }
}
