package user.dubbo;

/** Stands for vesta-intf's bean of the same name. */
record Id(long machine, long seq, long time, long genMethod, long type, long version) {}
