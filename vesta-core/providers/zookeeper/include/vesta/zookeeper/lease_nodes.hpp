#pragma once

#include <vesta/machine/lease_table.hpp>
#include <vesta/zookeeper/session.hpp>

namespace vesta::zookeeper {

/// Leases in a subtree of our own:
///
///     /vesta/<name>/machines/<id>          a text as docs/operating.md describes it; <id>.<share> for a share
///     /vesta/<name>/machines/<id>/<made>   empty; named at random when the row is made, and removed with it
///     /vesta/<name>/clock                  empty; written to read the ensemble's clock
///     /vesta/<name>/reign/<name>           empty; named at random if it is missing
///
/// All nodes are persistent. A row's version combines the name <made> and its node's version. The rest of a lease
/// follows from the times at which the ensemble wrote the row and the clock node. An ensemble loses nothing that it
/// acknowledged, so it has one identity, the name of its reign, until an operator who restores a backup removes that
/// node.
///
/// Errors: as `lease_table`.
/// Thread-safety: safe.
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
    result<std::string> reign();
    result<std::string> reign_for(const lease_row& next);
    result<std::optional<lease_write>> make(const lease_row& next, std::chrono::milliseconds lease,
                                            const std::string& during);

    const std::shared_ptr<session> session_;
    const std::string folder_;
    const std::string clock_;
    const std::string reigns_;
};

} // namespace vesta::zookeeper
