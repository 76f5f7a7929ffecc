#pragma once

#include "refill.hpp"

#include <vesta/segment/segment_generator.hpp>

#include <mutex>

namespace vesta::detail {

/// One tag: its numbers, how it comes to more of them, and how things stand with it.
class tag_source final : public id_source {
  public:
    using time_point = std::chrono::steady_clock::time_point;

    tag_source(std::string tag, const tag_context& shared, row_number row = {});

    const std::string& tag() const noexcept { return standing_.tag(); }
    refill& refilling() noexcept { return refill_; }

    grant try_generate(std::span<id> out) noexcept override;
    /// One of the numbers that the calling thread has set aside, or false: then `try_generate` may have one all the
    /// same. Apart from it for those who put numbers into IDs of their own, without a call that the compiler cannot see
    /// through.
    bool take_own(std::uint64_t& number) noexcept { return numbers_.take_own(number); }

    range_grant try_range(std::uint64_t count) noexcept override;
    range_grant try_block(std::uint64_t count) noexcept override;
    error explain_refusal(errc why) const override;

    /// Whether it may be asked for: false for a tag that the table did not have a moment ago.
    bool may_exist();
    /// The table has a row for it, as a reading says that began at @p read_at.
    void found(const tag_row& row, time_point read_at);
    /// All rows of that reading were told: without one it is gone.
    void all_found(time_point read_at);

    /// Ends the serving; true where there is something to give back, which a refill then does.
    bool close();
    /// Nothing is given back any more.
    void drop_leftovers();

    tag_status status() const;
    /// The part of a generator's status that is this tag's.
    void add_to(segment_status& sum) const;

  private:
    // Not inlined: the registers they need would be saved on the fast path, at a third of its cost.
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
