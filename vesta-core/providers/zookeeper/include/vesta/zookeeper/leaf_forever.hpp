#pragma once

#include <vesta/machine/assigned_ids.hpp>
#include <vesta/zookeeper/session.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace vesta::zookeeper {

/// Leaf's worker IDs: `/snowflake/<leaf.name>/forever/<ip>:<port>-<ten digits>`, where the digits are the worker ID and
/// the node holds `{"ip":"..","port":"..","timestamp":..}`, byte for byte as Leaf writes it, so that nodes of Leaf and
/// of Vesta can share a cluster. Worker 0 is never taken: a Leaf that finds no parent uses 0 without looking at its
/// digits.
class leaf_forever final : public id_assignment {
  public:
    leaf_forever(std::shared_ptr<session> with, const std::string& leaf_name);

    /// @p instance is ip:port, without a hyphen.
    result<place> find(const std::string& instance) override;
    result<void> record(machine_id id, const std::string& instance, unix_ms mark) override;

  private:
    result<std::optional<std::string>> own_node(const std::string& instance);
    result<std::string> new_node(const std::string& instance);

    const std::shared_ptr<session> session_;
    const std::string folder_;
};

/// Leaf's node data. Error of reading: `state_unusable`.
std::string write_leaf_data(std::string_view instance, unix_ms timestamp);
result<unix_ms> read_leaf_data(std::string_view text);

} // namespace vesta::zookeeper
