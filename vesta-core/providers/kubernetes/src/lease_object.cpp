#include "lease_object.hpp"

#include <vesta/base/number.hpp>
#include <vesta/base/random_bits.hpp>
#include <vesta/http/json_members.hpp>

namespace vesta::kubernetes {
namespace {

namespace json = boost::json;

/// A MicroTime of Kubernetes has six decimals.
std::string micro_time(unix_ms at) {
    std::string text = to_rfc3339(at);
    text.insert(text.size() - 1, "000");
    return text;
}

} // namespace

std::optional<lease_object> read_object(const json::value& from) {
    const auto* const object = from.if_object();
    const auto* const about = object == nullptr ? nullptr : http::object_at(*object, "metadata");
    if (about == nullptr) return std::nullopt;
    const auto revision = read_number<std::int64_t>(http::text_at(*about, "resourceVersion"));
    lease_object read{.name = std::string{http::text_at(*about, "name")},
                      .uid = std::string{http::text_at(*about, "uid")},
                      .revision = revision.value_or(0)};
    if (read.name.empty() || read.uid.empty() || read.revision <= 0) return std::nullopt;
    if (const auto* const notes = http::object_at(*about, "annotations")) {
        read.record = http::text_at(*notes, record_annotation);
        read.reign = http::text_at(*notes, reign_annotation);
    }
    return read;
}

json::object metadata_of(const std::string& name, const std::string& fleet, std::int64_t revision,
                         std::string_view annotation, const std::string& text) {
    json::object made{{"name", name}, {"labels", json::object{{fleet_label, fleet}}}};
    if (!annotation.empty()) made["annotations"] = json::object{{annotation, text}, {write_annotation, random_hex(16)}};
    if (revision != 0) made["resourceVersion"] = std::to_string(revision);
    return made;
}

json::object spec_of(const http::record_change& change, unix_ms now) {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(change.lease).count();
    const bool is_held = !change.row.token.empty() && seconds > 0;
    json::object made{{"holderIdentity", nullptr}, {"leaseDurationSeconds", nullptr}, {"renewTime", micro_time(now)}};
    if (!is_held) return made;
    made["holderIdentity"] = change.row.instance;
    made["leaseDurationSeconds"] = seconds;
    return made;
}

} // namespace vesta::kubernetes
