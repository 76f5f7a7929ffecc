#pragma once

#include <vesta/machine/assigned_ids.hpp>
#include <vesta/zookeeper/session.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace vesta::zookeeper {

/// Leaf's worker IDs, shared between nodes of Leaf and of Vesta: `/snowflake/<leaf.name>/forever/<ip>:<port>-<ten
/// digits>`.
///
/// The digits are the worker ID; the node holds `{"ip":"..","port":"..","timestamp":..}`, byte for byte as Leaf writes
/// it. Worker 0 is never taken: a Leaf that finds no parent node uses 0 without looking at its digits.
/// Thread-safety: safe.
class leaf_forever final : public id_assignment {
  public:
    leaf_forever(std::shared_ptr<session> with, const std::string& leaf_name);

    /// @p instance is ip:port without a hyphen.
    ///
    /// Errors: `invalid_settings` for another form; `state_unusable` for a node that cannot be read; those of
    /// `session`.
    result<place> find(const std::string& instance) override;
    /// Writes the timestamp.
    ///
    /// Errors: `state_unusable` if the node was removed; those of `session`.
    result<void> record(machine_id id, const std::string& instance, unix_ms mark) override;
    /// Every node. One that Leaf's own rules cannot read is unusable.
    result<std::vector<entry>> list() override;

  private:
    result<std::optional<std::string>> own_node(const std::string& instance);
    result<std::string> new_node(const std::string& instance);

    const std::shared_ptr<session> session_;
    const std::string folder_;
};

/// Leaf's node data; @p instance is ip:port.
std::string write_leaf_data(std::string_view instance, unix_ms timestamp);
/// The timestamp in Leaf's node data.
///
/// Errors: `state_unusable`.
result<unix_ms> read_leaf_data(std::string_view text);

} // namespace vesta::zookeeper
