#include <vesta/testing/memory_leases.hpp>

#include <utility>

namespace vesta::testing {
namespace {

error away() {
    return {errc::store_unavailable, "the table in memory is away, as the test wants"};
}

} // namespace

lease_row memory_leases::seen(const held& of) const {
    lease_row copy = of.row;
    copy.left = of.ends - now();
    return copy;
}

result<store_moment> memory_leases::store_now() {
    const std::lock_guard guard{guard_};
    if (next_fault() != fault::none) return away();
    return store_moment{now(), server_};
}

result<std::vector<lease_row>> memory_leases::rows() {
    const std::lock_guard guard{guard_};
    if (next_fault() != fault::none) return away();
    std::vector<lease_row> all;
    for (const auto& [id, each] : rows_)
        all.push_back(seen(each));
    return all;
}

result<lease_row> memory_leases::row(machine_id id, std::uint32_t share) {
    const std::lock_guard guard{guard_};
    if (next_fault() != fault::none) return away();
    const auto found = rows_.find({id, share});
    return found == rows_.end() ? lease_row{.id = id, .share = share} : seen(found->second);
}

result<std::optional<lease_write>> memory_leases::put(const lease_row& next, std::chrono::milliseconds lease) {
    const std::lock_guard guard{guard_};
    const fault now_failing = next_fault();
    if (now_failing == fault::before) return away();
    const auto found = rows_.find({next.id, next.share});
    const std::int64_t before = found == rows_.end() ? lease_row::absent : found->second.row.version;
    const bool here = next.server.empty() || next.server == server_;
    const bool within =
        !next.ahead || found == rows_.end() || next.mark <= found->second.row.mark || next.mark <= now() + *next.ahead;
    std::optional<lease_write> done;
    if ((before == next.version && here && within) || !compares_) {
        store(next, before + 1, now() + lease);
        done = lease_write{before + 1, now()};
    }
    if (now_failing == fault::after) return away();
    return done;
}

result<void> memory_leases::repair(const lease_row& next) {
    const std::lock_guard guard{guard_};
    if (next_fault() != fault::none) return away();
    const auto found = rows_.find({next.id, next.share});
    store(next, found == rows_.end() ? 0 : found->second.row.version + 1, now());
    return {};
}

void memory_leases::store(const lease_row& next, std::int64_t version, unix_ms ends) {
    held& to = rows_[{next.id, next.share}];
    to = {next, ends};
    to.row.version = version;
    to.row.server = server_;
    to.row.ahead.reset();
}

void memory_leases::fail_over(std::string server) {
    const std::lock_guard guard{guard_};
    server_ = std::move(server);
}

void memory_leases::forget(machine_id id) {
    const std::lock_guard guard{guard_};
    std::erase_if(rows_, [&](const auto& each) { return each.first.first == id; });
}

void memory_leases::roll_back(const lease_row& back) {
    const std::lock_guard guard{guard_};
    rows_[{back.id, back.share}] = {back, now() + back.left};
}

void memory_leases::set_fault(std::function<fault()> next) {
    const std::lock_guard guard{guard_};
    fault_ = std::move(next);
}

} // namespace vesta::testing
