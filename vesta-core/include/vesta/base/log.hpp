#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace vesta {

/// How much a line of the log matters to an operator.
enum class severity : std::uint8_t {
    info,    ///< A change that needs no attention.
    warning, ///< It needs attention; IDs go on.
    error    ///< IDs are refused until somebody acts, or something was lost.
};

/// Receives news for operators, one line at a time. Called from any thread, without a lock that callers wait for. May
/// be empty where a function takes one.
using log_sink = std::function<void(severity, std::string_view)>;

} // namespace vesta
