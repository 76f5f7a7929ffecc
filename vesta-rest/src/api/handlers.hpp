#pragma once

#include "api/exchange.hpp"

/// The handlers of the routes. A handler checks and renders; it never waits, and it makes no ID itself (see
/// `id_order`).
namespace vesta::rest {

outcome genid(exchange& request);
outcome expid(exchange& request);
outcome transtime(exchange& request);
outcome makeid(exchange& request);

outcome leaf_segment(exchange& request);
outcome leaf_snowflake(exchange& request);
outcome leaf_decode(exchange& request);
outcome leaf_cache(exchange& request);
outcome leaf_db(exchange& request);
outcome sharded(exchange& request);

outcome tinyid_next(exchange& request);
outcome tinyid_next_simple(exchange& request);
outcome tinyid_segment(exchange& request);
outcome tinyid_segment_simple(exchange& request);

outcome list_generators(exchange& request);
outcome generator_ids(exchange& request);
outcome generator_explain(exchange& request);
outcome generator_make(exchange& request);

outcome take_number(exchange& request);
outcome list_numbers(exchange& request);
outcome void_number(exchange& request);

outcome list_figures(exchange& request);
outcome list_events(exchange& request);
outcome list_tags(exchange& request);
outcome list_machines(exchange& request);
outcome create_tag(exchange& request);
outcome raise_tag(exchange& request);
outcome release_machine(exchange& request);

outcome console_or_index(exchange& request);
outcome healthz(exchange& request);
outcome readyz(exchange& request);
outcome metrics(exchange& request);
outcome openapi(exchange& request);

} // namespace vesta::rest
