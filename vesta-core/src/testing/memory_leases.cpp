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

result<std::vector<lease_row>> memory_leases::rows() {
    const std::lock_guard guard{guard_};
    if (next_fault() != fault::none) return away();
    std::vector<lease_row> all;
    for (const auto& [id, each] : rows_)
        all.push_back(seen(each));
    return all;
}

result<lease_row> memory_leases::row(machine_id id) {
    const std::lock_guard guard{guard_};
    if (next_fault() != fault::none) return away();
    const auto found = rows_.find(id);
    return found == rows_.end() ? lease_row{.id = id} : seen(found->second);
}

result<std::optional<std::int64_t>> memory_leases::put(const lease_row& next, std::chrono::milliseconds lease) {
    const std::lock_guard guard{guard_};
    const fault now_failing = next_fault();
    if (now_failing == fault::before) return away();
    held& to = rows_[next.id];
    std::optional<std::int64_t> version;
    if (to.row.version == next.version || !compares_) {
        const std::int64_t before = to.row.version;
        to = {next, now() + lease};
        version = to.row.version = before + 1;
    }
    if (now_failing == fault::after) return away();
    return version;
}

void memory_leases::set_fault(std::function<fault()> next) {
    const std::lock_guard guard{guard_};
    fault_ = std::move(next);
}

} // namespace vesta::testing
