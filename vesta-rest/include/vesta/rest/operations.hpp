#pragma once

#include <vesta/base/result.hpp>
#include <vesta/id/field.hpp>

#include <functional>
#include <string>
#include <string_view>

namespace vesta::rest {

/// What operators see and do by this server, and what is the program's: it knows stores and keeps a log. What is empty
/// is not offered, and its path answers 404.
///
/// Thread-safety: each is called from any thread.
struct operations {
    /// What changed lately, as the JSON of /v1/events. Does not block.
    std::function<std::string()> events{};
    /// Who holds which machine ID, as the JSON of /v1/machines. Blocks on a store.
    std::function<result<std::string>()> machines{};
    /// Frees a machine ID, unless its owner may be alive; tells what was done in words. Blocks.
    std::function<result<std::string>(machine_id)> release_machine{};
    /// Notes for good what somebody changed, or was not able to.
    std::function<void(std::string_view who, std::string_view what)> audit{};
};

} // namespace vesta::rest
