#pragma once

#include "call.hpp"
#include "command.hpp"

namespace vesta::rpc::detail {

// Each answers one command of docs/rpc-protocol.md; the dispatcher has checked the number of its words.

verdict run_genid(call& with);
/// GENID with KEY: the number of a generator without gaps. The caller may take of it.
verdict take_number(call& with, named_generator& of, const stream_query& query, std::string_view key);
/// GENID ... AS formatted; @p from and @p of are the generator and the tag that its words name.
verdict run_formatted(call& with, named_generator& from, const stream_query& of, std::optional<std::string_view> count);
verdict run_incr(call& with);
verdict run_incrby(call& with);
verdict run_next(call& with);
verdict run_range(call& with);

verdict run_expid(call& with);
verdict run_makeid(call& with);
verdict run_transtime(call& with);

verdict write_ok(call& with);
/// Sets one of the names that a client gives itself; fails if it does not fit into a list of words.
verdict set_plain(call& with, std::string client_facts::* what, std::string_view to);

verdict run_ping(call& with);
verdict run_echo(call& with);
verdict run_hello(call& with);
verdict run_auth(call& with);
verdict run_quit(call& with);
verdict run_reset(call& with);
verdict run_select(call& with);
verdict run_client(call& with);

verdict run_multi(call& with);
verdict run_exec(call& with);
verdict run_discard(call& with);
verdict run_watch(call& with);
verdict run_unwatch(call& with);

verdict run_exists(call& with);
verdict run_get(call& with);
verdict run_set(call& with);
verdict run_setnx(call& with);
verdict run_expire(call& with);
verdict run_ttl(call& with);
verdict run_type(call& with);

verdict run_cluster(call& with);
/// CLIENT TRACKING, CACHING, TRACKINGINFO and GETREDIR.
verdict run_tracking(call& with);
verdict run_caching(call& with);
verdict run_tracking_info(call& with);
/// For a second word that is none of those that @p known lists.
verdict fail_subcommand(call& with, std::string_view known);

verdict run_command(call& with);
verdict run_info(call& with);

} // namespace vesta::rpc::detail
