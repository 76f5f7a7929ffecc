#pragma once

#include <vesta/source/id_source.hpp>

#include <string>

namespace vesta::rest {

/// Content that must be fetched before it can be answered. The session waits for it as for IDs: one "ID" means that it
/// is there, a refusal says why it will not be.
class page : public id_source {
  public:
    /// Appends the content, once it is there.
    virtual void write(std::string& to) const = 0;

    range_grant try_range(std::uint64_t) noexcept final { return {.why = errc::invalid_argument}; }
};

} // namespace vesta::rest
