#pragma once

#include <vesta/base/log.hpp>
#include <vesta/machine/lease.hpp>
#include <vesta/machine/lease_table.hpp>
#include <vesta/machine/lease_terms.hpp>

#include <memory>
#include <string>

namespace vesta {

/// How machine IDs are entered in a shared table.
struct registration_options {
    /// Tells this host and state folder from all others: 1 to 16 hexadecimal digits. A restarted process recognises its
    /// own entry by it.
    std::string place;
    /// Receives one line when the table becomes unreachable, and one when it is back.
    log_sink log{};
};

/// Machine IDs from the settings, each entered in a shared table while it is used, so that two hosts that were given
/// the same one find out.
///
/// Only the other provider's marks cover IDs. A table that cannot be reached stops no process; the entry is retried
/// while IDs are made.
/// Thread-safety: safe if the other provider is.
class registered_ids final : public machine_id_provider {
  public:
    /// Enters the machine IDs of @p from in @p table.
    registered_ids(std::unique_ptr<machine_id_provider> from, std::shared_ptr<lease_table> table, lease_terms terms,
                   registration_options how);
    ~registered_ids() override;

    /// The machine IDs of the other provider. Blocks on the table.
    ///
    /// If the table shows a second owner later, the marks of the younger one fail with `lease_lost`.
    /// Errors: `in_use`, naming another owner whose IDs can meet those of @p request; `invalid_settings` if the
    /// instance is not 1 to 200 printable ASCII characters; those of the other provider.
    result<std::vector<machine_lease>> acquire(const lease_request& request) override;

  private:
    class registrar;

    const std::unique_ptr<machine_id_provider> from_;
    const std::shared_ptr<registrar> registrar_;
};

} // namespace vesta
