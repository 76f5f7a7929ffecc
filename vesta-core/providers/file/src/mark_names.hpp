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
    /// Where version 0.1 keeps its mark, and later ones a note that it must not.
    const std::string& fence() const noexcept { return fence_; }
    std::string numbered(std::uint64_t number) const;
    /// A file that is being made.
    std::string temporary(const std::string& unique) const;

    /// The number at the end of a mark's name; nothing for other names. At least 1.
    std::optional<std::uint64_t> number_of(std::string_view name) const;
    /// Whether it is a file that was being made, by whatever version.
    bool is_temporary(std::string_view name) const;

  private:
    std::string lock_;
    std::string fence_;
};

} // namespace vesta::file
