#pragma once

#include <vesta/machine/lease_table.hpp>
#include <vesta/zookeeper/session.hpp>

namespace vesta::zookeeper {

/// Leases in a subtree of our own:
///
///     /vesta/<name>/machines/<id>   persistent; a text as docs/operating.md describes it
///     /vesta/<name>/clock           persistent, empty; written to read the ensemble's clock
///
/// A row's version is its node's. What is left of a lease is told by the times at which the ensemble wrote the row and
/// the clock node.
class lease_nodes final : public lease_table {
  public:
    /// @p name is one path element.
    lease_nodes(std::shared_ptr<session> with, const std::string& name);

    std::string where() const override;
    result<std::vector<lease_row>> rows() override;
    result<lease_row> row(machine_id id) override;
    result<std::optional<std::int64_t>> put(const lease_row& next, std::chrono::milliseconds lease) override;

  private:
    std::string path_of(machine_id id) const;
    result<unix_ms> store_time();
    result<lease_row> read(machine_id id, const node& found, unix_ms now) const;
    result<std::optional<std::int64_t>> make(const std::string& path, const std::string& text);

    const std::shared_ptr<session> session_;
    const std::string folder_;
    const std::string clock_;
};

} // namespace vesta::zookeeper
