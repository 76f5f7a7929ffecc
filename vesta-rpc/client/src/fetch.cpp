#include "fetch.hpp"

#include "coarse_clock.hpp"
#include "engine.hpp"
#include "reply_id.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/id/text_form.hpp>
#include <vesta/rpc/protocol/command_writer.hpp>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace vesta::rpc::detail {
namespace {

using words = std::vector<std::string_view>;

bool is_id(const reply_node& node) {
    return read_id(node).has_value();
}

bool is_id_of_128_bits(const reply_node& node) {
    return node.type == reply_type::bulk && parse_any_uuid(node.text).has_value();
}

/// What @p answer has of @p count asked for: one by itself, more as an array of that size; else empty.
std::span<const reply_node> members(std::span<const reply_node> answer, std::uint64_t count) {
    if (count == 1) return answer.first(1);
    const bool fits = answer.front().type == reply_type::array && answer.size() == count + 1;
    return fits ? answer.subspan(1) : answer.first(0);
}

/// The common part of GENID and RANGE: the words for the stream, and failing.
class fetch : public request {
  public:
    fetch(std::shared_ptr<stream> of, std::uint64_t count, time_point until)
        : request{until}, of_{std::move(of)}, count_{count}, digits_{std::to_string(count)},
          app_{of_->name().app ? std::to_string(*of_->name().app) : ""} {}

    void fail(const error& why) override { of_->on_failed(why, count_); }

  protected:
    stream& of() const noexcept { return *of_; }
    std::uint64_t count() const noexcept { return count_; }
    std::string_view digits() const noexcept { return digits_; }

    void write_with_selectors(output_buffer& to, words command) const {
        const stream_name& name = of_->name();
        if (name.tag) command.insert(command.end(), {"TAG", *name.tag});
        if (name.app) command.insert(command.end(), {"APP", app_});
        if (name.gate_pass) command.insert(command.end(), {"GATEPASS", *name.gate_pass});
        write_command(to, command);
    }

  private:
    const std::shared_ptr<stream> of_;
    const std::uint64_t count_;
    const std::string digits_;
    const std::string app_;
};

class ids_fetch final : public fetch {
  public:
    using fetch::fetch;

    void write(output_buffer& to) override {
        words command{"GENID"};
        if (of().name().generator != "default") command.insert(command.end(), {"GENERATOR", of().name().generator});
        if (count() != 1) command.insert(command.end(), {"COUNT", digits()});
        write_with_selectors(to, std::move(command));
    }

    bool accept(std::span<const reply_node> answer) override {
        const auto ids = members(answer, count());
        if (ids.empty()) return false;
        if (std::ranges::all_of(ids, is_id)) {
            of().on_ids(ids);
            return true;
        }
        if (!std::ranges::all_of(ids, is_id_of_128_bits)) return false;
        fail({errc::invalid_argument, "generator " + in_quotes(of().name().generator) +
                                          " makes IDs of 128 bits there, and this client takes those of 64"});
        return true;
    }
};

class range_fetch final : public fetch {
  public:
    using fetch::fetch;

    void write(output_buffer& to) override {
        // The age counts from here: the IDs are made later, whatever time they contain.
        const std::chrono::nanoseconds age = max_age_;
        expires_ = coarse_now() + age.count();
        write_with_selectors(to, {"RANGE", of().name().generator, digits()});
    }

    bool accept(std::span<const reply_node> answer) override {
        if (members(answer, 3).empty() || !std::ranges::all_of(members(answer, 3), is_id)) return false;
        const std::int64_t size = answer[2].integer;
        const std::int64_t stride = answer[3].integer;
        if (size < 1 || stride < 1 || static_cast<std::uint64_t>(size) > count()) return false;
        constexpr auto most = std::numeric_limits<std::uint64_t>::max();
        const std::uint64_t first = read_id(answer[1])->bits();
        const auto steps = static_cast<std::uint64_t>(size - 1);
        if (steps != 0 && static_cast<std::uint64_t>(stride) > (most - first) / steps) return false;
        of().on_range({id::from_bits(first), steps + 1, static_cast<std::uint64_t>(stride)}, count(), expires_);
        return true;
    }

  private:
    const std::chrono::milliseconds max_age_ = of().max_age();
    std::int64_t expires_ = 0;
};

} // namespace

owned_request make_fetch(std::shared_ptr<stream> of, std::uint64_t count, bool as_range, time_point until) {
    if (as_range) return std::make_unique<range_fetch>(std::move(of), count, until);
    return std::make_unique<ids_fetch>(std::move(of), count, until);
}

} // namespace vesta::rpc::detail
