#include "value_request.hpp"

#include "reply_id.hpp"

#include <vesta/rpc/protocol/command_writer.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vesta::rpc::detail {
namespace {

/// A command of fixed words, and the reader of its answer.
template <class T>
class value_request final : public request {
  public:
    /// Reads an answer; nothing if this command cannot have it.
    using reader = std::function<std::optional<result<T>>(std::span<const reply_node>)>;

    value_request(std::vector<std::string> words, time_point until, reader read, callback<T> done)
        : request{until}, words_{std::move(words)}, read_{std::move(read)}, done_{std::move(done)} {}

    void write(output_buffer& to) override {
        write_command(to, std::vector<std::string_view>(words_.begin(), words_.end()));
    }
    bool accept(std::span<const reply_node> answer) override {
        auto value = read_(answer);
        if (!value) return false;
        done_(*std::move(value));
        return true;
    }
    void fail(const error& why) override { done_(why); }

  private:
    const std::vector<std::string> words_;
    const reader read_;
    const callback<T> done_;
};

std::vector<std::string> with_generator(std::vector<std::string> words, const stream_name& by) {
    if (by.generator != "default") {
        words.emplace_back("GENERATOR");
        words.push_back(by.generator);
    }
    return words;
}

bool is_text(const reply_node& node) noexcept {
    return node.type == reply_type::bulk || node.type == reply_type::simple;
}

std::optional<unix_ms> read_instant(const reply_node& node) {
    if (!is_text(node)) return std::nullopt;
    const auto read = parse_rfc3339(node.text);
    return read ? std::optional{*read} : std::nullopt;
}

/// Whether an ID of a sharded generator was explained.
bool is_sharded(std::span<const reply_node> answer) noexcept {
    return answer.size() > 1 && is_text(answer[1]) && answer[1].text == "next";
}

/// Pairs of a field's name and its value, and `at`.
std::optional<result<explanation>> read_explanation(id value, std::span<const reply_node> answer) {
    constexpr std::size_t pairs = all_fields.size() + 1;
    if (is_sharded(answer))
        return error{errc::invalid_argument, to_string(value) + " is of a sharded generator, and holds no time; "
                                                                "`vesta explain` takes it apart"};
    if (answer.front().type != reply_type::map || answer.size() != 1 + 2 * pairs) return std::nullopt;
    explanation told{.value = value};
    std::size_t known = 0;
    for (auto rest = answer.subspan(1); !rest.empty(); rest = rest.subspan(2)) {
        if (!is_text(rest[0])) return std::nullopt;
        for (const field each : all_fields) {
            if (rest[0].text != name(each) || rest[1].type != reply_type::integer) continue;
            told.parts[each] = static_cast<std::uint64_t>(rest[1].integer);
            ++known;
        }
        if (rest[0].text != "at") continue;
        const auto at = read_instant(rest[1]);
        if (!at) return std::nullopt;
        told.at = *at;
        ++known;
    }
    if (known != pairs) return std::nullopt;
    return told;
}

} // namespace

owned_request explain_request(const stream_name& by, id value, time_point until, callback<explanation> done) {
    return std::make_unique<value_request<explanation>>(
        with_generator({"EXPID", to_string(value)}, by), until,
        [value](std::span<const reply_node> answer) { return read_explanation(value, answer); }, std::move(done));
}

owned_request make_request(const stream_name& by, const fields& parts, time_point until, callback<id> done) {
    std::vector<std::string> words{"MAKEID"};
    const std::pair<std::string_view, std::uint64_t> given[] = {{"TIME", parts.time},
                                                                {"SEQ", parts.seq},
                                                                {"MACHINE", parts.machine},
                                                                {"GENMETHOD", parts.gen_method},
                                                                {"VERSION", parts.version}};
    for (const auto& [word, number] : given) {
        words.emplace_back(word);
        words.push_back(std::to_string(number));
    }
    return std::make_unique<value_request<id>>(
        with_generator(std::move(words), by), until,
        [](std::span<const reply_node> answer) { return read_id(answer.front()); }, std::move(done));
}

owned_request time_request(const stream_name& by, std::uint64_t time, time_point until, callback<unix_ms> done) {
    return std::make_unique<value_request<unix_ms>>(
        with_generator({"TRANSTIME", std::to_string(time)}, by), until,
        [](std::span<const reply_node> answer) { return read_instant(answer.front()); }, std::move(done));
}

} // namespace vesta::rpc::detail
