#pragma once

#include <vesta/generate/id_source.hpp>
#include <vesta/generate/reservation.hpp>
#include <vesta/id/scheme.hpp>

#include <functional>
#include <memory>
#include <vector>

namespace vesta {

/// What a time-based generator is made of.
struct time_generator_spec {
    const scheme* family = nullptr; ///< Outlives the generator.
    const layout* type = nullptr;   ///< One of the family's.
    gen_method method = gen_method::embedded;
    std::uint64_t version = 0;
    populator_kind populator = populator_kind::cas;
    std::chrono::milliseconds rollback_wait{5};
    bool wait_at_start = true;
    /// An ID that would have to wait longer than this is refused: as `clock_behind` where the clock was set back, else
    /// as `not_ready`, because too many are waiting already.
    std::chrono::milliseconds longest_wait{5000};
    /// A start this far ahead of the clock, or nearer, is one that only has to be waited for: after a crash, or where
    /// another program had the machine ID. It is refused as `not_ready`, with the time left; beyond, the clock was set
    /// back, and it is refused as `clock_behind`.
    std::chrono::milliseconds longest_start{15000};
};

/// Generates IDs of one type from time, sequence and one or more machine IDs, with the verbs of Vesta's service.
///
/// Order: one thread sees increasing IDs per machine ID; with one machine ID, each ID is greater than every ID that was
/// returned before the call began, in any thread. With a pool of machine IDs the IDs of one thread are ordered among
/// those of the same machine ID only; across the pool their times are close, as across machines, but may go back: by
/// up to 10 ms where callers had to wait, by more while own time bridges a clock that was set back. Where a machine ID
/// was lost and another took its place, time goes on in order.
///
/// Safe to use from any thread. Must not outlive its reservations' stores, its scheme and its clock.
class time_generator final : public id_source {
  public:
    /// Attaches one lane per reservation. @p held is not empty. @p hurry is called, from any thread, when a reservation
    /// is found to have run out. Errors: `invalid_argument` for a machine ID, method or version that does not fit the
    /// layout.
    static result<std::unique_ptr<time_generator>> make(const time_generator_spec& spec,
                                                        std::vector<std::shared_ptr<reservation>> held,
                                                        const wall_clock& clock, std::function<void()> hurry);

    /// One ID; rests until the layout has room. Errors: `clock_behind`, `not_ready`, `exhausted`, `closed`, `forked`.
    result<id> generate();
    /// Fills all of @p out, in the order given above. The same errors; on an error none of them may be used.
    result<void> generate(std::span<id> out);

    /// Takes an ID of the family apart. Error: `invalid_argument`.
    result<explanation> explain(id value) const { return spec_.family->explain(value); }
    /// Builds an ID of this generator's type from parts, for repairing data. Error: `invalid_argument`.
    result<id> make(const fields& parts) const { return spec_.family->make(*spec_.type, parts); }
    /// The instant at which tick @p time of this generator's type begins. Error: `invalid_argument`.
    result<unix_ms> to_time(std::uint64_t time) const;

    grant try_generate(std::span<id> out) noexcept override;
    range_grant try_range(std::uint64_t count) noexcept override;
    error explain_refusal(errc why) const override;

    const time_generator_spec& spec() const noexcept { return spec_; }
    /// The machine IDs it generates with; none while the first is waited for.
    std::vector<machine_id> machines() const;
    /// How long until the clock has reached the first tick that it may use; 0 once it has, and where starts are not
    /// waited for.
    std::chrono::milliseconds until_start() const;
    /// By how much own time leads the wall clock, at most over its machine IDs; negative where it lags.
    std::chrono::milliseconds lead() const;

  private:
    struct track {
        std::shared_ptr<lane_slot> slot;
        std::shared_ptr<reservation> source;

        lane& way() const noexcept { return slot->now(); }
    };

    time_generator(const time_generator_spec& spec, const wall_clock& clock, std::function<void()> hurry);
    claim take(std::uint64_t wanted, lane*& from) noexcept;
    claim take_at(unix_ns now, std::uint64_t wanted, lane*& from) noexcept;
    claim take_as_followed(const claim& refused, std::uint64_t wanted, lane*& from) noexcept;
    claim take_from_pool(unix_ns now, std::uint64_t wanted, lane*& from) noexcept;
    claim queue_in_pool(unix_ns now, std::uint64_t wanted, lane*& from) noexcept;
    grant refuse(const claim& refused) noexcept;
    bool is_starting() const;
    std::chrono::milliseconds until_start(const track& of, unix_ms now) const;
    error start_is_waited_for(std::chrono::milliseconds left) const;
    std::chrono::nanoseconds short_wait() noexcept;
    error clock_is_behind() const;
    const track& soonest(unix_ms now) const;
    std::chrono::milliseconds until_served(const track& by, unix_ms now) const;
    unix_ms followed() const noexcept;
    bool crowded() const;
    error reservation_is_late() const;

    const time_generator_spec spec_;
    const wall_clock& clock_;
    const std::function<void()> hurry_;
    const std::uint32_t born_in_;
    std::vector<track> tracks_;
};

} // namespace vesta
