#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace vesta::model {

inline constexpr std::size_t most_threads = 5; ///< The one that sets up and checks is the first.

/// For each thread, how many of its steps are known.
using clock = std::array<unsigned, most_threads>;

class memory;

/// What somebody knows: of each location the oldest write that may still be read, and which steps came before.
struct view {
    std::vector<std::size_t> floor; ///< by location: a write of it
    clock before{};                 ///< steps that happened before, by synchronisation
    clock caused{};                 ///< steps that came before by any chain of reads and program order

    void join(const view& other, const memory& of);
};

/// One write in the order in which a location changes.
struct write {
    std::uint64_t value = 0;
    std::size_t by = 0;     ///< the thread
    unsigned number = 0;    ///< among the writes of that thread
    unsigned step = 0;      ///< of that thread
    bool is_update = false; ///< a read-modify-write: nothing comes between it and the write it read
    view released;          ///< what a reader learns that acquires
    clock caused{};
};

/// What one location went through.
struct location {
    std::vector<std::size_t> order;                      ///< its writes, the oldest first
    std::vector<std::pair<std::size_t, unsigned>> reads; ///< thread and step of every load that may be late
    bool is_plain = false;
};

/// The part of the C++ memory model that the product uses: relaxed, acquire and release, no fences. Reads may be stale
/// as far as coherence allows; a write may come before others that its thread does not know of; a read-modify-write
/// reads the write right before it; a release sequence goes on over read-modify-writes. (Sequentially consistent
/// operations are taken for acquire and release: that allows more than the standard.)
///
/// Loads take effect in program order here. Where a machine might delay one - load buffering - a write that it must not
/// see is reported by `overtaken`.
class memory {
  public:
    std::size_t add_location(bool plain);
    std::size_t add_write(std::size_t where, std::size_t after, write what); ///< right behind @p after

    const location& at(std::size_t where) const { return locations_[where]; }
    location& at(std::size_t where) { return locations_[where]; }
    const write& of(std::size_t id) const { return writes_[id]; }
    std::size_t size() const { return locations_.size(); }

    std::size_t position(std::size_t where, std::size_t id) const;
    /// The writes that a thread which knows @p by may read.
    std::vector<std::size_t> readable(std::size_t where, const view& by) const;
    /// Those of @p candidates behind which something may still be put.
    std::vector<std::size_t> open_ends(std::size_t where, const std::vector<std::size_t>& candidates) const;
    /// Whether some thread's earlier load of @p where need not have taken place before a write behind @p after by who
    /// knows
    /// @p by, and might read it. (Not where its thread wrote there itself in between, and so can only read what
    /// follows.)
    bool overtaken(std::size_t where, std::size_t thread, std::size_t after, const view& by) const;

    /// A number that stands for the order of all writes.
    std::uint64_t fingerprint() const;

  private:
    std::vector<location> locations_;
    std::vector<write> writes_;
};

inline std::uint64_t mixed(std::uint64_t seed, std::uint64_t with) {
    seed ^= with + 0x9e3779b97f4a7c15U + (seed << 6) + (seed >> 2);
    seed *= 0xff51afd7ed558ccdU;
    return seed ^ seed >> 33;
}

} // namespace vesta::model
