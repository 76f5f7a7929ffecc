// MULTI, EXEC, DISCARD, WATCH, UNWATCH. The interpreter queues the commands between MULTI and EXEC, and runs them after
// it.
#include "commands.hpp"

namespace vesta::rpc::detail {

verdict run_multi(call& with) {
    if (with.peer.queue.is_open()) return with.fail(reply_word::err, "MULTI calls can not be nested");
    with.peer.queue.open();
    return write_ok(with);
}

verdict run_exec(call& with) {
    command_queue& queue = with.peer.queue;
    if (!queue.is_open()) return with.fail(reply_word::err, "EXEC without MULTI");
    if (queue.is_spoilt()) {
        queue.discard();
        return with.fail(reply_word::exec_abort, "Transaction discarded because of previous errors.");
    }
    with.reply().array(queue.run());
    return {};
}

verdict run_discard(call& with) {
    if (!with.peer.queue.is_open()) return with.fail(reply_word::err, "DISCARD without MULTI");
    with.peer.queue.discard();
    return write_ok(with);
}

verdict run_watch(call& with) {
    if (with.peer.queue.is_open()) return with.fail(reply_word::err, "WATCH inside MULTI is not allowed");
    return with.fail(reply_word::err, "nothing can be watched: tags also change at other nodes, which this one does "
                                      "not see; what INCR answers is unique without it");
}

verdict run_unwatch(call& with) {
    return write_ok(with);
}

} // namespace vesta::rpc::detail
