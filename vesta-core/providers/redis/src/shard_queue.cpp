#include "decimal.hpp"
#include "link.hpp"
#include "scripts.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/redis/queues.hpp>

namespace vesta::redis {
namespace {

constexpr std::chrono::seconds queue_lock_time{10};

class queue final : public shard_queue {
  public:
    queue(const options& at, const connector& by, const wall_clock& clock) : link_{at, by, clock} {}

    result<std::optional<popped_part>> pop(const shard_key& key, std::uint64_t wanted) override;
    result<void> push(std::span<const range_part> parts) override;
    result<void> clear(const shard_key& key) override;

    result<std::optional<refill_token>> lock(const shard_key& key) override {
        return take_lock(link_, name("lock", key), queue_lock_time);
    }
    result<void> unlock(const shard_key& key, const refill_token& token) override {
        return release_lock(link_, name("lock", key), token);
    }

  private:
    /// In a Redis cluster the text in braces decides where a key is stored.
    std::string name(std::string_view what, const shard_key& key) const {
        return link_.at().prefix + std::string{what} + ":{" + key_text(key, ':') + "}";
    }

    link link_;
};

std::string entry(const range_part& part) {
    return std::to_string(part.low) + ' ' + std::to_string(part.high) + ' ' + std::to_string(part.from) + ' ' +
           std::to_string(part.to);
}

result<std::optional<popped_part>> queue::pop(const shard_key& key, std::uint64_t wanted) {
    const auto answer = link_.run(scripts::pop, name("queue", key), {std::to_string(wanted)});
    if (!answer) return answer.error();
    if (answer->empty()) return std::optional<popped_part>{};
    const auto numbers = numbers_of(*answer, 6);
    if (!numbers) return numbers.error();
    const auto& at = *numbers;
    const range_part part{key, at[0], at[1], static_cast<unsigned>(at[2]), static_cast<unsigned>(at[3])};
    if (!part.sound())
        return error{errc::state_unusable, "Redis gave " + in_quotes(entry(part)) + ", which is no part of a range"};
    const std::int64_t left = at[4] * part.piece_width() + (at[5] > 0 ? part.high - part.low : 0);
    return std::optional{popped_part{part, static_cast<std::uint64_t>(left)}};
}

result<void> queue::push(std::span<const range_part> parts) {
    while (!parts.empty()) {
        const shard_key key = parts.front().of;
        std::vector<std::string> entries;
        while (!parts.empty() && parts.front().of == key) {
            entries.push_back(entry(parts.front()));
            parts = parts.subspan(1);
        }
        if (auto done = link_.run(scripts::push, name("queue", key), entries); !done) return std::move(done).error();
    }
    return {};
}

result<void> queue::clear(const shard_key& key) {
    return link_.run(scripts::clear, name("queue", key), {}).without_value();
}

} // namespace

std::shared_ptr<shard_queue> open_queue(const options& at, const connector& by, const wall_clock& clock) {
    return std::make_shared<queue>(at, by, clock);
}

} // namespace vesta::redis
