#pragma once

#include <vesta/etcd/session.hpp>
#include <vesta/machine/lease_table.hpp>

#include <memory>
#include <string>

namespace vesta::etcd {

/// Leases in keys of our own:
///
///     /vesta/<folder>/machines/<id>    a JSON object as docs/operating.md describes it; <id>.<share> for a share
///     /vesta/<folder>/reign            the identity of the cluster's data
///
/// A row's version is its mod_revision. Every write is one transaction that compares it, and the reign. etcd's own
/// leases and its clock have no part in it: a row holds the end of its lease by the time that members tell in their
/// answers, to the second.
///
/// Errors: as `lease_table`.
/// Thread-safety: safe.
class lease_keys final : public lease_table {
  public:
    explicit lease_keys(std::shared_ptr<session> with);

    std::string where() const override;
    result<store_moment> store_now() override;
    result<std::vector<lease_row>> rows() override;
    result<lease_row> row(machine_id id, std::uint32_t share = 0) override;
    result<std::optional<lease_write>> put(const lease_row& next, std::chrono::milliseconds lease) override;
    result<void> repair(const lease_row& next) override;

  private:
    std::string path_of(const lease_row& row) const;
    result<bool> is_too_far_ahead(const lease_row& next, unix_ms now);
    result<std::optional<lease_write>> write(const lease_row& next, std::chrono::milliseconds lease, bool over_any);

    const std::shared_ptr<session> session_;
    const std::string folder_;
};

} // namespace vesta::etcd
