#pragma once

#include <cstdint>
#include <string>

namespace vesta {

/// Remembers, beside a store of numbers, how many groups that store told of: a start then notices one that was put back
/// to an earlier state. A port.
///
/// Thread-safety: none.
class group_memory {
  public:
    virtual ~group_memory() = default;

    /// The greatest count that was kept; 0 where there is none, or it cannot be read.
    virtual std::int64_t load() = 0;

    /// Keeps @p groups, unless more are kept already. A failure is reported elsewhere.
    virtual void keep(std::int64_t groups) = 0;

    /// Where the count is kept, for errors.
    virtual std::string where() const = 0;
};

} // namespace vesta
