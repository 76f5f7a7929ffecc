#pragma once

#include "refill.hpp"

#include <vesta/segment/segment_generator.hpp>

#include <mutex>

namespace vesta::detail {

/// One tag: its numbers, its supply of more, and its state.
class tag_source final : public id_source {
  public:
    using time_point = std::chrono::steady_clock::time_point;

    tag_source(std::string tag, const tag_context& shared, row_number row = {});

    const std::string& tag() const noexcept { return standing_.tag(); }
    /// Its job with the store, for a simulation, which does it in place of a thread.
    refill& refilling() noexcept { return refill_; }

    grant try_generate(std::span<id> out) noexcept override;
    /// Takes a number of the calling thread's portion; false if there is none, when `try_generate` may still have one.
    /// Separate for callers that build IDs of their own, without a call that the compiler cannot see through.
    bool take_own(std::uint64_t& number) noexcept { return numbers_.take_own(number); }

    range_grant try_range(std::uint64_t count) noexcept override;
    range_grant try_block(std::uint64_t count) noexcept override;
    error explain_refusal(errc why) const override;
    /// As `segment_generator::prepare`.
    result<std::chrono::nanoseconds> prepare();
    /// As `segment_generator::hand_out`.
    result<segment> hand_out() { return refill_.hand_out(); }

    /// Whether callers may ask for it; false for a tag that the table lacked a moment ago.
    bool may_exist();
    /// The table has a row for it, by a reading that began at @p read_at.
    void found(const tag_row& row, time_point read_at);
    /// That reading is complete: a tag without a row is gone.
    void all_found(time_point read_at);

    /// Ends the serving. True if there are numbers to give back, which a refill then does.
    bool close();
    /// Gives no more numbers back.
    void drop_leftovers();

    /// Whether the table has, or ever had, a row for it, as far as this host knows: a new one would begin at 1 again.
    bool had_row() const;
    /// Whether its row is one of several masters', which give out numbers of one remainder each.
    bool has_masters() const;
    tag_status status() const;
    /// Adds this tag's part to a generator's status. Whether it has numbers for any thread.
    bool add_to(segment_status& sum) const;

  private:
    // Not inlined: saving its registers would cost the fast path a third.
    [[gnu::noinline]] grant generate_slowly(std::span<id> out) noexcept;
    [[gnu::noinline]] grant generate_many(std::span<id> out) noexcept;
    range take(std::uint64_t wanted, grant& refused) noexcept;
    range take_block(std::uint64_t count, grant& refused) noexcept;
    range noticed(const numbers::piece& got) noexcept;

    numbers numbers_;
    mutable std::mutex guard_; // of what follows; held for moments only
    standing standing_;
    refill refill_;
};

} // namespace vesta::detail
