#include "gateway.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/etcd/tag_keys.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

namespace vesta::etcd {
namespace {

namespace json = boost::json;

constexpr int attempts = 100; // each failure is another node's success

/// A row as it is stored, and as it was read.
struct stored_row {
    std::int64_t revision = 0;
    std::string reign; // in which it was read
    json::object members;
    tag_row row;
};

std::optional<std::int64_t> integer_at(const json::object& in, std::string_view key) {
    const auto* const found = in.if_contains(key);
    const auto* const number = found == nullptr ? nullptr : found->if_int64();
    return number == nullptr ? std::nullopt : std::optional{*number};
}

error nonsense(std::string_view tag, const std::string& what) {
    return {errc::state_unusable, "tag " + in_quotes(tag) + ": its row " + what};
}

/// Fills in the members that a row may be without.
result<void> read_optional(const json::object& from, tag_row& into) {
    const auto read = [&](std::string_view key, std::int64_t usual) {
        return from.contains(key) ? integer_at(from, key) : std::optional{usual};
    };
    const auto limit = read("max_limit", largest_number);
    const auto delta = read("delta", 1), remainder = read("remainder", 0);
    if (!limit || !delta || !remainder)
        return nonsense(into.tag, "has a max_limit, delta or remainder that is no whole number");
    const bool fits = *delta >= 1 && *delta <= 1024 && *remainder >= 0 && *remainder < *delta;
    into.limit = *limit;
    into.delta = fits ? static_cast<std::uint32_t>(*delta) : 0; // next_segment() refuses it and says why
    into.remainder = fits ? static_cast<std::uint32_t>(*remainder) : 0;
    return {};
}

result<stored_row> read(std::string_view tag, const key_value& found, std::string reign = {}) {
    boost::system::error_code no_json;
    auto value = json::parse(found.value, no_json);
    if (no_json || !value.is_object()) return nonsense(tag, "is no JSON object");
    stored_row made{
        .revision = found.revision, .reign = std::move(reign), .members = std::move(value.get_object()), .row = {}};
    const auto max_id = integer_at(made.members, "max_id"), step = integer_at(made.members, "step");
    if (!max_id || !step) return nonsense(tag, "has no max_id or no step that is a whole number");
    made.row = {.tag = std::string{tag}, .max_id = *max_id, .step = *step};
    made.row.updated = "revision " + std::to_string(found.revision);
    if (auto rest = read_optional(made.members, made.row); !rest) return std::move(rest).error();
    return made;
}

class tags_in_keys final : public segment_store {
  public:
    tags_in_keys(std::shared_ptr<session> with, const std::string& table)
        : session_{std::move(with)}, folder_{session_->path("tags/" + table + "/")} {}

    result<std::vector<tag_row>> list() override;
    result<segment> reserve(const segment_request& request) override;
    result<bool> give_back(std::string_view tag, const segment& of, std::int64_t from) override;
    result<bool> create(std::string_view tag, std::int64_t step) override;
    result<bool> raise(std::string_view tag, std::int64_t limit) override;

  private:
    std::string path_of(std::string_view tag) const { return folder_ + std::string{tag}; }
    /// Nothing where there is none.
    result<std::optional<stored_row>> find(std::string_view tag);
    /// Writes @p row with @p value at @p member; false if it is not as it was read any more.
    result<bool> replace(stored_row row, std::string_view member, std::int64_t value);

    const std::shared_ptr<session> session_;
    const std::string folder_;
};

result<std::optional<stored_row>> tags_in_keys::find(std::string_view tag) {
    auto during = session_->known_reign();
    if (!during) return std::move(during).error();
    const auto found = session_->get(path_of(tag));
    if (!found) return found.error();
    if (!found->exists()) return std::optional<stored_row>{};
    return read(tag, *found, *std::move(during)).transform([](stored_row row) {
        return std::optional{std::move(row)};
    });
}

result<bool> tags_in_keys::replace(stored_row row, std::string_view member, std::int64_t value) {
    row.members[member] = value;
    const auto done = session_->put({.key = path_of(row.row.tag),
                                     .value = json::serialize(row.members),
                                     .revision = row.revision,
                                     .reign = std::move(row.reign)});
    if (!done) return done.error();
    if (*done) return true;
    const auto seen = session_->look(); // it may be the reign that is another
    return seen ? result<bool>{false} : seen.error();
}

result<std::vector<tag_row>> tags_in_keys::list() {
    const auto found = session_->list(folder_);
    if (!found) return found.error();
    std::vector<tag_row> all;
    for (const key_value& each : *found) // a senseless row is refused when it is used; it must not hide the others
        if (auto row = read(std::string_view{each.key}.substr(folder_.size()), each))
            all.push_back(std::move(row->row));
    return all;
}

result<segment> tags_in_keys::reserve(const segment_request& request) {
    const auto until = std::chrono::steady_clock::now() + session_->to().call_timeout;
    for (int i = 0; i < attempts && std::chrono::steady_clock::now() < until; ++i) {
        auto found = find(request.tag);
        if (!found) return std::move(found).error();
        if (!*found) return error{errc::not_found, "there is no tag " + in_quotes(request.tag)};
        auto next = next_segment((*found)->row, request);
        if (!next) {
            next.error().message = "tag " + in_quotes(request.tag) + ": " + next.error().message;
            return next;
        }
        const auto moved = replace(**std::move(found), "max_id", next->end);
        if (!moved) return moved.error();
        if (*moved) return next;
    }
    return error{errc::in_use, "too many nodes are reserving from tag " + in_quotes(request.tag) + " at once"};
}

// Once: numbers must not be given back twice.
result<bool> tags_in_keys::give_back(std::string_view tag, const segment& of, std::int64_t from) {
    auto found = find(tag);
    if (!found) return std::move(found).error();
    if (!*found || (*found)->row.max_id != of.end) return false;
    return replace(**std::move(found), "max_id", from);
}

// Compares no reign: it rests on nothing that was read.
result<bool> tags_in_keys::create(std::string_view tag, std::int64_t step) {
    const json::object row{{"max_id", 1}, {"step", step}};
    return session_->put({.key = path_of(tag), .value = json::serialize(row)}).transform([](const auto& done) {
        return done.has_value();
    });
}

result<bool> tags_in_keys::raise(std::string_view tag, std::int64_t limit) {
    for (int i = 0; i < attempts; ++i) {
        auto found = find(tag);
        if (!found) return std::move(found).error();
        if (!*found || !(*found)->members.contains("max_limit")) return false;
        const tag_row& row = (*found)->row;
        if (row.limit >= limit || row.max_id > limit) return false;
        const auto done = replace(**std::move(found), "max_limit", limit);
        if (!done || *done) return done;
    }
    return error{errc::in_use, "too many nodes are reserving from tag " + in_quotes(tag) + " at once"};
}

} // namespace

std::shared_ptr<segment_store> open_segments(std::shared_ptr<session> with, const std::string& table) {
    if (table.empty() || table.find('/') != std::string::npos)
        throw failure{{errc::invalid_settings,
                       "table is " + in_quotes(table) + "; with etcd it is one part of a key's path, without a slash"}};
    return std::make_shared<tags_in_keys>(std::move(with), table);
}

} // namespace vesta::etcd
