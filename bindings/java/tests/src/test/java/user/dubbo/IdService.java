package user.dubbo;

import java.util.Date;

/** Stands for the interface of Vesta for Java (vesta-intf), with which a consumer was compiled. A consumer keeps that one. */
interface IdService {
    long genId();

    Id expId(long id);

    long makeId(long time, long seq);

    long makeId(long time, long seq, long machine);

    long makeId(long genMethod, long time, long seq, long machine);

    long makeId(long type, long genMethod, long time, long seq, long machine);

    long makeId(long version, long type, long genMethod, long time, long seq, long machine);

    Date transTime(long time);
}
