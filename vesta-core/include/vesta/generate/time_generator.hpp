#pragma once

#include <vesta/generate/portion_timer.hpp>
#include <vesta/generate/reservation.hpp>
#include <vesta/id/scheme.hpp>
#include <vesta/source/id_source.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace vesta {

/// The parts of a time-based generator.
struct time_generator_spec {
    const scheme* family = nullptr; ///< Outlives the generator.
    const layout* type = nullptr;   ///< One of the family's.
    gen_method method = gen_method::embedded;
    std::uint64_t version = 0;
    /// When its IDs are made: it ends at the end of this as at the layout's own, with `exhausted`, and begins no
    /// earlier. See `succession`.
    layout_span within{};
    populator_kind populator = populator_kind::cas;
    /// As `pacing::rollback_wait`.
    std::chrono::milliseconds rollback_wait{5};
    /// As `pacing::wait_at_start`.
    bool wait_at_start = true;
    /// As `pacing::spread`.
    std::optional<std::uint64_t> spread{};
    /// Refuses an ID that would have to wait longer: as `clock_behind` if the clock was set back, else as `not_ready`,
    /// since too many callers wait already.
    std::chrono::milliseconds longest_wait{5000};
    /// A start at most this far ahead of the clock is normal after a crash, or after another program had the machine
    /// ID: refused as `not_ready` with the time left. Beyond it the clock was set back: refused as `clock_behind`.
    std::chrono::milliseconds longest_start{15000};
    /// Null: IDs increase over all threads (`order: strict`). Else each thread sets IDs aside for a round of this timer
    /// and hands them out by itself (`order: lanes`).
    std::shared_ptr<portion_timer> rounds{};
    /// Without `rounds`, of one machine ID and populator cas: where callers are many, one reading of the clock serves
    /// all for a round of this timer, or to the end of the tick. Null: the clock is read for each call.
    std::shared_ptr<portion_timer> readings{};
};

namespace detail {
class id_portions;
class shared_readings;
} // namespace detail

/// Generates IDs of one type from time, sequence and one or more machine IDs.
///
/// Order with one machine ID: each ID is greater than every ID returned, in any thread, before the call began. Where
/// threads set IDs aside, this holds within each thread only. An ID's time may be as old as a round is long there, and
/// where readings of the clock are shared.
///
/// Order with a pool: the IDs of one thread increase per machine ID. Across the pool their times are close, but may go
/// back: by up to 10 ms after callers had to wait, by more while own time bridges a clock that was set back. A machine
/// ID that replaces a lost one goes on in order.
///
/// Thread-safety: safe.
/// Lifetime: must not outlive its scheme, its clock and the stores of its reservations.
class time_generator final : public id_source {
  public:
    /// Makes a generator with one lane per reservation. @p held is not empty. @p hurry is called from any thread when a
    /// reservation has run out; it may be empty.
    ///
    /// Errors: `invalid_argument` for a machine ID, method or version that does not fit the layout.
    static result<std::unique_ptr<time_generator>> make(const time_generator_spec& spec,
                                                        std::vector<std::shared_ptr<reservation>> held,
                                                        const wall_clock& clock, std::function<void()> hurry);
    ~time_generator() override;

    /// One ID; sleeps until the layout has room.
    ///
    /// Errors: `clock_behind`, `not_ready`, `exhausted`, `closed`, `forked`; the reason of `reservation::withdraw`.
    result<id> generate();
    /// Fills all of @p out, in the order given above.
    ///
    /// Errors: as for one ID; then none of the IDs may be used.
    result<void> generate(std::span<id> out);

    /// Takes apart an ID of any type of the family.
    ///
    /// Errors: `invalid_argument`.
    result<explanation> explain(id value) const { return spec_.family->explain(value); }
    /// Builds an ID of this generator's type from parts, for repairing data.
    ///
    /// Errors: `invalid_argument`.
    result<id> make(const fields& parts) const { return spec_.family->make(*spec_.type, parts); }
    /// The instant at which tick @p time of this generator's type begins.
    ///
    /// Errors: `invalid_argument` beyond the last tick.
    result<unix_ms> to_time(std::uint64_t time) const;

    grant try_generate(std::span<id> out) noexcept override;
    range_grant try_range(std::uint64_t count) noexcept override;
    error explain_refusal(errc why) const override;

    const time_generator_spec& spec() const noexcept { return spec_; }
    /// The machine IDs that it generates with; empty while it waits for the first.
    std::vector<machine_id> machines() const;
    /// How long until the clock reaches the first tick that it may use; 0 afterwards, and if starts are not waited for.
    std::chrono::milliseconds until_start() const;
    /// Whether no ID is left in the layout, or in the span of the specification, by the time that its reservations
    /// follow or by what was made.
    bool has_ended() const;
    /// The largest lead of own time over the wall clock among its machine IDs; negative if own time lags.
    std::chrono::milliseconds lead() const;

  private:
    class refusals;

    /// One machine ID: its lane, and the reservation that covers it.
    struct track {
        std::shared_ptr<lane_slot> slot;
        std::shared_ptr<reservation> source;

        lane& present() const noexcept { return slot->present(); }
    };

    time_generator(const time_generator_spec& spec, const wall_clock& clock, std::function<void()> hurry);
    result<id> claim_one();
    result<id> wait_for_one();
    grant share(std::span<id> out) noexcept;
    grant set_aside(std::span<id> out) noexcept;
    grant claim_all(std::span<id> out) noexcept;
    claim take(std::uint64_t wanted, lane*& from) noexcept;
    open_claim take_open(std::uint64_t wanted, lane*& from) noexcept;
    claim take_and_open(std::uint64_t wanted, lane*& from) noexcept;
    claim take_at(unix_ns now, std::uint64_t wanted, lane*& from) noexcept;
    claim take_as_followed(const claim& refused, std::uint64_t wanted, lane*& from) noexcept;
    claim take_from_pool(unix_ns now, std::uint64_t wanted, lane*& from) noexcept;
    claim take_ready(unix_ns now, std::uint64_t wanted, lane*& from) noexcept;
    claim queue_in_pool(unix_ns now, std::uint64_t wanted, lane*& from) noexcept;
    grant refuse(const claim& refused) noexcept;

    const time_generator_spec spec_;
    const wall_clock& clock_;
    const std::function<void()> hurry_;
    const std::uint32_t born_in_;
    std::vector<track> tracks_;
    const std::unique_ptr<detail::id_portions> aside_;  // null: IDs increase over all threads
    std::unique_ptr<detail::shared_readings> readings_; // null: the clock is read for each call
};

} // namespace vesta
