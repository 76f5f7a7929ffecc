#include "direct_supply.hpp"

#include <charconv>

namespace vesta {
namespace {

constexpr std::string_view app_word = "app ";
constexpr std::string_view shard_word = ", shard ";

std::optional<std::int64_t> number_at_front(std::string_view& text) {
    std::int64_t number = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failed != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

error unknown(std::string_view tag) {
    return {errc::not_found, "there is no shard '" + std::string{tag} + "'"};
}

} // namespace

std::string shard_tag(const shard_key& key) {
    return to_string(key);
}

std::optional<shard_key> parse_shard_tag(std::string_view tag) {
    if (!tag.starts_with(app_word)) return std::nullopt;
    std::string_view rest = tag.substr(app_word.size());
    const auto app = number_at_front(rest);
    if (!app || !rest.starts_with(shard_word)) return std::nullopt;
    rest.remove_prefix(shard_word.size());
    const auto shard = number_at_front(rest);
    if (!shard || !make_app(*app) || !make_shard(*shard)) return std::nullopt;
    const shard_key key{*make_app(*app), *make_shard(*shard)};
    return shard_tag(key) == tag ? std::optional{key} : std::nullopt;
}

std::shared_ptr<shard_supply> direct_supply(std::shared_ptr<sharded_store> store, number_use use) {
    return std::make_shared<detail::direct_supply>(std::move(store), std::move(use));
}

namespace detail {

segment as_segment(std::int64_t low, std::int64_t high, std::int64_t step) noexcept {
    return {.first = low + 1, .end = high + 1, .facts = {.step = step}};
}

direct_supply::direct_supply(std::shared_ptr<sharded_store> store, number_use use)
    : store_{std::move(store)}, use_{std::move(use)} {}

result<tag_row> direct_supply::tag_row_of(const shard_row& row) {
    const auto app = make_app(row.app);
    if (!app) return error{errc::state_unusable, "id_alloc: " + app.error().message + "; its rows are not used"};
    const auto shard = make_shard(row.shard);
    if (!shard) return error{errc::state_unusable, "id_alloc: " + shard.error().message + "; its rows are not used"};
    const shard_key key{*app, *shard};
    // What a reservation now would say decides whether the row can give numbers: nobody else knows the limits.
    const auto next = next_shard_range(row, {.of = key, .permuted_bits = use_.permuted_bits});
    const bool exhausted = !next && next.error().code == errc::exhausted;
    if (!next && !exhausted) return next.error();
    return tag_row{.tag = shard_tag(key),
                   .max_id = row.max_id + 1,
                   .step = row.step,
                   .limit = exhausted ? row.max_id : largest_number};
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
    const auto key = parse_shard_tag(request.tag);
    if (!key) return unknown(request.tag);
    const auto before = request.not_below > 0 ? request.not_below - 1 : 0;
    const auto made = reserve_range(*key, request.width, before);
    if (!made) return made.error();
    return as_segment(made->low, made->high, made->step);
}

result<bool> direct_supply::give_back(std::string_view tag, const segment& of, std::int64_t from) {
    const auto key = parse_shard_tag(tag);
    if (!key) return unknown(tag);
    return store_->give_back({*key, of.first - 1, of.end - 1, of.facts.step}, from - 1);
}

result<void> direct_supply::create(std::string_view tag, std::int64_t) {
    return error{errc::invalid_argument,
                 "no rows are made for '" + std::string{tag} + "' on demand; `vesta sharded init` makes them"};
}

supply_status direct_supply::status() const {
    const std::lock_guard guard{guard_};
    return {.counts = {.direct = reserved_}, .row_trouble = row_trouble_, .names = names_};
}

} // namespace detail
} // namespace vesta
