#pragma once

#include <vesta/machine/assigned_ids.hpp>
#include <vesta/sql/connection.hpp>

#include <memory>
#include <string>

namespace vesta::sql {

/// CosId's table cosid_machine: a row for each machine ID of a namespace, with the instance that has it and the last
/// time that it may have used. docs/decisions/0055-cosid-machines.md says what its rows promise, and what they do not.
///
/// An instance of ours is called `vesta:` and its name there. It takes no row that CosId's nodes had: its own, one that
/// an administrator gave (instance_id is `vesta:`), one of ours whose last_timestamp is five minutes old, or a new one.
///
/// Thread-safety: safe.
class cosid_machines final : public id_assignment {
  public:
    /// @p space is CosId's namespace.
    cosid_machines(std::shared_ptr<connections> on, std::string space) : on_{std::move(on)}, space_{std::move(space)} {}

    /// As `assign` where every machine ID fits.
    result<place> find(const std::string& instance) override;

    /// Errors: `exhausted` without a row to take, saying how to give one, and when one of ours can be taken;
    /// `invalid_settings` for an instance of more than 94 characters; `in_use` if others were always faster;
    /// `state_unusable` for a row that holds nonsense; those of `connection`.
    result<place> assign(const lease_request& request) override;

    /// Writes last_timestamp, which CosId's nodes take a row by.
    ///
    /// Errors: `lease_lost` if the row is another instance's now; those of `connection`.
    result<void> record(machine_id id, const std::string& instance, unix_ms mark) override;

  private:
    struct row;

    result<std::vector<row>> ours(connection& in) const;
    result<std::optional<place>> take(connection& in, const std::vector<row>& of, const lease_request& request) const;
    result<bool> move_to(connection& in, const row& from, const std::string& owner) const;
    result<std::optional<place>> make(connection& in, const std::vector<row>& of, const lease_request& request) const;
    error no_row_left(const std::vector<row>& of, const lease_request& request) const;
    std::string name_of(std::int64_t number) const;

    const std::shared_ptr<connections> on_;
    const std::string space_;
};

} // namespace vesta::sql
