#include "direct_supply.hpp"

#include <vesta/base/quote.hpp>

#include <algorithm>

namespace vesta {

std::shared_ptr<shard_supply> direct_supply(std::shared_ptr<sharded_store> store, number_use use) {
    return std::make_shared<detail::direct_supply>(std::move(store), std::move(use));
}

namespace detail {

segment as_segment(const shard_range& range) noexcept {
    return {.first = range.low + 1, .end = range.high + 1, .facts = {.step = range.step}, .row = row_of(range.of)};
}

direct_supply::direct_supply(std::shared_ptr<sharded_store> store, number_use use)
    : store_{std::move(store)}, use_{std::move(use)} {}

result<tag_row> direct_supply::tag_row_of(const shard_row& row) {
    const auto app = make_app(row.app);
    if (!app) return error{errc::state_unusable, "id_alloc: " + app.error().message + "; its rows are not used"};
    const auto shard = make_shard(row.shard);
    if (!shard) return error{errc::state_unusable, "id_alloc: " + shard.error().message + "; its rows are not used"};
    const shard_key key{*app, *shard};
    // A reservation made now decides whether the row can give numbers: only it knows the limits.
    const auto next = next_shard_range(row, {.of = key, .permuted_bits = use_.permuted_bits});
    const bool exhausted = !next && next.error().code == errc::exhausted;
    if (!next && !exhausted) return next.error();
    return tag_row{.tag = to_string(key),
                   .max_id = row.max_id + 1,
                   .step = row.step,
                   .limit = exhausted ? row.max_id : largest_number,
                   .row = row_of(key)};
}

result<std::vector<tag_row>> direct_supply::list() {
    const auto rows = store_->list();
    if (!rows) return rows.error();
    std::vector<tag_row> tags;
    std::optional<error> unusable;
    std::map<app_number, std::string> names;
    for (const shard_row& row : *rows) {
        auto tag = tag_row_of(row);
        if (tag) {
            std::string& name = names[{static_cast<std::uint32_t>(row.app)}];
            if (name.empty()) name = row.name; // rows made by hand may have none
            tags.push_back(*std::move(tag));
        } else if (!unusable) {
            unusable = std::move(tag).error();
        }
    }
    const std::lock_guard guard{guard_};
    row_trouble_ = std::move(unusable);
    names_ = std::move(names);
    return tags;
}

result<void> direct_supply::settle(app_number app) {
    {
        const std::lock_guard guard{guard_};
        if (settled_.contains(app)) return {};
    }
    if (auto agreed = store_->settle_permutation(app, use_.fingerprint); !agreed) return agreed;
    const std::lock_guard guard{guard_};
    settled_.insert(app);
    return {};
}

result<shard_range> direct_supply::reserve_range(const shard_key& key, std::uint64_t width,
                                                 std::int64_t reserved_before) {
    if (auto agreed = settle(key.app); !agreed) return std::move(agreed).error();
    auto made = store_->reserve({key, width, reserved_before, use_.permuted_bits});
    const std::lock_guard guard{guard_};
    reserved_ += made ? 1 : 0;
    return made;
}

result<segment> direct_supply::reserve(const segment_request& request) {
    const auto before = std::max<std::int64_t>(request.not_below.of(0), 1) - 1;
    return reserve_range(shard_at(request.row), request.width, before).transform(as_segment);
}

result<bool> direct_supply::give_back(std::string_view, const segment& of, std::int64_t from) {
    return store_->give_back({shard_at(of.row), of.first - 1, of.end - 1, of.facts.step}, from - 1);
}

result<bool> direct_supply::create(std::string_view tag, std::int64_t) {
    return error{errc::invalid_argument,
                 "no rows are made for " + in_quotes(tag) + " on demand; `vesta sharded init` makes them"};
}

supply_status direct_supply::status() const {
    const std::lock_guard guard{guard_};
    return {.counts = {.direct = reserved_}, .row_trouble = row_trouble_, .names = names_};
}

} // namespace detail
} // namespace vesta
