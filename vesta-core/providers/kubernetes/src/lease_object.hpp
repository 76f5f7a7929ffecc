#pragma once

#include <vesta/http/record_store.hpp>
#include <vesta/time/instant.hpp>

#include <boost/json/object.hpp>

#include <optional>
#include <string>

namespace vesta::kubernetes {

inline constexpr const char* fleet_label = "vesta/fleet";
inline constexpr const char* record_annotation = "vesta/record";
inline constexpr const char* reign_annotation = "vesta/reign";
/// Random, since a patch that changes nothing is no write: the resourceVersion stays, and a copy of the writer may do
/// the same once more.
inline constexpr const char* write_annotation = "vesta/write";

/// What we read of a Lease object.
struct lease_object {
    std::string name;
    std::string uid;
    std::int64_t revision = 0; ///< resourceVersion; 0: there is no such object.
    std::string record;
    std::string reign;
};

/// Nothing for what is none, or has a resourceVersion that is no number.
std::optional<lease_object> read_object(const boost::json::value& from);

/// Metadata of the object @p name of @p fleet, with one annotation; where @p revision is not 0, for that one alone.
boost::json::object metadata_of(const std::string& name, const std::string& fleet, std::int64_t revision,
                                std::string_view annotation, const std::string& text);

/// The spec that shows @p change, written at @p now: whose it is, from when, and for how long. Nothing reads it here.
boost::json::object spec_of(const http::record_change& change, unix_ms now);

} // namespace vesta::kubernetes
