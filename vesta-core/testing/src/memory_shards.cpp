#include <vesta/testing/memory_shards.hpp>

#include <algorithm>
#include <utility>

namespace vesta::testing {
namespace {

error no_row(std::int64_t app, std::int64_t shard) {
    return {errc::not_found, "id_alloc has no row for app " + std::to_string(app) + ", shard " + std::to_string(shard)};
}

} // namespace

std::optional<error> memory_shards::trouble(call which) {
    fault before;
    {
        const std::lock_guard guard{guard_};
        before = before_;
    }
    return before ? before(which) : std::nullopt;
}

result<std::vector<shard_row>> memory_shards::list() {
    if (auto failed = trouble(call::list)) return *std::move(failed);
    const std::lock_guard guard{guard_};
    std::vector<shard_row> all;
    for (const auto& [at, row] : rows_)
        all.push_back(row);
    return all;
}

result<shard_range> memory_shards::reserve(const shard_request& request) {
    if (auto failed = trouble(call::reserve)) return *std::move(failed);
    const std::lock_guard guard{guard_};
    const auto found = rows_.find({request.of.app.value, request.of.shard.value});
    if (found == rows_.end()) return no_row(request.of.app.value, request.of.shard.value);
    auto made = next_shard_range(found->second, request);
    if (made) found->second.max_id = made->high;
    return made;
}

result<bool> memory_shards::give_back(const shard_range& of, std::int64_t from) {
    if (auto failed = trouble(call::give_back)) return *std::move(failed);
    const std::lock_guard guard{guard_};
    const auto found = rows_.find({of.of.app.value, of.of.shard.value});
    if (found == rows_.end() || found->second.max_id != of.high) return false;
    found->second.max_id = from;
    return true;
}

result<unsigned> memory_shards::init(app_number app, std::string_view name) {
    if (auto failed = trouble(call::init)) return *std::move(failed);
    const std::lock_guard guard{guard_};
    unsigned made = 0;
    for (std::uint32_t shard = 0; shard < shards_per_app; ++shard)
        made += rows_.try_emplace({app.value, shard}, shard_row{app.value, shard, std::string{name}}).second ? 1 : 0;
    return made;
}

result<void> memory_shards::settle_permutation(app_number app, std::string_view fingerprint) {
    if (auto failed = trouble(call::settle)) return *std::move(failed);
    const std::lock_guard guard{guard_};
    if (const auto found = settled_.find(app); found != settled_.end())
        return found->second == fingerprint ? result<void>{} : permuted_otherwise(app, found->second, fingerprint);
    const bool used = std::any_of(rows_.begin(), rows_.end(), [app](const auto& each) {
        return each.second.app == app.value && each.second.max_id != 0;
    });
    if (used && fingerprint != "none") return permuted_otherwise(app, "none", fingerprint);
    settled_.emplace(app, fingerprint);
    return {};
}

result<void> memory_shards::enter(const shard_range& range) {
    if (auto failed = trouble(call::enter)) return *std::move(failed);
    const std::lock_guard guard{guard_};
    if (!ledger_.try_emplace({range.of, range.high}, range.low, 0U).second)
        return error{errc::state_unusable, "the range up to " + std::to_string(range.high) + " of " +
                                               to_string(range.of) + " is in the ledger already"};
    return {};
}

result<bool> memory_shards::claim(const range_part& part) {
    if (auto failed = trouble(call::claim)) return *std::move(failed);
    const std::lock_guard guard{guard_};
    const auto found = ledger_.find({part.of, part.high});
    if (found == ledger_.end() || found->second.first != part.low) return false;
    if ((found->second.second & part.mask()) != 0) return false;
    found->second.second |= part.mask();
    return true;
}

result<std::vector<range_part>> memory_shards::unclaimed(const shard_key& key) {
    if (auto failed = trouble(call::unclaimed)) return *std::move(failed);
    const std::lock_guard guard{guard_};
    std::vector<range_part> all;
    for (const auto& [at, content] : ledger_) {
        if (at.first != key) continue;
        const auto parts = unclaimed_parts(key, content.first, at.second, content.second);
        all.insert(all.end(), parts.begin(), parts.end());
    }
    return all;
}

void memory_shards::put(const shard_row& row) {
    const std::lock_guard guard{guard_};
    rows_.insert_or_assign({row.app, row.shard}, row);
}

void memory_shards::remove(std::int64_t app) {
    const std::lock_guard guard{guard_};
    std::erase_if(rows_, [app](const auto& each) { return each.second.app == app; });
}

shard_row memory_shards::find(std::int64_t app, std::int64_t shard) const {
    const std::lock_guard guard{guard_};
    return rows_.at({app, shard});
}

void memory_shards::set_fault(fault before) {
    const std::lock_guard guard{guard_};
    before_ = std::move(before);
}

} // namespace vesta::testing
