#include <vesta/http/lease_record.hpp>
#include <vesta/http/lease_records.hpp>
#include <vesta/machine/lease_name.hpp>

#include <utility>

namespace vesta::http {
namespace {

/// Fills @p of with the content of @p found.
lease_row read(lease_row of, const record& found, unix_ms now) {
    if (!found.exists()) return of;
    of.version = found.revision;
    if (auto sound = read_lease(found.text, now, of); !sound) of.unusable = sound.error().message;
    return of;
}

} // namespace

lease_records::lease_records(std::unique_ptr<record_store> in) : in_{std::move(in)} {}

std::string lease_records::where() const {
    return in_->where();
}

result<store_moment> lease_records::store_now() {
    return in_->look();
}

result<std::vector<lease_row>> lease_records::rows() {
    auto found = in_->list();
    if (!found) return std::move(found).error();
    const auto now = in_->now();
    if (!now) return now.error();
    std::vector<lease_row> all;
    for (const record& each : *found)
        if (auto row = lease_named(each.name)) // else not ours, and harmless
            all.push_back(read(*std::move(row), each, *now));
    return all;
}

result<lease_row> lease_records::row(machine_id id, std::uint32_t share) {
    lease_row none{.id = id, .share = share};
    const auto found = in_->get(lease_name(none));
    if (!found) return found.error();
    const auto now = in_->now();
    if (!now) return now.error();
    return read(std::move(none), *found, *now);
}

// The store's time at the write is not before what it told last and the time since.
result<bool> lease_records::is_too_far_ahead(const lease_row& next, unix_ms now) {
    if (!next.ahead || next.mark <= now + *next.ahead) return false;
    const auto stored = row(next.id, next.share);
    if (!stored) return stored.error();
    return stored->version != next.version || stored->mark < next.mark;
}

result<std::optional<lease_write>> lease_records::write(const lease_row& next, std::chrono::milliseconds lease,
                                                        bool over_any) {
    std::string during = next.server;
    if (during.empty()) {
        auto seen = in_->look();
        if (!seen) return std::move(seen).error();
        during = std::move(seen->server);
    }
    const auto now = in_->now();
    if (!now) return now.error();
    const auto refused = is_too_far_ahead(next, *now);
    if (!refused) return refused.error();
    if (*refused) return std::optional<lease_write>{};
    const std::int64_t required = next.version == lease_row::absent ? 0 : next.version;
    return in_->put({.to = {lease_name(next), write_lease(next, *now + lease, during), required},
                     .reign = during,
                     .over_any = over_any,
                     .row = next,
                     .lease = lease});
}

result<std::optional<lease_write>> lease_records::put(const lease_row& next, std::chrono::milliseconds lease) {
    return write(next, lease, false);
}

result<void> lease_records::repair(const lease_row& next) {
    lease_row anywhere = next;
    anywhere.server.clear();
    const auto done = write(anywhere, std::chrono::milliseconds{0}, true);
    if (!done) return done.error();
    if (*done) return {};
    return error{errc::store_unavailable, where() + ": the reign has changed meanwhile; try again"};
}

} // namespace vesta::http
