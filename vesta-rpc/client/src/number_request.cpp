#include "number_request.hpp"

#include "reply_id.hpp"

#include <vesta/rpc/protocol/command_writer.hpp>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace vesta::rpc::detail {
namespace {

/// Whether the same server may give a number later.
bool may_pass(errc code) noexcept {
    return code == errc::not_ready || code == errc::store_unavailable || code == errc::internal;
}

class keyed_request final : public request {
  public:
    keyed_request(const stream_name& by, std::string key, time_point until, const client_options& options,
                  callback<number_outcome> done)
        : request{until}, generator_{by.generator}, tag_{by.tag}, key_{std::move(key)},
          pause_{options.smallest_backoff}, longest_pause_{options.largest_backoff}, done_{std::move(done)} {}

    void write(output_buffer& to) override {
        std::vector<std::string_view> words{"GENID", "GENERATOR", generator_};
        if (tag_) words.insert(words.end(), {"TAG", *tag_});
        words.insert(words.end(), {"KEY", key_});
        write_command(to, words);
        ++in_doubt_;
    }

    bool accept(std::span<const reply_node> answer) override {
        const auto number = read_id(answer.front());
        if (!number || number->value < 1) return false;
        done_(number_outcome{.number = number->value});
        return true;
    }

    /// By a refusal that attempt gave no number; UNKNOWN, which is no refusal, says neither.
    void note_refusal(const error& why) override {
        if (why.code != errc::store_unavailable) --in_doubt_;
    }

    std::optional<std::chrono::milliseconds> try_again(const error& why) override {
        if (!may_pass(why.code)) return std::nullopt;
        const auto pause = std::max(pause_, why.retry_after.value_or(pause_));
        pause_ = std::min(2 * pause_, longest_pause_);
        return pause;
    }

    void fail(const error& why) override {
        if (in_doubt_ == 0) return done_(number_outcome{.why = why});
        done_(number_outcome{
            .unknown = true,
            .why = {why.code, "a number may have been given or not: " + why.message + "; ask again with the same key",
                    why.retry_after}});
    }

  private:
    const std::string generator_;
    const std::optional<std::string> tag_;
    const std::string key_;
    std::chrono::milliseconds pause_;
    const std::chrono::milliseconds longest_pause_;
    const callback<number_outcome> done_;
    int in_doubt_ = 0; ///< Attempts that may have given the number.
};

} // namespace

owned_request number_request(const stream_name& by, std::string key, time_point until, const client_options& options,
                             callback<number_outcome> done) {
    return std::make_unique<keyed_request>(by, std::move(key), until, options, std::move(done));
}

} // namespace vesta::rpc::detail
