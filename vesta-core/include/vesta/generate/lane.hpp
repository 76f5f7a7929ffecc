#pragma once

#include <vesta/generate/populator.hpp>
#include <vesta/id/layout.hpp>

#include <memory>
#include <span>

namespace vesta {

/// IDs of one layout that differ by a constant step.
struct id_range {
    id first;
    std::uint64_t count = 0;
    std::uint64_t stride = 1; ///< first, first + stride, ..., first + (count - 1) * stride
};

/// One machine ID's way through time in one layout: positions become IDs here. Safe to use from any thread.
class lane {
  public:
    /// @p parts gives version, type, genMethod and machine, each already known to fit @p of; its time and seq are
    /// ignored. Starts above @p found, the mark that the last owner left.
    lane(const layout& of, const fields& parts, populator_kind kind, const pacing& how, unix_ms found);

    machine_id machine() const noexcept { return machine_; }
    const timeline& line() const noexcept { return line_; }

    /// As `populator::populate`.
    claim populate(unix_ns now, std::uint64_t wanted, readiness mode) noexcept {
        return populator_->populate(now, wanted, mode);
    }

    /// The ID at @p position.
    id at(std::uint64_t position) const noexcept {
        return id::from_bits(constant_ | (position >> seq_bits_) << time_shift_ | (position & seq_mask_) << seq_shift_);
    }

    /// Writes the IDs from @p first on; fills all of @p out.
    void write(std::uint64_t first, std::span<id> out) const noexcept;

    /// The longest piece from the front of @p of with one stride: all of it where seq lies directly below time, else
    /// what lies in its first tick.
    id_range range(const claim& of) const noexcept;

    /// Lets out what a reservation up to @p mark covers.
    void cover(unix_ms mark) noexcept { populator_->raise_limit(line_.covered_by(mark)); }

    /// Ends it for good; the answer is the lowest mark that covers all it gave out.
    unix_ms close() noexcept;

    /// As `populator::next`.
    std::uint64_t next() const noexcept { return populator_->next(); }

    /// The lowest mark that covers all it gave out so far.
    unix_ms used() const noexcept { return line_.mark_covering(populator_->next()); }

  private:
    timeline line_;
    machine_id machine_;
    std::uint64_t constant_;
    unsigned seq_bits_;
    unsigned time_shift_;
    unsigned seq_shift_;
    std::uint64_t seq_mask_;
    std::unique_ptr<populator> populator_;
};

} // namespace vesta
