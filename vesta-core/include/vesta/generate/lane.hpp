#pragma once

#include <vesta/generate/populator.hpp>
#include <vesta/id/id_range.hpp>
#include <vesta/id/layout.hpp>

#include <memory>
#include <span>

namespace vesta {

/// The path of one machine ID through time in one layout: it turns positions into IDs.
///
/// Thread-safety: safe.
class lane {
  public:
    /// Starts at the first position above @p found, the mark that the last owner left, and makes the IDs of @p within
    /// alone.
    ///
    /// @p parts gives version, type, genMethod and machine, which must fit @p of; its time and seq are ignored.
    /// Errors: throws `failure` for parts that do not fit.
    lane(const layout& of, const fields& parts, populator_kind kind, const pacing& how, unix_ms found,
         const layout_span& within = {});

    machine_id machine() const noexcept { return machine_; }
    const timeline& line() const noexcept { return line_; }

    /// As `populator::populate`.
    claim populate(unix_ns now, std::uint64_t wanted, readiness mode) noexcept {
        return populator_->populate(now, wanted, mode);
    }

    /// As `populator::populate_open`.
    open_claim populate_open(std::uint64_t wanted, std::uint64_t round) noexcept {
        return populator_->populate_open(wanted, round);
    }
    /// As `populator::open`, with the tick of the last position of @p of.
    void open(const claim& of, std::uint64_t round) noexcept { populator_->open(of.first + of.count - 1, round); }

    /// The ID at @p position. Not checked: the caller has claimed it.
    id at(std::uint64_t position) const noexcept {
        return id::from_bits(constant_ | (position >> seq_bits_) << time_shift_ | (position & seq_mask_) << seq_shift_);
    }

    /// Fills @p out with the IDs from position @p first on. Not checked: the caller has claimed them all.
    void write(std::uint64_t first, std::span<id> out) const noexcept;

    /// The longest run of @p of, from its front, that has one stride: all of it if seq lies directly below time, else
    /// the part in its first tick.
    id_range range(const claim& of) const noexcept;

    /// Allows the positions that a durable mark @p mark covers.
    void cover(unix_ms mark) noexcept { populator_->raise_limit(line_.covered_by(mark)); }

    /// Refuses all later claims; returns the lowest mark that covers every position claimed.
    unix_ms close() noexcept;

    /// As `populator::next`.
    std::uint64_t next() const noexcept { return populator_->next(); }

    /// The lowest mark that covers every position claimed so far.
    unix_ms used() const noexcept { return used_below(populator_->next()); }

  private:
    unix_ms used_below(std::uint64_t next) const noexcept;

    timeline line_;
    unix_ms found_;
    bool waits_; ///< Its span begins above what was found.
    machine_id machine_;
    std::uint64_t constant_;
    unsigned seq_bits_;
    unsigned time_shift_;
    unsigned seq_shift_;
    std::uint64_t seq_mask_;
    std::unique_ptr<populator> populator_;
};

} // namespace vesta
