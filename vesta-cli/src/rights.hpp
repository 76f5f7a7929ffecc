#pragma once

#include <vesta/access/gate.hpp>
#include <vesta/embed/settings.hpp>

#include <filesystem>
#include <memory>

namespace vesta::cli {

/// The access file of a server, and the gate that it fills. Thread-safety: one thread reloads; the gate takes care of
/// itself.
class rights {
  public:
    /// Reads the access file that the settings name. Without one there is no gate. Errors: as `embed::load_access`.
    static result<rights> read(const embed::security_settings& from);

    /// Null where there is no access file.
    access::gate* gate() const noexcept { return gate_.get(); }

    /// Reads the file again, and puts it in force where all of it is right; else what was in force stays, and the log
    /// says why.
    void reload();

  private:
    std::filesystem::path file_;
    std::unique_ptr<access::gate> gate_;
};

} // namespace vesta::cli
