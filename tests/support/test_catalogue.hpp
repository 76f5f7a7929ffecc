#pragma once

#include <vesta/catalogue/catalogue.hpp>
#include <vesta/catalogue/kinds.hpp>
#include <vesta/generate/keeper.hpp>
#include <vesta/testing/memory_marks.hpp>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace vesta::testing {

/// Consecutive numbers from memory, in segments of a fixed step as a store would give them. Safe to use from any
/// thread.
class number_source final : public id_source {
  public:
    /// @p mark is put into the high bits of every number; @p step is what one segment holds.
    explicit number_source(std::uint64_t mark = 0, std::uint64_t step = 1000) : mark_{mark}, step_{step} {}

    grant try_generate(std::span<id> out) noexcept override;
    range_grant try_range(std::uint64_t count) noexcept override;
    range_grant try_block(std::uint64_t count) noexcept override;
    error explain_refusal(errc why) const override { return {why, "no numbers"}; }

  private:
    const std::uint64_t mark_;
    const std::uint64_t step_;
    std::mutex guard_;
    std::uint64_t next_ = 1;
};

/// A stream that answers as a test tells it to. Not safe while the test changes it.
class scripted_source final : public id_source {
  public:
    std::function<grant(std::span<id>)> on_generate = [](std::span<id>) { return grant{}; };
    std::function<range_grant(std::uint64_t)> on_range = [](std::uint64_t) { return range_grant{}; };
    std::function<error(errc)> on_explain = [](errc why) { return error{why, "scripted"}; };

    grant try_generate(std::span<id> out) noexcept override { return on_generate(out); }
    range_grant try_range(std::uint64_t count) noexcept override { return on_range(count); }
    error explain_refusal(errc why) const override { return on_explain(why); }
};

/// How a test_catalogue is set up.
struct test_catalogue_options {
    gen_method method = gen_method::rpc;
    machine_id machine{1};
    /// Where not the system's, nothing renews reservations: their marks lie a day ahead instead.
    const wall_clock* clock = &system_wall_clock();
    /// What hides the numbers of the sharded generator, as far as explaining its IDs goes; null: nothing does.
    std::shared_ptr<const permutation_family> permutations{};
    /// Further generators.
    std::vector<std::shared_ptr<named_generator>> more{};
};

/// What the generators of a test_catalogue live off: it goes after them.
struct test_ground {
    struct timed {
        memory_marks marks;
        std::shared_ptr<reservation> held;
        std::unique_ptr<keeper> keeps;
    };

    const test_catalogue_options with_;
    const clock_guard clock_;
    const scheme wide_;
    std::vector<std::unique_ptr<timed>> timed_{};
    std::map<std::string, number_source, std::less<>> tags_{};
    std::mutex guard_{};
    std::map<std::pair<std::int64_t, std::uint64_t>, number_source> shards_{};
    std::unique_ptr<sharded_generator> explaining_{}; // what it makes is not what the stream gives
    scripted_source script_{};
};

/// One generator of every kind, without a store:
/// - default (vesta, min-granularity), peak (vesta, max-peak), leaf (snowflake);
/// - wide: a custom layout with 2^18 IDs per millisecond, so that what serves them is the limit; machine IDs up to 127;
/// - segment: the tags order and user, in segments of 1000; sharded: the apps 1 and 2, with any gate pass;
/// - scripted: see `script`.
class test_catalogue final : test_ground, public catalogue {
  public:
    explicit test_catalogue(const test_catalogue_options& with = {});

    /// What the stream named scripted does.
    scripted_source& script() noexcept { return script_; }

  private:
    class streams;

    void add_time(const std::string& name, const std::string& kind, const scheme& family, std::string_view type);
    result<id_source*> segment(const stream_query& query);
    result<id_source*> shard(const stream_query& query);
};

} // namespace vesta::testing
