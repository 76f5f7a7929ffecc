#pragma once

#include <vesta/gapless/gapless_store.hpp>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace vesta::testing {

/// What one `memory_numbers` keeps, for the test that has it.
struct kept_numbers {
    std::map<std::string, std::vector<number_entry>, std::less<>> series;
    std::map<std::string, std::pair<std::string, std::int64_t>> keys;
    std::function<void()> before_give; ///< May block, as a store does.
    std::optional<error> lost;         ///< Where set, no wish is done, and whether it is remains unknown.
};

/// A store of numbers without gaps that keeps them in memory. Keys are kept for ever.
///
/// Thread-safety: none; use from one thread at a time.
class memory_numbers final : public gapless_store {
  public:
    explicit memory_numbers(std::shared_ptr<kept_numbers> kept) : kept_{std::move(kept)} {}

    void give(std::span<const number_wish> wishes, std::span<number_outcome> into) override {
        if (kept_->before_give) kept_->before_give();
        for (std::size_t i = 0; i < wishes.size(); ++i)
            into[i] = kept_->lost ? number_outcome{.unknown = true, .why = *kept_->lost} : give_one(wishes[i]);
    }

    result<void> make_void(const voiding& what) override {
        auto& of = kept_->series[what.tag];
        if (what.number > static_cast<std::int64_t>(of.size()))
            return error{errc::not_found, "number " + std::to_string(what.number) + " was not given"};
        number_entry& entry = of[static_cast<std::size_t>(what.number - 1)];
        entry.void_since = unix_ms{};
        entry.who = what.who;
        entry.why = what.why;
        return {};
    }

    result<std::vector<number_entry>> list(std::string_view tag, std::int64_t from, std::size_t count) override {
        std::vector<number_entry> found;
        for (const number_entry& each : kept_->series[std::string{tag}])
            if (each.number >= from && found.size() < count) found.push_back(each);
        return found;
    }

    result<std::vector<number_series>> series() override {
        std::vector<number_series> all;
        for (const auto& [tag, of] : kept_->series)
            all.push_back({.tag = tag, .last = static_cast<std::int64_t>(of.size())});
        return all;
    }

  private:
    number_outcome give_one(const number_wish& wish) {
        auto& of = kept_->series[wish.tag];
        const std::pair next{wish.tag, static_cast<std::int64_t>(of.size()) + 1};
        const auto [found, is_new] = kept_->keys.try_emplace(wish.key, next);
        if (!is_new && found->second.first != wish.tag)
            return {.why = {errc::invalid_argument, "the key has a number of another tag"}};
        if (!is_new) return {.number = found->second.second, .again = true};
        of.push_back({.number = next.second, .key = wish.key, .given_at = unix_ms{}});
        return {.number = next.second};
    }

    const std::shared_ptr<kept_numbers> kept_;
};

} // namespace vesta::testing
