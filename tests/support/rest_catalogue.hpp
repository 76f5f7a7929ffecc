#pragma once

#include <vesta/generate/catalogue.hpp>
#include <vesta/generate/keeper.hpp>
#include <vesta/testing/memory_marks.hpp>

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::testing {

/// Consecutive numbers, as a segment generator's tag gives them.
class counting_source final : public id_source {
  public:
    explicit counting_source(std::int64_t first = 1) : next_{first} {}

    grant try_generate(std::span<id> out) noexcept override;
    range_grant try_range(std::uint64_t count) noexcept override;
    error explain_refusal(errc why) const override;

  private:
    std::atomic<std::int64_t> next_;
};

/// Answers each attempt as a test says.
class scripted_source final : public id_source {
  public:
    using script = std::function<grant(std::span<id>)>;
    explicit scripted_source(script says) : says_{std::move(says)} {}

    grant try_generate(std::span<id> out) noexcept override { return says_(out); }
    range_grant try_range(std::uint64_t) noexcept override { return {}; }
    error explain_refusal(errc why) const override;

  private:
    script says_;
};

/// Generators in memory, published as REST does. Generators are added before it is used.
class rest_catalogue final : public catalogue {
  public:
    explicit rest_catalogue(const wall_clock& clock = system_wall_clock()) : clock_{clock} {}
    ~rest_catalogue() override;

    /// A time-based generator with machine ID @p machine; an empty @p type is the scheme's default.
    rest_catalogue& add_time(std::string name, std::string_view scheme, std::string_view type = {},
                             std::uint32_t machine = 1);
    /// A time-based generator of a custom layout with 21 bits of sequence: 2 million IDs a millisecond, so that a
    /// benchmark does not measure the layout's cap.
    rest_catalogue& add_wide(std::string name);
    /// A generator of kind segment with these tags.
    rest_catalogue& add_segment(std::string name, const std::vector<std::string>& tags);
    /// One of kind sharded: @p of, which outlives this; or one that has the same numbers for every application and gate
    /// pass, and explains none.
    rest_catalogue& add_sharded(std::string name, sharded_generator* of = nullptr);
    /// What the segment generators show of their tags and their table from now on; it outlives this.
    void show(segment_generator& of) noexcept { shown_ = &of; }
    /// A generator of kind custom that answers as told.
    rest_catalogue& add_scripted(std::string name, scripted_source::script says);

    /// What `status()` says of the generator from now on.
    void set_ready(std::string_view name, bool ready, std::string why_not);
    memory_marks& marks() noexcept { return marks_; }
    /// Renews the reservations in the background from now on, as a server does.
    void keep();

    result<id_source*> stream(const stream_query& query) override;
    result<const time_generator*> time_based(std::string_view generator) override;
    result<segment_generator*> segments(std::string_view generator) override;
    result<sharded_generator*> sharded(std::string_view generator) override;
    std::vector<generator_status> status() override;

  private:
    struct entry {
        std::string name;
        std::string kind;
        std::unique_ptr<time_generator> time;
        std::shared_ptr<reservation> held;
        std::map<std::string, std::unique_ptr<id_source>, std::less<>> streams;
        sharded_generator* shards = nullptr;
        bool ready = true;
        std::string why_not;
    };

    entry* find(std::string_view name);
    error unknown(std::string_view name) const;
    rest_catalogue& add(std::string name, std::string kind, const scheme& family, const layout& type,
                        std::uint32_t machine);

    const wall_clock& clock_;
    memory_marks marks_;
    std::unique_ptr<scheme> wide_;
    segment_generator* shown_ = nullptr;
    std::map<std::uint32_t, std::shared_ptr<reservation>> held_; // one per machine ID
    std::vector<std::unique_ptr<entry>> entries_;
    std::unique_ptr<keeper> keeper_;
};

} // namespace vesta::testing
