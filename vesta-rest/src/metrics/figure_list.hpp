#pragma once

#include <vesta/base/figures.hpp>
#include <vesta/time/instant.hpp>

#include <span>
#include <string>

namespace vesta::rest {

/// The figures as JSON: {"at":1790000000000,"figures":[{"name":"vesta_ids_total","labels":{...},"value":5}]}. One of a
/// histogram has count, sum and buckets, pairs of an upper bound and a cumulative count, instead of a value.
std::string figure_list(std::span<const figure> all, unix_ms at);

} // namespace vesta::rest
