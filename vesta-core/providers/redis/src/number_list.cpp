#include "decimal.hpp"
#include "link.hpp"
#include "scripts.hpp"

#include <vesta/redis/queues.hpp>

#include <algorithm>

namespace vesta::redis {
namespace {

// The names and the time of the original program.
constexpr const char* list_name = "id.gen.idList_";
constexpr const char* lock_name = "id.gen.lock_";
constexpr std::chrono::seconds list_lock_time{60};

/// Numbers that one script appends; Redis does nothing else meanwhile.
constexpr std::int64_t at_a_time = 10'000;

/// The original program's queue: one entry per number, shared with its nodes.
class list final : public shard_queue {
  public:
    list(const options& at, const connector& by, const wall_clock& clock) : link_{at, by, clock} {}

    /// Takes the first number and its direct successors.
    result<std::optional<popped_part>> pop(const shard_key& key, std::uint64_t wanted) override {
        const auto most = std::min<std::uint64_t>(wanted, at_a_time);
        const auto answer = link_.run(scripts::pop_numbers, list_name + key_text(key, '_'), {std::to_string(most)});
        if (!answer) return answer.error();
        if (answer->empty()) return std::optional<popped_part>{};
        const auto numbers = numbers_of(*answer, 3);
        if (!numbers) return numbers.error();
        const auto& at = *numbers;
        if (at[0] < 1 || at[1] < at[0] || at[1] > static_cast<std::int64_t>(largest_next))
            return error{errc::state_unusable, "the list in Redis held a number that no ID has room for"};
        return std::optional{popped_part{whole({key, at[0] - 1, at[1]}), static_cast<std::uint64_t>(at[2])}};
    }

    result<void> push(std::span<const range_part> parts) override {
        for (const range_part& part : parts)
            for (std::int64_t low = part.begin(); low < part.end(); low += at_a_time) {
                const auto last = std::min(part.end(), low + at_a_time);
                auto done = link_.run(scripts::push_numbers, list_name + key_text(part.of, '_'),
                                      {std::to_string(low + 1), std::to_string(last)});
                if (!done) return std::move(done).error();
            }
        return {};
    }

    result<void> clear(const shard_key& key) override {
        return link_.run(scripts::clear, list_name + key_text(key, '_'), {}).without_value();
    }

    result<std::optional<refill_token>> lock(const shard_key& key) override {
        return take_lock(link_, lock_name + key_text(key, '_'), list_lock_time);
    }
    result<void> unlock(const shard_key& key, const refill_token& token) override {
        return release_lock(link_, lock_name + key_text(key, '_'), token);
    }

  private:
    link link_;
};

} // namespace

std::shared_ptr<shard_queue> open_list(const options& at, const connector& by, const wall_clock& clock) {
    return std::make_shared<list>(at, by, clock);
}

} // namespace vesta::redis
