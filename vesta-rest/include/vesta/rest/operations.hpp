#pragma once

#include <vesta/base/result.hpp>
#include <vesta/id/field.hpp>

#include <functional>
#include <string>
#include <string_view>

namespace vesta::rest {

/// Operators' functions that the program supplies, since it knows the stores and the log. An empty one is not offered,
/// and its path answers 404.
///
/// Thread-safety: each is called from any thread.
struct operations {
    /// What changed lately, as the JSON of /v1/events. Does not block.
    std::function<std::string()> events{};
    /// Who holds which machine ID, as the JSON of /v1/machines. Blocks on a store.
    std::function<result<std::string>()> machines{};
    /// Frees a machine ID, unless its owner may be alive; tells what was done in words. Blocks.
    std::function<result<std::string>(machine_id)> release_machine{};
    /// Records permanently what somebody changed, or failed to change.
    std::function<void(std::string_view who, std::string_view what)> audit{};
};

} // namespace vesta::rest
