#pragma once

#include <vesta/access/gate.hpp>
#include <vesta/embed/settings.hpp>

#include <memory>
#include <optional>

namespace vesta::cli {

/// The rights of the servers, from the access file. Thread-safety: none; the gate is safe.
class rights {
  public:
    /// Reads the access file that the settings name. Without one there is no gate. Errors: as `embed::load_access`.
    static result<rights> read(const embed::security_settings& from);

    /// Null where there is no access file.
    access::gate* gate() const noexcept { return gate_.get(); }

    /// Reads the file that @p from names. Errors: as `embed::load_access`; also where there are rights now and would be
    /// none, or the other way round.
    result<std::optional<access::access_list>> read_again(const embed::security_settings& from) const;
    /// Puts @p next in force, if there is one.
    void replace(std::optional<access::access_list> next);

  private:
    std::unique_ptr<access::gate> gate_;
};

} // namespace vesta::cli
