#pragma once

#include <vesta/machine/lease.hpp>
#include <vesta/machine/lease_table.hpp>
#include <vesta/machine/lease_terms.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace vesta {

/// How machine IDs are entered in a shared table.
struct registration_options {
    /// Tells this host and state folder from all others: 1 to 16 hexadecimal digits. A process that was killed finds
    /// its own entry by it.
    std::string place;
    /// Told, in one line each, when the table cannot be reached, when it can again, and when a second owner is found.
    /// From any thread; may be empty.
    std::function<void(std::string_view)> log{};
};

/// Machine IDs of another provider, which has them from the settings, each entered in a shared table for as long as it
/// is used: so two hosts that were given the same one find out. The other provider's marks are what covers; the table
/// covers nothing. One that cannot be reached stops nobody: it is tried again while IDs are made.
class registered_ids final : public machine_id_provider {
  public:
    registered_ids(std::unique_ptr<machine_id_provider> from, std::shared_ptr<lease_table> table, lease_terms terms,
                   registration_options how);
    ~registered_ids() override;

    /// Those of the other provider. A second owner that is found later, when the table can be reached again, makes the
    /// marks of the younger one fail with `lease_lost`. Errors: `in_use`, naming another owner whose IDs can meet those
    /// of @p request; those of the other provider.
    result<std::vector<machine_lease>> acquire(const lease_request& request) override;

  private:
    class registrar;

    const std::unique_ptr<machine_id_provider> from_;
    const std::shared_ptr<registrar> registrar_;
};

} // namespace vesta
