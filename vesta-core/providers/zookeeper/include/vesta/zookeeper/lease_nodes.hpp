#pragma once

#include <vesta/machine/lease_table.hpp>
#include <vesta/zookeeper/session.hpp>

namespace vesta::zookeeper {

/// Leases in a subtree of our own:
///
///     /vesta/<name>/machines/<id>   persistent; a text as docs/operating.md describes it; <id>.<share> of a share
///     /vesta/<name>/clock           persistent, empty; written to read the ensemble's clock
///
/// A row's version is its node's. What is left of a lease is told by the times at which the ensemble wrote the row and
/// the clock node.
class lease_nodes final : public lease_table {
  public:
    /// @p name is one path element.
    lease_nodes(std::shared_ptr<session> with, const std::string& name);

    std::string where() const override;
    result<store_moment> store_now() override;
    result<std::vector<lease_row>> rows() override;
    result<lease_row> row(machine_id id, std::uint32_t share = 0) override;
    result<std::optional<lease_write>> put(const lease_row& next, std::chrono::milliseconds lease) override;
    result<void> repair(const lease_row& next) override;

  private:
    std::string path_of(machine_id id, std::uint32_t share) const;
    result<std::optional<lease_write>> make(const std::string& path, const std::string& text);

    const std::shared_ptr<session> session_;
    const std::string folder_;
    const std::string clock_;
};

} // namespace vesta::zookeeper
