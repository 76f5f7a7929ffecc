#include "leaf_worker.hpp"

#include "settings/properties.hpp"
#include "settings/text_file.hpp"

#include <vesta/base/number.hpp>

#include <yaml-cpp/yaml.h>

#include <map>
#include <optional>
#include <system_error>

namespace vesta::embed {
namespace {

// The node writes its time every 3 s: its IDs may lie this far above.
constexpr std::chrono::seconds unseen{10};

error wrong(const std::filesystem::path& file, const std::string& what) {
    return {errc::invalid_settings, "machine-id.leaf-file " + file.string() + ": " + what};
}

/// The entries of the fork's JSON, which is YAML as well, or of Java's properties.
std::map<std::string, std::string> entries_of(const std::string& text) {
    std::map<std::string, std::string> all;
    if (text.starts_with('{')) {
        for (const auto& each : YAML::Load(text))
            if (each.second.IsScalar()) all[each.first.Scalar()] = each.second.Scalar();
        return all;
    }
    for (auto& [key, of] : read_properties(text))
        all[key] = std::move(of.value);
    return all;
}

/// The value of the first of @p keys that exists; nothing if none does.
///
/// Errors: `invalid_settings` for a value that is no number.
result<std::optional<std::int64_t>> number_of(const std::map<std::string, std::string>& entries,
                                              std::initializer_list<const char*> keys) {
    for (const char* const key : keys) {
        const auto found = entries.find(key);
        if (found == entries.end()) continue;
        const auto value = read_number<std::int64_t>(found->second);
        if (!value || *value < 0) return error{errc::invalid_settings, std::string{key} + " is no number"};
        return value;
    }
    return std::optional<std::int64_t>{};
}

result<unix_ms> written_at(const std::filesystem::path& file) {
    std::error_code failed;
    const auto at = std::filesystem::last_write_time(file, failed);
    if (failed) return wrong(file, failed.message());
    return std::chrono::ceil<std::chrono::milliseconds>(std::chrono::file_clock::to_sys(at));
}

/// Refuses a machine ID other than the node's, and raises the mark above the node's IDs.
class continuing_ids final : public machine_id_provider {
  public:
    continuing_ids(std::unique_ptr<machine_id_provider> from, leaf_worker node) : from_{std::move(from)}, node_{node} {}

    result<std::vector<machine_lease>> acquire(const lease_request& request) override {
        auto leases = from_->acquire(request);
        if (!leases) return leases;
        for (const auto& each : *leases) {
            if (each.id != node_.id)
                return error{errc::invalid_settings, "machine-id.leaf-file has worker ID " +
                                                         std::to_string(node_.id.value) + ", and this node got " +
                                                         std::to_string(each.id.value) +
                                                         "; remove the setting if it is to be another node"};
            if (each.mark->value() >= node_.least) continue;
            if (auto lifted = each.mark->advance(node_.least); !lifted) return std::move(lifted).error();
        }
        return leases;
    }

  private:
    const std::unique_ptr<machine_id_provider> from_;
    const leaf_worker node_;
};

} // namespace

result<leaf_worker> read_leaf_worker(const std::filesystem::path& file) try {
    const auto text = read_text_file(file);
    if (!text) return wrong(file, text.error().message);
    const auto entries = entries_of(*text);
    const auto id = number_of(entries, {"workerID", "workId"});
    if (!id) return wrong(file, id.error().message);
    if (!*id || **id > std::numeric_limits<std::uint32_t>::max()) return wrong(file, "it has no workerID of Leaf's");
    const auto time = number_of(entries, {"maxTimestamp", "timestamp"});
    if (!time) return wrong(file, time.error().message);
    const machine_id machine{static_cast<std::uint32_t>(**id)};
    if (*time) return leaf_worker{machine, unix_ms{std::chrono::milliseconds{**time}} + unseen};
    const auto written = written_at(file);
    if (!written) return written.error();
    return leaf_worker{machine, *written};
} catch (const YAML::Exception& malformed) {
    return wrong(file, "it is no JSON: " + malformed.msg);
}

std::unique_ptr<machine_id_provider> continuing(std::unique_ptr<machine_id_provider> from, leaf_worker node) {
    return std::make_unique<continuing_ids>(std::move(from), node);
}

} // namespace vesta::embed
