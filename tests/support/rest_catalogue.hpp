#pragma once

#include <vesta/catalogue/catalogue.hpp>
#include <vesta/catalogue/kinds.hpp>
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

/// What the generators of a rest_catalogue live off: it goes after them.
struct rest_ground {
    const clock_guard clock_;
    memory_marks marks_{};
    std::unique_ptr<scheme> wide_{};
    std::vector<std::shared_ptr<const scheme>> cores_{};
    segment_generator* shown_ = nullptr;
    std::map<std::uint32_t, std::shared_ptr<reservation>> held_{}; // one per machine ID
    std::unique_ptr<keeper> keeper_{};
};

/// Generators in memory, published as REST does. Generators are added before it is used.
class rest_catalogue final : rest_ground, public catalogue {
  public:
    explicit rest_catalogue(const wall_clock& clock = system_wall_clock())
        : rest_ground{.clock_ = {clock, std::chrono::milliseconds{0}}} {}

    /// A time-based generator with machine ID @p machine; an empty @p type is the scheme's default.
    rest_catalogue& add_time(std::string name, std::string_view scheme, std::string_view type = {},
                             std::uint32_t machine = 1);
    /// A generator of kind uuid7 or ulid with machine ID 1.
    rest_catalogue& add_uuids(std::string name, uuid_kind kind);
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

  private:
    class entry;
    class streams;

    rest_catalogue& add(std::unique_ptr<named_generator> real);
    rest_catalogue& add(std::string name, std::string kind, const scheme& family, const layout& type,
                        std::uint32_t machine);
    std::shared_ptr<reservation> hold(std::uint32_t machine);
    std::unique_ptr<time_generator> make(const time_generator_spec& spec, std::shared_ptr<reservation> held);
};

} // namespace vesta::testing
