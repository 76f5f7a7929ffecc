package local.vesta;

import java.time.Instant;

/**
 * The fields of a time-based ID.
 *
 * @param genMethod who made it: 0 within a process, 1 a server by RPC, 2 by REST
 * @param type the number of the layout's type; {@link Generator#make} ignores it
 * @param time counts the layout's units since its epoch
 * @param seq the number within the tick
 * @param at when the tick began; {@link Generator#make} ignores it
 */
public record Parts(long version, long type, long genMethod, long machine, long time, long seq, Instant at) {}
