#pragma once

#include <vesta/id/field.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vesta::file {

/// The names of the files of one machine ID and method: "machine-7.rest.mark.12" and so on (docs/state.md).
class mark_names {
  public:
    mark_names(machine_id machine, const std::string& method);

    const std::string& lock() const noexcept { return lock_; }
    /// The file of version 0.1's mark; later versions keep a note there that stops that version.
    const std::string& fence() const noexcept { return fence_; }
    std::string numbered(std::uint64_t number) const;
    /// The name of a file while it is written.
    std::string temporary(const std::string& unique) const;

    /// The number at the end of a mark's name; nothing for other names. At least 1.
    std::optional<std::uint64_t> number_of(std::string_view name) const;
    /// Whether any version gives this name to a file while it is written.
    bool is_temporary(std::string_view name) const;

  private:
    std::string lock_;
    std::string fence_;
};

} // namespace vesta::file
