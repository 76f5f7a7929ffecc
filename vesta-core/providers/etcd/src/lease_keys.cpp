#include "lease_record.hpp"

#include <vesta/etcd/lease_keys.hpp>
#include <vesta/machine/lease_name.hpp>

#include <utility>

namespace vesta::etcd {
namespace {

/// Fills @p of with the content of @p found.
lease_row read(lease_row of, const key_value& found, unix_ms now) {
    if (!found.exists()) return of;
    of.version = found.revision;
    if (auto sound = read_lease(found.value, now, of); !sound) of.unusable = sound.error().message;
    return of;
}

} // namespace

lease_keys::lease_keys(std::shared_ptr<session> with)
    : session_{std::move(with)}, folder_{session_->path("machines/")} {}

std::string lease_keys::where() const {
    return "keys " + folder_ + " (" + session_->to().name + ")";
}

std::string lease_keys::path_of(const lease_row& row) const {
    return folder_ + lease_name(row);
}

result<store_moment> lease_keys::store_now() {
    return session_->look().transform([](moment now) { return store_moment{now.at, std::move(now.reign)}; });
}

result<std::vector<lease_row>> lease_keys::rows() {
    auto found = session_->list(folder_);
    if (!found) return std::move(found).error();
    const auto now = session_->now();
    if (!now) return now.error();
    std::vector<lease_row> all;
    for (const key_value& each : *found)
        if (auto row = lease_named(std::string_view{each.key}.substr(folder_.size()))) // else not ours, and harmless
            all.push_back(read(*std::move(row), each, *now));
    return all;
}

result<lease_row> lease_keys::row(machine_id id, std::uint32_t share) {
    lease_row none{.id = id, .share = share};
    const auto found = session_->get(path_of(none));
    if (!found) return found.error();
    const auto now = session_->now();
    if (!now) return now.error();
    return read(std::move(none), *found, *now);
}

// The member's time at the write is not before what it told last and the time since.
result<bool> lease_keys::is_too_far_ahead(const lease_row& next, unix_ms now) {
    if (!next.ahead || next.mark <= now + *next.ahead) return false;
    const auto stored = row(next.id, next.share);
    if (!stored) return stored.error();
    return stored->version != next.version || stored->mark < next.mark;
}

result<std::optional<lease_write>> lease_keys::write(const lease_row& next, std::chrono::milliseconds lease,
                                                     bool over_any) {
    std::string during = next.server;
    if (during.empty()) {
        auto seen = session_->look();
        if (!seen) return std::move(seen).error();
        during = std::move(seen->reign);
    }
    const auto now = session_->now();
    if (!now) return now.error();
    const auto refused = is_too_far_ahead(next, *now);
    if (!refused) return refused.error();
    if (*refused) return std::optional<lease_write>{};
    const auto done = session_->put({.key = path_of(next),
                                     .value = write_lease(next, *now + lease, during),
                                     .revision = next.version == lease_row::absent ? 0 : next.version,
                                     .reign = during,
                                     .over_any = over_any});
    if (!done) return done.error();
    if (!*done) return std::optional<lease_write>{};
    return std::optional{lease_write{(*done)->revision, (*done)->at}};
}

result<std::optional<lease_write>> lease_keys::put(const lease_row& next, std::chrono::milliseconds lease) {
    return write(next, lease, false);
}

result<void> lease_keys::repair(const lease_row& next) {
    lease_row anywhere = next;
    anywhere.server.clear();
    const auto done = write(anywhere, std::chrono::milliseconds{0}, true);
    if (!done) return done.error();
    if (*done) return {};
    return error{errc::store_unavailable, where() + ": the reign has changed meanwhile; try again"};
}

} // namespace vesta::etcd
